import { z } from "zod";
import type { Ctx } from "../context.ts";
import { findSetting } from "./store.ts";

/** What the seller chose for other programs. */
export const developerSettings = z.strictObject({
  /** How long the feed keeps its events, in days. */
  feedRetentionDays: z.int().min(1).max(3650),
  /** Where a checkout may lead after the payment, e.g. `https://app.example.com`. */
  allowedSuccessOrigins: z.array(z.string()),
});

export type DeveloperSettings = z.output<typeof developerSettings>;

/** Returns the settings for other programs. */
export async function readDeveloperSettings(ctx: Ctx): Promise<DeveloperSettings> {
  const row = await findSetting(ctx.db, "developers");
  return {
    feedRetentionDays: 90,
    allowedSuccessOrigins: [],
    ...developerSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}
