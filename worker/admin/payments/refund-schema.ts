import { z } from "zod";

/** The input for a refund. Amounts in minor units. */
export const refundChoice = z.strictObject({
  amountMinor: z.int().min(1, "Give back at least the smallest coin").optional(),
  refundedMinor: z.int().min(0),
  reason: z.enum(["requested_by_customer", "duplicate", "fraudulent"]),
});
