import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { isCouponValid } from "./coupon.ts";

interface Redemption {
  coupon: string;
  promotionCode: string | null;
  customer: string | null;
  subscription?: string | null;
  checkoutSession?: string | null;
  invoice?: string | null;
}

/** Redeems a coupon once and creates the discount. */
export function redeemCoupon(account: Account, redemption: Redemption): Stripe.Discount {
  const now = account.clock.now();
  const coupon = account.get("coupon", redemption.coupon);
  const redeemed = { ...coupon, times_redeemed: coupon.times_redeemed + 1 };
  account.update("coupon", coupon.id, { ...redeemed, valid: isCouponValid(account, redeemed) });
  if (redemption.promotionCode) {
    const code = account.get("promotion_code", redemption.promotionCode);
    const times = code.times_redeemed + 1;
    const usedUp = code.max_redemptions !== null && times >= code.max_redemptions;
    account.update("promotion_code", code.id, {
      times_redeemed: times,
      active: code.active && !usedUp,
    });
  }
  return account.create(
    "discount",
    {
      id: newId("discount"),
      object: "discount",
      checkout_session: redemption.checkoutSession ?? null,
      customer: redemption.customer,
      customer_account: null,
      end: getDiscountEnd(coupon, now),
      invoice: redemption.invoice ?? null,
      invoice_item: null,
      promotion_code: redemption.promotionCode,
      source: { coupon: coupon.id, type: "coupon" },
      start: now,
      subscription: redemption.subscription ?? null,
      subscription_item: null,
    },
    redemption.customer ? "customer.discount.created" : undefined,
  );
}

/** Returns when a repeating discount ends, in unix seconds; null for other durations. */
function getDiscountEnd(
  { duration, duration_in_months: months }: Stripe.Coupon,
  start: number,
): number | null {
  if (duration !== "repeating" || !months) return null;
  const end = new Date(start * 1000);
  end.setUTCMonth(end.getUTCMonth() + months);
  return Math.floor(end.getTime() / 1000);
}
