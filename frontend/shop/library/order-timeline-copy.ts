import type { I18n } from "@lingui/core";
import { msg, select } from "@lingui/core/macro";
import { describeAmount, type TimelineEntry } from "./timeline-entry.ts";

type Code = Extract<
  TimelineEntry["code"],
  | "bought"
  | "ordered"
  | `payment_${"processing" | "arrived" | "failed"}`
  | `refund${string}`
  | "second_payment_returned"
  | `dispute${string}`
  | "customer_closed"
>;

/** Describes what happened to an order or its payment. */
export function describeOrderEntry(i18n: I18n, code: Code, entry: TimelineEntry): string {
  // An order always has one.
  const amount = describeAmount(i18n, entry) ?? "–";
  const by = entry.by === "shop" ? "shop" : "other";
  switch (code) {
    case "bought":
      return entry.amountMinor === 0
        ? i18n._(msg`Added for free.`)
        : i18n._(msg`Purchased for ${amount}.`);
    case "ordered":
      return i18n._(msg`Ordered for ${amount}. The payment took some time to complete.`);
    case "payment_processing":
      return i18n._(msg`Ordered for ${amount}. The payment is processing.`);
    case "payment_arrived":
      return i18n._(msg`The payment of ${amount} was completed.`);
    case "payment_failed":
      return i18n._(msg`The payment failed. Nothing was charged.`);
    case "refunded_in_part":
      return i18n._(
        msg`${select(by, { shop: `The shop refunded ${amount}. Access continues.`, other: `${amount} was refunded. Access continues.` })}`,
      );
    case "refunded":
      return i18n._(
        msg`${select(by, { shop: `The shop refunded the full amount of ${amount}.`, other: `The full amount of ${amount} was refunded.` })}`,
      );
    case "refunded_rest":
      return i18n._(
        msg`${select(by, { shop: `The shop refunded the remaining ${amount}.`, other: `The remaining ${amount} was refunded.` })}`,
      );
    case "refund_failed":
      return i18n._(msg`The refund of ${amount} failed. The bank returned the money to the shop.`);
    case "second_payment_returned":
      return i18n._(msg`Charged twice. The second payment was refunded.`);
    case "disputed":
      return i18n._(
        msg`The payment was disputed with the bank. Access is suspended until the dispute is resolved.`,
      );
    case "dispute_won":
      return i18n._(
        msg`The payment was disputed with the bank. The dispute is resolved and access continues.`,
      );
    case "dispute_lost":
      return i18n._(msg`The bank reversed the disputed payment. Access has ended.`);
    case "customer_closed":
      return i18n._(msg`The shop removed the customer. Access has ended.`);
  }
}
