import { z } from "zod";

/** The input for a new gift. `endsAt` is in unix milliseconds; without it, the gift does not end. */
export const newGift = z.strictObject({
  userId: z.string().regex(/^usr_[0-9a-z]{26}$/),
  productId: z.string().regex(/^prd_[0-9a-z]{26}$/),
  quantity: z
    .int("A whole number, from 1 to 10,000")
    .min(1, "At least one")
    .max(10_000, "10,000 at most")
    .default(1),
  endsAt: z.int().min(0).max(8.64e15).optional(),
  note: z.string().trim().min(1, "Say why, in a few words").max(500, "500 characters at most"),
});

export type NewGift = z.input<typeof newGift>;
