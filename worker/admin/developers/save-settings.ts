import { z } from "zod";
import { recordChange } from "../../audit/record-change.ts";
import { secureUrl } from "../../config/sign-in-config.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import {
  readDeveloperSettings,
  type DeveloperSettings,
} from "../../settings/developer-settings.ts";
import { upsertSetting } from "../../settings/store.ts";

const MAX_ORIGINS = 50;

/** A scheme and a host, without a path: `https://app.example.com`. Browsers send origins in this form. */
const origin = z
  .string()
  .trim()
  .refine(
    (text) => URL.parse(text)?.origin === text.toLowerCase() && secureUrl.safeParse(text).success,
    "Enter only the origin, such as https://app.example.com, without a path.",
  )
  .transform((text) => text.toLowerCase());

/** The settings for other programs, as an admin enters them. */
export const developerSettingsForm = z.strictObject({
  feedRetentionDays: z
    .int("Enter a whole number of days.")
    .min(7, "Must be at least 7 days, so that programs can catch up after an outage.")
    .max(3650, "Must be 3,650 days or fewer."),
  allowedSuccessOrigins: z
    .array(origin)
    .max(MAX_ORIGINS, `At most ${MAX_ORIGINS} origins.`)
    .transform((origins) => [...new Set(origins)]),
});

/** Saves the settings for other programs, which apply immediately. */
export async function saveDeveloperSettings(
  ctx: Ctx,
  input: DeveloperSettings,
): Promise<DeveloperSettings> {
  const before = await readDeveloperSettings(ctx);
  await commit(ctx.db, [
    upsertSetting(ctx.db, { name: "developers", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "developers", before, after: input }),
  ]);
  return input;
}
