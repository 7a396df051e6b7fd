import type { SubscriptionItemRow } from "./store.ts";

/**
 * Returns what one unit of an item costs, in minor units. It has a fraction where the price at Stripe has one, e.g. 0.5
 * for half a cent; what is charged for it comes from Stripe.
 */
export function getExactAmount({
  amountMinor,
  amountDecimal,
}: Pick<SubscriptionItemRow, "amountMinor" | "amountDecimal">): number {
  return amountDecimal === null ? amountMinor : Number(amountDecimal);
}

/** Returns what all units of an item cost, in minor units, with a fraction where there is one. */
export function getExactTotal(
  item: Pick<SubscriptionItemRow, "amountMinor" | "amountDecimal" | "quantity">,
): number {
  // Stripe allows twelve decimals. Rounding to them removes what binary numbers add.
  return Number((getExactAmount(item) * item.quantity).toFixed(12));
}
