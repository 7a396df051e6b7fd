import { z } from "zod";

/** The input for a refund. Amounts in minor units. */
export const refundChoice = z.strictObject({
  amountMinor: z.int().min(1, "Must be more than 0.").optional(),
  refundedMinor: z.int().min(0),
  reason: z.enum(["requested_by_customer", "duplicate", "fraudulent"]),
});
