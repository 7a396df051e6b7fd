import { formatDate } from "../../ui/format-time.ts";
import type { DeletionPreview } from "./queries.ts";

/** Returns one sentence for each consequence of deleting the account. */
export function explainDeletion({
  subscriptionsToCancel,
  keptOrderCount,
}: DeletionPreview): string[] {
  return [
    ...subscriptionsToCancel.map(explainSubscriptionEnd),
    "Everything in your library closes, at once and for good.",
    "Your name, your email, your ways to sign in and all sessions are deleted.",
    ...(keptOrderCount > 0 ? [explainKeptOrders(keptOrderCount)] : []),
  ];
}

function explainSubscriptionEnd({
  productName,
  paidUntil,
}: DeletionPreview["subscriptionsToCancel"][number]) {
  const name = productName || "A subscription";
  return paidUntil === null
    ? `${name} ends now.`
    : `${name} ends now. What is left of it until ${formatDate(paidUntil)} is not paid back.`;
}

function explainKeptOrders(count: number) {
  return count === 1
    ? "One order stays in the shop’s books, since the law asks for it. It no longer names you."
    : `${count} orders stay in the shop’s books, since the law asks for it. They no longer name you.`;
}
