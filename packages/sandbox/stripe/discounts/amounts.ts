import type Stripe from "stripe";
import { roundMoney } from "../money.ts";
import type { CouponRow } from "../store/rows.ts";

/** Returns the amounts that a coupon applies to, with 0 for lines of other products. */
export function getDiscountableAmounts(
  { _products: products }: Pick<CouponRow, "_products">,
  lines: { amount: number; product: string | null }[],
): number[] {
  return lines.map(({ amount, product }) =>
    !products || (product !== null && products.includes(product)) ? amount : 0,
  );
}

/** Returns the discount on each amount, in minor units. No discount exceeds its amount. */
export function computeDiscountAmounts(
  coupon: Pick<Stripe.Coupon, "percent_off" | "amount_off">,
  amounts: number[],
  currency: string,
): number[] {
  if (coupon.percent_off !== null)
    return amounts.map((amount) =>
      roundMoney((Math.max(0, amount) * coupon.percent_off!) / 100, currency),
    );
  // A fixed discount is distributed in proportion to the amounts. The last amount absorbs the rounding.
  const sum = amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  let remaining = Math.min(coupon.amount_off ?? 0, sum);
  let base = sum;
  return amounts.map((amount) => {
    const size = Math.max(0, amount);
    const share = base === 0 ? 0 : Math.min(size, roundMoney((remaining * size) / base, currency));
    base -= size;
    remaining -= share;
    return share;
  });
}
