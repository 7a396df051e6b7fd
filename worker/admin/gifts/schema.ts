import { z } from "zod";

/** A gift as the seller's team writes it. `endsAt` in unix milliseconds; left out, it has no end. */
export const newComp = z.strictObject({
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

export type NewComp = z.input<typeof newComp>;
