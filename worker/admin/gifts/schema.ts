import { z } from "zod";

/** The input for a new gift. `endsAt` is in unix milliseconds; without it, the gift does not end. */
export const newGift = z.strictObject({
  userId: z.string().regex(/^usr_[0-9a-z]{26}$/),
  productId: z.string().regex(/^prd_[0-9a-z]{26}$/),
  quantity: z
    .int("A whole number, from 1 to 10,000")
    .min(1, "Must be at least 1.")
    .max(10_000, "10,000 at most")
    .default(1),
  endsAt: z.int().min(0).max(8.64e15).optional(),
  note: z.string().trim().min(1, "Enter a note.").max(500, "Must be 500 characters or fewer."),
});

export type NewGift = z.input<typeof newGift>;
