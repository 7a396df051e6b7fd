import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { isValid } from "./coupon.ts";

interface Redemption {
  coupon: string;
  promotionCode: string | null;
  customer: string | null;
  subscription?: string | null;
  checkoutSession?: string | null;
  invoice?: string | null;
}

/** Uses a coupon up once, for what it is now attached to. */
export function redeem(account: Account, redemption: Redemption): Stripe.Discount {
  const now = account.clock.now();
  const coupon = account.get("coupon", redemption.coupon);
  const redeemed = { ...coupon, times_redeemed: coupon.times_redeemed + 1 };
  account.change("coupon", coupon.id, { ...redeemed, valid: isValid(account, redeemed) });
  if (redemption.promotionCode) {
    const code = account.get("promotion_code", redemption.promotionCode);
    const times = code.times_redeemed + 1;
    const usedUp = code.max_redemptions !== null && times >= code.max_redemptions;
    account.change("promotion_code", code.id, {
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
      end: endOf(coupon, now),
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

/** When a discount that repeats for some months ends, in unix seconds; null for the others. */
function endOf(
  { duration, duration_in_months: months }: Stripe.Coupon,
  start: number,
): number | null {
  if (duration !== "repeating" || !months) return null;
  const end = new Date(start * 1000);
  end.setUTCMonth(end.getUTCMonth() + months);
  return Math.floor(end.getTime() / 1000);
}
