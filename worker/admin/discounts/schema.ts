import { z } from "zod";
import { idSchema } from "../../lib/id-schema.ts";

const wholeNumber = (message: string) => z.int(message).min(1, message);

const percent = z.strictObject({
  kind: z.literal("percent"),
  percentOff: z
    .number("Enter a percentage.")
    .min(0.01, "Must be more than 0.")
    .max(100, "Must be 100 or less.")
    .multipleOf(0.01, "Must have 2 decimal places or fewer."),
});
const currency = z.string().regex(/^[a-z]{3}$/, "Enter a three-letter currency code, such as usd.");
const amount = z.strictObject({
  kind: z.literal("amount"),
  /** Minor units of `currency`. */
  amountOffMinor: wholeNumber("Must be more than 0."),
  currency,
});

const name = z.string().trim().min(1, "Enter a name.").max(40, "Must be 40 characters or fewer.");

/** What of a discount can be changed. */
export const discountEdit = z.strictObject({ name });

/**
 * The input for a new discount. Without `code`, Stripe generates one. `months` is for `repeating` only, times are in
 * unix milliseconds, and no products means all products.
 */
export const newDiscount = z
  .strictObject({
    name,
    off: z.discriminatedUnion("kind", [percent, amount]),
    duration: z.enum(["once", "repeating", "forever"]),
    months: wholeNumber("Enter a number of months.")
      .max(60, "Must be 60 months or fewer.")
      .optional(),
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9-]{3,40}$/, "Must be 3 to 40 letters, digits, and hyphens.")
      .optional(),
    maxRedemptions: wholeNumber("Enter a number of redemptions.")
      .max(1_000_000, "Must be 1,000,000 or less.")
      .optional(),
    expiresAt: z.int().min(0).max(8.64e15).optional(),
    firstPurchaseOnly: z.boolean().default(false),
    /** The lowest total of an order that the code works for, in minor units of `currency`. */
    minimum: z
      .strictObject({ amountMinor: wholeNumber("Must be more than 0."), currency })
      .optional(),
    productIds: z.array(idSchema("prd")).max(50, "Must be 50 products or fewer.").default([]),
  })
  .refine(({ duration, months }) => (duration === "repeating") === (months !== undefined), {
    path: ["months"],
    message: "Enter a number of months.",
  });

export type NewDiscount = z.output<typeof newDiscount>;
