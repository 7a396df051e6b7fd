import { z } from "zod";
import { recipientEmail } from "../gifts/schema.ts";

/** The addresses of those who are invited to seats. */
export const seatEmails = z
  .array(recipientEmail)
  .min(1, "Enter at least one email address.")
  .max(100, "100 addresses at most");

/** The parameter of a purchase whose seats are meant: an order or a subscription. */
export const seatsParam = z.strictObject({
  id: z.string().regex(/^(ord|sub)_[0-9a-z]{26}$/, "is not the id of an order or subscription"),
});
