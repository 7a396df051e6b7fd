import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { CouponRow, SubscriptionRow } from "../store/rows.ts";
import { resolveDiscount, type DiscountParams } from "./params.ts";
import { redeemCoupon } from "./redeem-coupon.ts";

/** An active discount with its coupon. */
export interface AppliedDiscount {
  id: string;
  coupon: CouponRow;
}

/** Returns the discounts of a subscription that are active at `at` (unix seconds). */
export function listActiveDiscounts(
  account: Account,
  subscription: Pick<SubscriptionRow, "discounts">,
  at: number,
): AppliedDiscount[] {
  return subscription.discounts
    .map((id) => account.objects.find("discount", id as string))
    .filter((row) => row !== undefined)
    .filter(({ end }) => end === null || end > at)
    .map(({ id, source }) => ({ id, coupon: account.get("coupon", source.coupon as string) }));
}

/** Replaces the discounts of a subscription. Null or an empty list removes them; undefined changes nothing. */
export function replaceSubscriptionDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  given: DiscountParams | null | undefined,
): Partial<SubscriptionRow> {
  if (given === undefined) return {};
  const chosen = resolveDiscount(account, given ?? [], {
    currency: subscription.currency,
    customer: subscription.customer as string,
    total: Number.POSITIVE_INFINITY,
  });
  removeDiscounts(account, subscription, () => true);
  if (!chosen) return { discounts: [] };
  const discount = redeemCoupon(account, {
    coupon: chosen.coupon.id,
    promotionCode: chosen.promotionCode,
    customer: subscription.customer as string,
    subscription: subscription.id,
  });
  return { discounts: [discount.id] };
}

/** Removes the discounts with duration `once` that reduced this invoice. */
export function removeUsedDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  invoice: Pick<Stripe.Invoice, "total_discount_amounts">,
): void {
  const used = (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0);
  const ids = new Set(used.map(({ discount }) => discount));
  removeDiscounts(
    account,
    subscription,
    ({ id, coupon }) => coupon.duration === "once" && ids.has(id),
  );
}

function removeDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  shouldRemove: (discount: AppliedDiscount) => boolean,
): void {
  const removed = listActiveDiscounts(account, subscription, account.clock.now()).filter(
    shouldRemove,
  );
  if (removed.length === 0) return;
  account.update("subscription", subscription.id, {
    discounts: subscription.discounts.filter(
      (id) => !removed.some((discount) => discount.id === id),
    ),
  });
  for (const { id } of removed)
    account.emit("customer.discount.deleted", "discount", account.get("discount", id));
}
