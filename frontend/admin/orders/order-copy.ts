import type { AccessEffect } from "../../../worker/access/compute-access-effect.ts";
import { joinNames } from "../../ui/join-names.ts";
import type { ListedOrder, Order } from "./queries.ts";

const statusLabels: Record<ListedOrder["status"], string> = {
  pending: "Processing",
  paid: "Paid",
  partially_refunded: "Refunded in part",
  refunded: "Refunded",
  disputed: "Disputed",
  failed: "Failed",
};

export const statusOptions = [
  { value: "", label: "Any" },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
];

/** Returns the label of an order's status. */
export function getOrderStatusLabel(status: ListedOrder["status"]): string {
  return statusLabels[status];
}

const disputeLabels: Record<string, string> = {
  warning_needs_response: "The bank asks about it. Answer at Stripe.",
  warning_under_review: "The bank looks at your answer.",
  warning_closed: "The bank asked, and let it be.",
  needs_response: "Open. Answer it at Stripe before its deadline.",
  under_review: "The bank looks at your answer.",
  won: "Won",
  lost: "Lost. The bank took the money back.",
};

/** Describes a dispute's status, including statuses that Stripe adds later. */
export function describeDispute(status: string): string {
  return disputeLabels[status] ?? status.replaceAll("_", " ");
}

const refundRefusalReasons: Record<NonNullable<Order["refund"]["refusal"]>, string> = {
  disputed: "The buyer's bank disputes this payment, so it cannot be refunded while that goes on.",
  unpaid: "Nothing was paid, so there is nothing to refund.",
  free: "This was free, so there is nothing to refund.",
  refunded: "All of it was refunded.",
  customer_deleted: "The customer was deleted at Stripe. Refund it there, if you must.",
};

/** Explains why an order cannot be refunded. */
export function explainRefundRefusal(refusal: NonNullable<Order["refund"]["refusal"]>): string {
  return refundRefusalReasons[refusal];
}

/** Returns a user's name, or else the email; deleted users have neither. */
export function getCustomerLabel({
  name,
  email,
}: {
  name: string | null;
  email: string | null;
}): string {
  return name ?? email ?? "Somebody who left";
}

/**
 * Describes how a change affects a user's access: "Ann loses Exports. Ann keeps the Handbook, which also comes with the
 * Membership."
 * @param productNames by id
 */
export function describeAccessEffect(
  { loses, keeps }: AccessEffect,
  customerName: string,
  productNames: Record<string, string>,
): string[] {
  if (loses.length === 0 && keeps.length === 0)
    return [`${customerName} has nothing from this now, so nothing changes.`];
  return [
    ...(loses.length > 0
      ? [`${customerName} loses ${joinNames(loses.map(({ name }) => name))}.`]
      : []),
    ...keeps.map(({ name, through }) => {
      const sources = through.map(({ type, productId }) => {
        const product = productNames[productId] ?? "another purchase";
        return type === "manual" ? `${product} (a gift)` : product;
      });
      return `${customerName} keeps ${name}, which also comes with ${joinNames(new Set(sources))}.`;
    }),
  ];
}
