import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type Status, translateLabel } from "../frame/label.tsx";
import type { AccessEffect } from "../../../worker/access/compute-access-effect.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ListedOrder, Order } from "./queries.ts";

/** How each status of an order is shown. */
export const orderStatuses: Record<ListedOrder["status"], Status> = {
  pending: { tone: "neutral", label: msg`Processing` },
  paid: { tone: "good", label: msg`Paid` },
  partially_refunded: { tone: "warning", label: msg`Partially refunded` },
  refunded: { tone: "neutral", label: msg`Refunded` },
  disputed: { tone: "bad", label: msg`Disputed` },
  failed: { tone: "bad", label: msg`Failed` },
};

/** Returns the label of an order's status. */
export function getOrderStatusLabel(i18n: I18n, status: ListedOrder["status"]): string {
  return translateLabel(i18n, orderStatuses[status].label);
}

const disputeLabels: Record<string, MessageDescriptor> = {
  warning_needs_response: msg`Inquiry. Respond before the deadline.`,
  warning_under_review: msg`Inquiry. The bank is reviewing your response.`,
  warning_closed: msg`Inquiry closed. No dispute was opened.`,
  needs_response: msg`Open. Respond before the deadline.`,
  under_review: msg`The bank is reviewing your response.`,
  won: msg`Won`,
  lost: msg`Lost. The amount was returned to the customer.`,
};

/** Describes a dispute's status, including statuses that Stripe adds later. */
export function describeDispute(i18n: I18n, status: string): string {
  const label = disputeLabels[status];
  return label ? i18n._(label) : status.replaceAll("_", " ");
}

const refundRefusalReasons: Record<NonNullable<Order["refund"]["refusal"]>, MessageDescriptor> = {
  disputed: msg`This payment is disputed, so it can’t be refunded until the dispute is closed.`,
  unpaid: msg`Nothing was paid, so there is nothing to refund.`,
  free: msg`This order was free, so there is nothing to refund.`,
  refunded: msg`This order was fully refunded.`,
  customer_deleted: msg`The customer was deleted in Stripe. You can still refund the payment in Stripe.`,
};

/** Explains why an order cannot be refunded. */
export function explainRefundRefusal(
  i18n: I18n,
  refusal: NonNullable<Order["refund"]["refusal"]>,
): string {
  return i18n._(refundRefusalReasons[refusal]);
}

/** Returns a user's name, or else the email; deleted users have neither. */
export function getCustomerLabel(
  i18n: I18n,
  { name, email }: { name: string | null; email: string | null },
): string {
  return name ?? email ?? i18n._(msg`Deleted user`);
}

/**
 * Describes how a change affects a user's access: "Ann loses access to Exports. Ann keeps access to the Handbook, which
 * is also included in Membership."
 * @param productNames by id
 */
export function describeAccessEffect(
  i18n: I18n,
  { loses, keeps }: AccessEffect,
  customerName: string,
  productNames: Record<string, string>,
): string[] {
  const formats = formatsOf(i18n);
  if (loses.length === 0 && keeps.length === 0)
    return [
      i18n._(msg`${customerName} has no active access from this purchase, so nothing changes.`),
    ];
  const lost = formats.list(loses.map(({ name }) => name));
  return [
    ...(loses.length > 0 ? [i18n._(msg`${customerName} loses access to ${lost}.`)] : []),
    ...keeps.map(({ name, through }) => {
      const products = formats.list(
        new Set(
          through.map(({ type, productId }) => {
            const product = productNames[productId] ?? i18n._(msg`another purchase`);
            return type === "gift" ? i18n._(msg`${product} (gift)`) : product;
          }),
        ),
      );
      return i18n._(
        msg`${customerName} keeps access to ${name}, which is also included in ${products}.`,
      );
    }),
  ];
}
