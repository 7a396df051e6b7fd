import { formatDay } from "../../ui/format-time.ts";
import type { Deletion } from "./queries.ts";

/** What deleting the account does, plainly and before it is done: a sentence for each consequence. */
export function explainDeletion({ endsSubscriptions, keepsOrders }: Deletion): string[] {
  return [
    ...endsSubscriptions.map(explainEnd),
    "Everything in your library closes, at once and for good.",
    "Your name, your email, your ways to sign in and all sessions are deleted.",
    ...(keepsOrders > 0 ? [explainOrders(keepsOrders)] : []),
  ];
}

function explainEnd({ productName, paidUntil }: Deletion["endsSubscriptions"][number]) {
  const name = productName || "A subscription";
  return paidUntil === null
    ? `${name} ends now.`
    : `${name} ends now. What is left of it until ${formatDay(paidUntil)} is not paid back.`;
}

function explainOrders(count: number) {
  return count === 1
    ? "One order stays in the shop’s books, since the law asks for it. It no longer names you."
    : `${count} orders stay in the shop’s books, since the law asks for it. They no longer name you.`;
}
