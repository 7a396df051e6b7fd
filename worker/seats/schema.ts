import { z } from "zod";
import { recipientEmail } from "../gifts/schema.ts";

/** The addresses of those who are invited to seats. */
export const seatEmails = z
  .array(recipientEmail)
  .min(1, "Enter at least one email address.")
  .max(100, "100 addresses at most");
