import { z } from "zod";
import { cleanEmail } from "../identity/sign-in/claims.ts";
import { idSchema } from "../lib/id-schema.ts";
import { plainText } from "../lib/text-schema.ts";
import { locales } from "../shared/locales.ts";

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
  message: plainText(500).optional(),
});

/** An address in lower case, as sign-in stores it. */
export const recipientEmail = z.string().transform((text, check) => {
  const cleaned = cleanEmail(text);
  if (cleaned !== null) return cleaned;
  check.addIssue({ code: "custom", message: "Enter an email address like ann@example.com." });
  return z.NEVER;
});

/** To which address a gift is emailed; left out for the one that it is for. */
export const giftEmail = z.strictObject({ email: recipientEmail.optional() });

/**
 * The input for a new gift in the console: to a user, or to whoever has signed in, or will, with a verified email.
 * `sendEmail` and `locale` are for those who have not signed in yet; others are emailed anyway, in their language.
 */
export const newConsoleGift = newGift
  .extend({
    userId: newGift.shape.userId.optional(),
    email: recipientEmail.optional(),
    sendEmail: z.boolean().optional(),
    locale: z.enum(locales).optional(),
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    message: "Send userId or email",
    path: ["email"],
  });

export type NewGift = z.input<typeof newGift>;
