import type Stripe from "stripe";
import { parseTaxBehavior, resolvePriceTax } from "../../catalog/price-tax.ts";
import type { TaxDisplay } from "../../settings/tax-settings.ts";
import { getExactTotal } from "../../purchases/subscriptions/exact-amount.ts";
import type { SubscriptionItemRow } from "../../purchases/subscriptions/store.ts";
import type { ExpandedSubscription } from "./expand-subscriptions.ts";
import { computeItemDiscounts } from "./lasting-discounts.ts";
import { idOf } from "../../stripe/references.ts";

/** Converts the items of a subscription to our columns. */
export function toItemRows(
  subscription: ExpandedSubscription,
  subscriptionId: string,
  facts: { ourProducts: Map<string, string>; taxDisplay: TaxDisplay },
): SubscriptionItemRow[] {
  const isCalculated =
    subscription.automatic_tax.enabled || (subscription.managed_payments?.enabled ?? false);
  const taxDisplay = { ...facts.taxDisplay, isCalculated };
  const { data } = subscription.items;
  const rows = data.map((item): SubscriptionItemRow => {
    const { price } = item;
    return {
      stripeItemId: item.id,
      subscriptionId,
      productId: facts.ourProducts.get(stripeProductIdOf(item)) ?? null,
      stripePriceId: price.id,
      ...toAmount(price),
      currency: price.currency,
      interval: price.recurring?.interval ?? "month",
      intervalCount: price.recurring?.interval_count ?? 1,
      quantity: item.quantity ?? 1,
      taxBehavior: resolvePriceTax(taxDisplay, {
        currency: price.currency,
        taxBehavior: parseTaxBehavior(price.tax_behavior),
      }),
      discountMinor: 0,
    };
  });
  const discounts = computeItemDiscounts(
    rows.map((row, index) => ({
      id: row.stripeItemId,
      productId: stripeProductIdOf(data[index]!),
      amountMinor: Math.round(getExactTotal(row)),
    })),
    subscription.lastingDiscounts,
  );
  return rows.map((row) => ({ ...row, discountMinor: discounts.get(row.stripeItemId) ?? 0 }));
}

/** Returns the amount in minor units, and the exact one if it has fractions of them. */
function toAmount({
  unit_amount: amount,
  unit_amount_decimal: decimal,
}: Stripe.Price): Pick<SubscriptionItemRow, "amountMinor" | "amountDecimal"> {
  if (amount !== null) return { amountMinor: amount, amountDecimal: null };
  const exact = decimal === null ? null : decimal.toString();
  return { amountMinor: Math.round(Number(exact ?? 0)), amountDecimal: exact };
}

/** Returns the ids at Stripe of the products that these subscriptions include. */
export function listStripeProductIds(subscriptions: Stripe.Subscription[]): string[] {
  return [...new Set(subscriptions.flatMap(({ items }) => items.data.map(stripeProductIdOf)))];
}

/** Returns the id of an item's product at Stripe. */
export function stripeProductIdOf({ price }: Stripe.SubscriptionItem): string {
  return idOf(price.product);
}
