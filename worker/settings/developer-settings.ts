import { z } from "zod";
import { secureUrl } from "../config/sign-in-config.ts";
import { defineSetting, type SettingOf } from "./define-setting.ts";

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

/** What the seller chose for other programs. */
export const developerSettings = defineSetting({
  name: "developers",
  schema: () =>
    z.strictObject({
      /** How long the feed keeps its events, in days. */
      feedRetentionDays: z
        .int("Enter a whole number of days.")
        .min(7, "Must be at least 7 days, so that programs can catch up after an outage.")
        .max(3650, "Must be 3,650 days or fewer."),
      /** Where a checkout may lead after the payment, e.g. `https://app.example.com`. */
      allowedSuccessOrigins: z
        .array(origin)
        .max(MAX_ORIGINS, `At most ${MAX_ORIGINS} origins.`)
        .transform((origins) => [...new Set(origins)]),
    }),
  stored: () =>
    z.strictObject({
      feedRetentionDays: z.int().min(1).max(3650),
      allowedSuccessOrigins: z.array(z.string()),
    }),
  defaults: { feedRetentionDays: 90, allowedSuccessOrigins: [] },
});

export type DeveloperSettings = SettingOf<typeof developerSettings>;
