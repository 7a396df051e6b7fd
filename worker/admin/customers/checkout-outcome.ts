import type { CheckoutFactsRow } from "./story.query.ts";
import type { Mode } from "../../config/config.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { pick } from "../../lib/pick.ts";

/**
 * What became of a checkout:
 * - `paid`: it led to an order or a subscription
 * - `missed`: paid at Stripe, and this shop does not know of it yet
 * - `processing`: the bank has not answered yet
 * - `failed`: the bank declined after the checkout was complete, as with a debit
 * - `trial_refused`: the free trial did not start, and nothing was charged
 * - `declined`: the latest payment attempt failed
 * - `needs_action`: the bank asks the buyer to confirm the payment (3-D Secure), and they have not done so
 * - `open`: nobody has tried to pay yet, and it can still be paid
 * - `abandoned`: it ended, and nobody tried to pay
 */
export type CheckoutOutcome =
  | "paid"
  | "missed"
  | "processing"
  | "failed"
  | "trial_refused"
  | "declined"
  | "needs_action"
  | "open"
  | "abandoned";

/** The outcome according to our rows; Stripe may know more about one that is `open` or `abandoned`. */
export function getKnownOutcome(
  row: Pick<
    CheckoutFactsRow,
    "status" | "orderId" | "orderStatus" | "subscriptionId" | "trialRefused" | "expiresAt"
  >,
  now: number,
): CheckoutOutcome {
  if (row.orderId !== null) {
    if (row.orderStatus === "pending") return "processing";
    return row.orderStatus === "failed" ? "failed" : "paid";
  }
  if (row.subscriptionId !== null) return row.trialRefused === null ? "paid" : "trial_refused";
  if (row.status === "complete") return "paid";
  return row.status === "open" && row.expiresAt > now ? "open" : "abandoned";
}

/**
 * Adds what Stripe says now to what our rows know.
 * @param atStripe the session, and the result of the latest attempt to pay it
 */
export function decideOutcome(
  known: CheckoutOutcome,
  atStripe: {
    sessionStatus: string | null;
    isPaid: boolean;
    isDeclined: boolean;
    needsAction: boolean;
  },
): CheckoutOutcome {
  if (known !== "open" && known !== "abandoned") return known;
  if (atStripe.sessionStatus === "complete") return atStripe.isPaid ? "missed" : "processing";
  if (atStripe.needsAction) return "needs_action";
  if (atStripe.isDeclined) return "declined";
  return atStripe.sessionStatus === "expired" ? "abandoned" : known;
}

/** Describes a checkout as our rows know it. Amounts in minor units, times in unix milliseconds. */
export function toCheckoutSummary(
  row: CheckoutFactsRow,
  { mode, now }: { mode: Mode; now: number },
) {
  return {
    ...pick(row, ["id", "quantity", "trialDays", "createdAt", "expiresAt"]),
    product: { id: row.productId, name: row.productName },
    /** Of one seat, before tax and discounts. `interval` is null for a one-time price. */
    price: pick(row, ["amountMinor", "currency", "interval", "intervalCount"]),
    /** What the order came to, with discounts and tax; null if there is none. */
    orderTotalMinor: row.orderTotalMinor,
    outcome: getKnownOutcome(row, now),
    /** The order or subscription that it led to. */
    source: findSource(row),
    /** Null if Stripe never had it. */
    stripeUrl:
      row.stripeSessionId === null
        ? null
        : dashboardUrl(mode, `checkout/sessions/${row.stripeSessionId}`),
  };
}

function findSource({ orderId, subscriptionId }: CheckoutFactsRow) {
  if (orderId !== null) return { type: "order" as const, id: orderId };
  return subscriptionId === null ? null : { type: "subscription" as const, id: subscriptionId };
}
