import type { Account } from "../account.ts";
import { listActiveDiscounts } from "../discounts/subscription-discounts.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { findBilledAmounts } from "./billed-amounts.ts";
import { describeLine, describeProration } from "./describe-line.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import { computeAmount, roundMoney } from "../money.ts";
import type { PlannedItems } from "./plan-items.ts";

/**
 * Computes the proration lines of an item change from `at` (Unix seconds) to the end of the period: credits for the
 * unused time already billed, and debits for the remaining time at the new price. Returns none during a trial.
 */
export function computeProrations(
  account: Account,
  subscription: SubscriptionRow,
  plan: PlannedItems,
  at: number,
): InvoiceLine[] {
  if (subscription.status === "trialing") return [];
  const touched = new Set([...plan.changed, ...plan.restarted]);
  const credits = plan.before
    .filter(({ id }) => touched.has(id))
    .flatMap((item) => creditUnusedTime(account, subscription, item, at));
  const debits = plan.after
    .filter(({ id }) => touched.has(id) && !plan.restarted.has(id))
    .flatMap((item) => billRemainingTime(account, subscription, item, at));
  return [...credits, ...debits];
}

/** Returns one line for the full current period of each item. */
export function billFullPeriods(
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
      amount: computeAmount(price, quantity),
      description: describeLine(account, price, quantity),
      period: { start: item.current_period_start, end: item.current_period_end },
      subscriptionItem: { subscription: subscription.id, item: item.id },
    };
  });
}

/** Credits what was billed for the time after `at` (Unix seconds): one credit per debit, based on the amount billed. */
export function creditUnusedTime(
  account: Account,
  subscription: SubscriptionRow,
  item: SubscriptionItemRow,
  at: number,
): InvoiceLine[] {
  return findBilledAmounts(account, subscription, item.id, at).flatMap((debit): InvoiceLine[] => {
    const { start, end } = debit.period;
    const remainingShare = Math.min(1, (end - at) / (end - start));
    const amount = roundMoney(-debit.amount * remainingShare, subscription.currency);
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
        proration: { creditedItemId: debit.id, creditedLine: debit.line },
      },
    ];
  });
}

/** Bills an item for the time from `at` (Unix seconds) to the end of its period. */
export function billRemainingTime(
  account: Account,
  subscription: SubscriptionRow,
  item: SubscriptionItemRow,
  at: number,
): InvoiceLine[] {
  const price = account.get("price", item.price);
  const quantity = item.quantity ?? 1;
  const { current_period_start: start, current_period_end: end } = item;
  const remainingShare = Math.min(1, (end - at) / (end - start));
  const gross = Number(price.unit_amount_decimal) * quantity * remainingShare;
  const amount = roundMoney(
    gross * getShareAfterDiscounts(account, subscription, at),
    price.currency,
  );
  if (amount === 0) return [];
  return [
    {
      price,
      quantity,
      amount,
      description: describeProration(account, "Remaining", { price, quantity, at }),
      period: { start: at, end },
      subscriptionItem: { subscription: subscription.id, item: item.id },
      proration: { creditedItemId: null, creditedLine: null },
    },
  ];
}

/** Returns the share of a price left after percentage discounts. Fixed-amount discounts don't affect prorations. */
function getShareAfterDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  at: number,
): number {
  return listActiveDiscounts(account, subscription, at).reduce(
    (share, { coupon }) => share * (1 - (coupon.percent_off ?? 0) / 100),
    1,
  );
}
