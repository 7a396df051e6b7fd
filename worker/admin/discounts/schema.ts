import { z } from "zod";

const wholeNumber = (message: string) => z.int(message).min(1, message);

const percent = z.strictObject({
  kind: z.literal("percent"),
  percentOff: z
    .number("Write a percentage")
    .min(0.01, "Take off more than nothing")
    .max(100, "Take off at most 100 %")
    .multipleOf(0.01, "At most two decimals"),
});
const amount = z.strictObject({
  kind: z.literal("amount"),
  /** Minor units of `currency`. */
  amountOffMinor: wholeNumber("Take off more than nothing"),
  currency: z.string().regex(/^[a-z]{3}$/, "Write the currency in three letters, such as usd"),
});

/**
 * The input for a new discount. Without `code`, Stripe generates one. `months` is for `repeating` only, times are in
 * unix milliseconds, and no products means all products.
 */
export const newDiscount = z
  .strictObject({
    name: z.string().trim().min(1, "Give it a name").max(40, "At most 40 characters"),
    off: z.discriminatedUnion("kind", [percent, amount]),
    duration: z.enum(["once", "repeating", "forever"]),
    months: wholeNumber("Write a number of months").max(60, "At most 60 months").optional(),
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9-]{3,40}$/, "Use 3 to 40 letters, digits and dashes")
      .optional(),
    maxRedemptions: wholeNumber("Write how often it can be used")
      .max(1_000_000, "At most 1,000,000 times")
      .optional(),
    expiresAt: z.int().min(0).max(8.64e15).optional(),
    firstPurchaseOnly: z.boolean().default(false),
    productIds: z
      .array(z.string().regex(/^prd_[0-9a-z]{26}$/))
      .max(50, "At most 50 products")
      .default([]),
  })
  .refine(({ duration, months }) => (duration === "repeating") === (months !== undefined), {
    path: ["months"],
    message: "Say for how many months it repeats",
  });

export type NewDiscount = z.output<typeof newDiscount>;
