import type { Mode } from "../../config/config.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { findKnownOutcome, type CheckoutOutcome } from "./checkout-outcome.ts";
import type { CheckoutFactsRow } from "./store-story.ts";

/** A checkout as our rows know it. Amounts in minor units, times in unix milliseconds. */
export type CheckoutSummary = {
  id: string;
  product: { id: string; name: string };
  /** The price of one seat, before tax and discounts. `interval` is null for a one-time price. */
  price: {
    amountMinor: number;
    currency: string;
    interval: string | null;
    intervalCount: number | null;
  };
  quantity: number;
  trialDays: number;
  outcome: CheckoutOutcome;
  /** The order or subscription that it led to. */
  source: { type: "order" | "subscription"; id: string } | null;
  createdAt: number;
  expiresAt: number;
  /** Null if Stripe never had it. */
  stripeUrl: string | null;
};

/** Describes a checkout without asking Stripe. */
export function toCheckoutSummary(
  row: CheckoutFactsRow,
  { mode, now }: { mode: Mode; now: number },
): CheckoutSummary {
  const { amountMinor, currency, interval, intervalCount } = row;
  return {
    id: row.id,
    product: { id: row.productId, name: row.productName },
    price: { amountMinor, currency, interval, intervalCount },
    quantity: row.quantity,
    trialDays: row.trialDays,
    outcome: findKnownOutcome(row, now),
    source: findSource(row),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    stripeUrl:
      row.stripeSessionId === null
        ? null
        : dashboardUrl(mode, `checkout/sessions/${row.stripeSessionId}`),
  };
}

function findSource({ orderId, subscriptionId }: CheckoutFactsRow): CheckoutSummary["source"] {
  if (orderId !== null) return { type: "order", id: orderId };
  return subscriptionId === null ? null : { type: "subscription", id: subscriptionId };
}
