import { z } from "zod";
import { fulfillGrant } from "../licenses/fulfill-grant.ts";
import { showLicenseKeys, type LicenseKeyView } from "../licenses/show-license-keys.ts";
import { count, limitWords, commonSettings, type BenefitStrategy, type Limit } from "./strategy.ts";

/** How many activations a key has; null if there is no limit. */
export type LicenseKeyDetail = { activations: Limit | null };

/** Each grant has one current key. The key stores no revocation of its own; it is valid while its grant is in force. */
export const licenseKey: BenefitStrategy<"license_key", LicenseKeyView, LicenseKeyDetail> = {
  settings: z.strictObject({
    ...commonSettings,
    prefix: z
      .string()
      .regex(
        /^[A-Z][A-Z0-9]{1,9}$/,
        "Must be 2 to 10 uppercase letters and digits, starting with a letter.",
      ),
    activationLimit: count.optional(),
    perSeat: z.boolean().optional(),
    usesLimit: count.optional(),
    expiresAfterDays: z
      .int("Enter a whole number.")
      .min(1, "Must be 1 or more.")
      .max(36_500, "Must be 36,500 or less.")
      .optional(),
    isNamed: z.boolean().optional(),
    isFromStock: z.boolean().optional(),
  }),
  grant: fulfillGrant,
  revoke: async () => [],
  // An existing key works again. If the grant never got one, it gets one now.
  restore: fulfillGrant,
  show: showLicenseKeys,
  describe: async (_ctx, benefits) =>
    benefits.map(({ settings: { activationLimit: amount, perSeat = false } }) => ({
      activations: amount === undefined ? null : { amount, perSeat },
    })),
  listWords: ({ activations }) => limitWords(activations, "activation"),
  // What a key waits for is in the words of the email.
  writeEmail: (_context, { license }) => ({ code: license?.key ?? null }),
};
