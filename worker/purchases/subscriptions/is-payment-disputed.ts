import { isBlockedByDispute } from "../../access/policy.ts";
import type { SubscriptionRow } from "./store.ts";

/** Whether this payment itself is disputed or was lost, so that it can't be refunded. Another one doesn't count. */
export function isPaymentDisputed(
  row: Pick<SubscriptionRow, "disputeStatus" | "disputedPaymentIntentId">,
  paymentIntentId: string | null,
): boolean {
  return isBlockedByDispute(row.disputeStatus) && row.disputedPaymentIntentId === paymentIntentId;
}
