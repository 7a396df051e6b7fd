import { z } from "zod";
import { cleanEmail } from "../identity/sign-in/claims.ts";
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

/** An address in lower case, as sign-in stores it. */
const email = z.string().transform((text, check) => {
  const cleaned = cleanEmail(text);
  if (cleaned !== null) return cleaned;
  check.addIssue({ code: "custom", message: "Enter an email address like ann@example.com." });
  return z.NEVER;
});

/** The input for a new gift in the console: to a user, or to whoever has signed in, or will, with a verified email. */
export const newConsoleGift = newGift
  .extend({ userId: newGift.shape.userId.optional(), email: email.optional() })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    message: "Send userId or email",
    path: ["email"],
  });

export type NewGift = z.input<typeof newGift>;
