import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { CouponRow, SubscriptionRow } from "../store/rows.ts";
import { chooseDiscount, type DiscountParams } from "./params.ts";
import { redeem } from "./redeem-coupon.ts";

/** A discount that is in force, with its coupon. */
export interface AppliedDiscount {
  id: string;
  coupon: CouponRow;
}

/** The discounts of a subscription that are in force at a moment (unix seconds). */
export function activeDiscounts(
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

/** Replaces the discounts of a subscription: none for null or an empty list. */
export function discountSubscription(
  account: Account,
  subscription: SubscriptionRow,
  given: DiscountParams | null | undefined,
): Partial<SubscriptionRow> {
  if (given === undefined) return {};
  const chosen = chooseDiscount(account, given ?? [], {
    currency: subscription.currency,
    customer: subscription.customer as string,
    total: Number.POSITIVE_INFINITY,
  });
  dropDiscounts(account, subscription, () => true);
  if (!chosen) return { discounts: [] };
  const discount = redeem(account, {
    coupon: chosen.coupon.id,
    promotionCode: chosen.promotionCode,
    customer: subscription.customer as string,
    subscription: subscription.id,
  });
  return { discounts: [discount.id] };
}

/** A discount for once is used up by the first invoice that it took something off. */
export function useUpDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  invoice: Pick<Stripe.Invoice, "total_discount_amounts">,
): void {
  const used = (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0);
  const ids = new Set(used.map(({ discount }) => discount));
  dropDiscounts(
    account,
    subscription,
    ({ id, coupon }) => coupon.duration === "once" && ids.has(id),
  );
}

function dropDiscounts(
  account: Account,
  subscription: SubscriptionRow,
  goes: (discount: AppliedDiscount) => boolean,
): void {
  const gone = activeDiscounts(account, subscription, account.clock.now()).filter(goes);
  if (gone.length === 0) return;
  account.change("subscription", subscription.id, {
    discounts: subscription.discounts.filter((id) => !gone.some((discount) => discount.id === id)),
  });
  for (const { id } of gone)
    account.emit("customer.discount.deleted", "discount", account.get("discount", id));
}
