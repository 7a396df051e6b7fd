import type { Mode } from "../../config/config.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { getKnownOutcome } from "./checkout-outcome.ts";
import type { CheckoutFactsRow } from "./story.query.ts";
import { pick } from "../../lib/pick.ts";

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
