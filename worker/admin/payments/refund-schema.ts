import { z } from "zod";

/** What of a payment is to be given back, as the team writes it. Amounts in minor units. */
export const refundChoice = z.strictObject({
  amountMinor: z.int().min(1, "Give back at least the smallest coin").optional(),
  refundedMinor: z.int().min(0),
  reason: z.enum(["requested_by_customer", "duplicate", "fraudulent"]),
});
