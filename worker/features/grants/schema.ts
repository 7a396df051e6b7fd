import { z } from "zod";

/** A gift as the seller's team writes it. `endsAt` in unix milliseconds; left out, it has no end. */
export const newComp = z.strictObject({
  userId: z.string().regex(/^usr_[0-9a-z]{26}$/),
  productId: z.string().regex(/^prd_[0-9a-z]{26}$/),
  quantity: z.int().min(1).max(10_000).default(1),
  endsAt: z.int().min(0).max(8.64e15).optional(),
  note: z.string().trim().min(1).max(500),
});

export type NewComp = z.input<typeof newComp>;
