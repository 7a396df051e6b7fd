import type { Message } from "../../messages/message.ts";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDate } from "../../ui/format-time.ts";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { ListedSubscription, Subscription } from "./queries.ts";

const statusLabels: Record<string, string> = {
  active: "Active",
  trialing: "On trial",
  past_due: "Past due",
  unpaid: "Unpaid",
  paused: "Paused",
  incomplete: "Not begun: unpaid",
  incomplete_expired: "Never begun",
  canceled: "Ended",
};

export const statusOptions = [
  { value: "", label: "Any" },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
  { value: "ending", label: "Ends soon" },
  { value: "collection_paused", label: "Collection paused" },
];

/** Returns the label of a Stripe status; an unknown status is shown as Stripe names it. */
export function getSubscriptionStatusLabel(status: string): string {
  return statusLabels[status] ?? status.replaceAll("_", " ");
}

/** Describes what happens next and when, short enough for a list. */
export function describeNext({ kind, at }: ListedSubscription["next"]): string {
  const day = at === null ? null : formatDate(at);
  switch (kind) {
    case "renews":
      return day === null ? "Renews" : `Renews ${day}`;
    case "trial_ends":
      return day === null ? "Trial ends" : `Trial until ${day}`;
    case "ends":
      return day === null ? "Ends" : `Ends ${day}`;
    case "paused":
      return day === null ? "Paused" : `Paused until ${day}`;
    case "retrying":
      return day === null ? "Tried again" : `Tried again ${day}`;
    case "incomplete":
      return "Waits for the first payment";
    case "unpaid":
      return "Waits to be paid";
    case "ended":
      return day === null ? "Ended" : `Ended ${day}`;
    case "unknown":
      return "On hold";
  }
}

/** Describes what happens next in one sentence, for the subscription's page. */
export function explainNext({ next, items, status }: Subscription): string {
  const day = next.at === null ? null : formatDate(next.at);
  const currency = items[0]?.currency ?? "usd";
  const charge =
    next.amountMinor === null
      ? "and its price is charged"
      : `and ${formatMoney(next.amountMinor, currency, "exact")} is charged`;
  switch (next.kind) {
    case "renews":
      return day === null ? `It renews, ${charge}.` : `It renews on ${day}, ${charge}.`;
    case "trial_ends":
      return day === null ? `The trial ends, ${charge}.` : `The trial ends on ${day}, ${charge}.`;
    case "ends":
      return `It was canceled and ends on ${day ?? "the last day that is paid for"}. Nothing more is charged.`;
    case "paused":
      if (status === "paused")
        return "It is paused: there is no access, and nothing is charged until it is resumed.";
      return day === null
        ? "Collection is paused. Nothing is charged until it is resumed."
        : `Collection is paused. It goes on by itself on ${day}.`;
    case "retrying":
      return day === null
        ? "The last payment failed. Stripe tries it again."
        : `The last payment failed. Stripe tries it again on ${day}.`;
    case "incomplete":
      return "It waits for its first payment, which its buyer has to finish.";
    case "unpaid":
      return "The last payments failed. Nothing is tried any more until the open invoice is paid.";
    case "ended":
      if (status === "incomplete_expired")
        return "The first payment was not finished in time. It never began.";
      return day === null ? "It has ended." : `It ended on ${day}.`;
    case "unknown":
      return "It is in a state that this shop does not know. See it at Stripe.";
  }
}

/** Describes the total of all items: "$9 a month", "$27 a month for 3 seats". */
export function describeItems(
  items: Pick<
    ListedSubscription["items"][number],
    "amountMinor" | "currency" | "interval" | "intervalCount" | "quantity" | "taxBehavior"
  >[],
): string {
  return items
    .map(({ amountMinor, currency, interval, intervalCount, quantity, taxBehavior: tax }) =>
      describeTotal(
        { amountMinor: amountMinor * quantity, currency, interval, intervalCount, tax },
        quantity,
      ),
    )
    .join(" + ");
}

/** Returns the names of the products; items that the seller added at Stripe have none. */
export function getProductNames(items: { productName: string | null }[]): string {
  const names = items.flatMap(({ productName }) => productName ?? []);
  return names.length === 0 ? "Something billed at Stripe" : names.join(", ");
}

/** Describes a discount: "20 % off until March 3, 2026". */
export function describeDiscount({
  name,
  percentOff,
  amountOffMinor,
  currency,
  endsAt,
}: Subscription["discounts"][number]): string {
  const off =
    percentOff !== null
      ? `${percentOff} % off`
      : amountOffMinor !== null && currency !== null
        ? `${formatMoney(amountOffMinor, currency)} off`
        : "A discount";
  const until = endsAt === null ? "" : ` until ${formatDate(endsAt)}`;
  return `${name === null ? "" : `${name}: `}${off}${until}`;
}

const pauseLabels: Record<string, string> = {
  void: "Paused; what comes due is void",
  keep_as_draft: "Paused; what comes due is kept as a draft",
  mark_uncollectible: "Paused; what comes due is given up",
};

/** Describes the price that the team moves the subscription to: "$12 from December 22, 2026". */
export function describePlannedPrice({
  items,
  plannedPrice,
}: Pick<Subscription, "items" | "plannedPrice">): string | null {
  const [item] = items;
  if (!item || !plannedPrice) return null;
  const price = describeItems([{ ...item, amountMinor: plannedPrice.amountMinor }]);
  return plannedPrice.from === null
    ? `${price}, from the first renewal after ${formatDate(plannedPrice.notBefore)}`
    : `${price}, from ${formatDate(plannedPrice.from)}`;
}

/** Describes how payment collection is paused. */
export function describePause({
  pauseBehavior,
  pauseResumesAt,
}: Pick<Subscription, "pauseBehavior" | "pauseResumesAt">): string | null {
  if (pauseBehavior === null) return null;
  const label = pauseLabels[pauseBehavior] ?? "Paused";
  return pauseResumesAt === null ? label : `${label}, until ${formatDate(pauseResumesAt)}`;
}

/** Explains to the team what a dispute means for a subscription that runs; null if no dispute blocks it. */
export function explainDispute(notice: Subscription["notice"]): Message | null {
  switch (notice?.code) {
    case "disputed":
      return {
        title: "A payment is disputed.",
        nextStep:
          "Access is off until the bank has decided. Until then, the plan and seats can't be changed and a cancellation can't be undone. You can cancel or end the subscription. Answer the dispute at Stripe.",
      };
    case "dispute_lost":
      return {
        title: "A dispute was lost.",
        nextStep:
          "Access stays off, but the subscription still renews and charges the customer. End it, unless you have agreed on something else.",
      };
    default:
      return null;
  }
}
