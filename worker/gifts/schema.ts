import { z } from "zod";
import { idSchema } from "../lib/id-schema.ts";

/** The input for a new gift. `endsAt` is in unix milliseconds; without it, the gift does not end. */
export const newGift = z.strictObject({
  userId: idSchema("usr"),
  productId: idSchema("prd"),
  quantity: z
    .int("A whole number, from 1 to 10,000")
    .min(1, "Must be at least 1.")
    .max(10_000, "10,000 at most")
    .default(1),
  endsAt: z.int().min(0).max(8.64e15).optional(),
  note: z.string().trim().min(1, "Enter a note.").max(500, "Must be 500 characters or fewer."),
});

export type NewGift = z.input<typeof newGift>;
