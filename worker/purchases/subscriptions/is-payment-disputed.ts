import { isBlockedByDispute } from "../../access/policy.ts";
import type { SubscriptionRow } from "./store.ts";

/** Whether the latest payment itself is disputed or lost, so that it can't be refunded. An earlier one doesn't count. */
export function isPaymentDisputed(
  row: Pick<SubscriptionRow, "disputeStatus" | "disputedPaymentIntentId" | "latestPaymentIntentId">,
): boolean {
  return (
    isBlockedByDispute(row.disputeStatus) &&
    row.disputedPaymentIntentId === row.latestPaymentIntentId
  );
}
