import type { Account } from "../account.ts";
import { activeDiscounts } from "../discounts/subscription-discounts.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { findDebits } from "./billed-amounts.ts";
import { describeLine, describeProration } from "./describe-line.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { amountOf, roundMoney } from "./money.ts";
import type { ItemPlan } from "./plan-items.ts";

/**
 * What a change of items costs from `at` (unix seconds) to the end of the period: what was billed before is credited
 * for the time that is left, and the new price is billed for it. Nothing while a trial runs.
 */
export function prorate(
  account: Account,
  subscription: SubscriptionRow,
  plan: ItemPlan,
  at: number,
): InvoiceLine[] {
  if (subscription.status === "trialing") return [];
  const touched = new Set([...plan.changed, ...plan.restarted]);
  const credits = plan.before
    .filter(({ id }) => touched.has(id))
    .flatMap((item) => creditRest(account, subscription, item, at));
  const debits = plan.after
    .filter(({ id }) => touched.has(id) && !plan.restarted.has(id))
    .flatMap((item) => debitRest(account, subscription, item, at));
  return [...credits, ...debits];
}

/** A whole period of the items that begin one now. */
export function billWhole(
  account: Account,
  subscription: Pick<SubscriptionRow, "id">,
  items: SubscriptionItemRow[],
): InvoiceLine[] {
  return items.map((item): InvoiceLine => {
    const price = account.get("price", item.price);
    const quantity = item.quantity ?? 1;
    return {
      price,
      quantity,
      amount: amountOf(price, quantity),
      description: describeLine(account, price, quantity),
      period: { start: item.current_period_start, end: item.current_period_end },
      subscriptionItem: { subscription: subscription.id, item: item.id },
    };
  });
}

/** Takes back what was billed for the time after `at`: one credit for each debit, by what was really debited. */
export function creditRest(
  account: Account,
  subscription: SubscriptionRow,
  item: SubscriptionItemRow,
  at: number,
): InvoiceLine[] {
  return findDebits(account, subscription, item.id, at).flatMap((debit): InvoiceLine[] => {
    const { start, end } = debit.period;
    const rest = Math.min(1, (end - at) / (end - start));
    const amount = roundMoney(-debit.amount * rest, subscription.currency);
    if (amount === 0) return [];
    const price = account.get("price", debit.price);
    const { quantity } = debit;
    return [
      {
        price,
        quantity,
        amount,
        description: describeProration(account, "Unused", { price, quantity, at }),
        period: { start: Math.max(at, start), end },
        subscriptionItem: { subscription: subscription.id, item: item.id },
        proration: { credits: debit.id, creditedLine: debit.line },
      },
    ];
  });
}

/** The price of an item for the time from `at` to the end of its period. */
export function debitRest(
  account: Account,
  subscription: SubscriptionRow,
  item: SubscriptionItemRow,
  at: number,
): InvoiceLine[] {
  const price = account.get("price", item.price);
  const quantity = item.quantity ?? 1;
  const { current_period_start: start, current_period_end: end } = item;
  const rest = Math.min(1, (end - at) / (end - start));
  const gross = Number(price.unit_amount_decimal) * quantity * rest;
  const amount = roundMoney(gross * shareToPay(account, subscription, at), price.currency);
  if (amount === 0) return [];
  return [
    {
      price,
      quantity,
      amount,
      description: describeProration(account, "Remaining", { price, quantity, at }),
      period: { start: at, end },
      subscriptionItem: { subscription: subscription.id, item: item.id },
      proration: { credits: null, creditedLine: null },
    },
  ];
}

/** What percentages leave of a price. Sums that are taken off are no part of a proration. */
function shareToPay(account: Account, subscription: SubscriptionRow, at: number): number {
  return activeDiscounts(account, subscription, at).reduce(
    (share, { coupon }) => share * (1 - (coupon.percent_off ?? 0) / 100),
    1,
  );
}
