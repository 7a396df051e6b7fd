import type { AccessEffect } from "../../../worker/access/compute-access-effect.ts";
import { listNames } from "../../ui/join-names.ts";
import type { ListedOrder, Order } from "./queries.ts";

const statuses: Record<ListedOrder["status"], string> = {
  pending: "Processing",
  paid: "Paid",
  partially_refunded: "Refunded in part",
  refunded: "Refunded",
  disputed: "Disputed",
  failed: "Failed",
};

export const statusOptions = [
  { value: "", label: "Any" },
  ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
];

/** How an order stands, in a word or two. */
export function nameStatus(status: ListedOrder["status"]): string {
  return statuses[status];
}

const disputes: Record<string, string> = {
  warning_needs_response: "The bank asks about it. Answer at Stripe.",
  warning_under_review: "The bank looks at your answer.",
  warning_closed: "The bank asked, and let it be.",
  needs_response: "Open. Answer it at Stripe before its deadline.",
  under_review: "The bank looks at your answer.",
  won: "Won",
  lost: "Lost. The bank took the money back.",
};

/** How a dispute stands, whatever Stripe calls it. */
export function describeDispute(status: string): string {
  return disputes[status] ?? status.replaceAll("_", " ");
}

const refusals: Record<NonNullable<Order["refund"]["refusal"]>, string> = {
  disputed: "The buyer's bank disputes this payment, so it cannot be refunded while that goes on.",
  unpaid: "Nothing was paid, so there is nothing to refund.",
  free: "This was free, so there is nothing to refund.",
  refunded: "All of it was refunded.",
  customer_deleted: "The customer was deleted at Stripe. Refund it there, if you must.",
};

/** Why there is no button to refund. */
export function explainRefusal(refusal: NonNullable<Order["refund"]["refusal"]>): string {
  return refusals[refusal];
}

/** Somebody by what is known of them. */
export function namePerson({ name, email }: { name: string | null; email: string | null }): string {
  return name ?? email ?? "Somebody who left";
}

/**
 * What something does to a person's access, in sentences: "Ann loses Exports. Ann keeps the Handbook, which also comes
 * with the Membership."
 * @param productNames by id
 */
export function describeAccessEffect(
  { loses, keeps }: AccessEffect,
  person: string,
  productNames: Record<string, string>,
): string[] {
  if (loses.length === 0 && keeps.length === 0)
    return [`${person} has nothing from this now, so nothing changes.`];
  return [
    ...(loses.length > 0 ? [`${person} loses ${listNames(loses.map(({ name }) => name))}.`] : []),
    ...keeps.map(({ name, through }) => {
      const sources = through.map(({ type, productId }) => {
        const product = productNames[productId] ?? "another purchase";
        return type === "manual" ? `${product} (a gift)` : product;
      });
      return `${person} keeps ${name}, which also comes with ${listNames(new Set(sources))}.`;
    }),
  ];
}
