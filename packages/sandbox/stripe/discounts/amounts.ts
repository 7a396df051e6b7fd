import type Stripe from "stripe";
import { roundMoney } from "../billing/money.ts";
import type { CouponRow } from "../store/rows.ts";

/** What of these amounts a coupon is for, each with its product; the others count as nothing. */
export function discountable(
  { _products: products }: Pick<CouponRow, "_products">,
  lines: { amount: number; product: string | null }[],
): number[] {
  return lines.map(({ amount, product }) =>
    !products || (product !== null && products.includes(product)) ? amount : 0,
  );
}

/** What a coupon takes off each of these amounts, in minor units; never more than there is. */
export function discountAmounts(
  coupon: Pick<Stripe.Coupon, "percent_off" | "amount_off">,
  amounts: number[],
  currency: string,
): number[] {
  if (coupon.percent_off !== null)
    return amounts.map((amount) =>
      roundMoney((Math.max(0, amount) * coupon.percent_off!) / 100, currency),
    );
  // A fixed sum is spread by size; what rounding leaves over goes to the last.
  const sum = amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  let left = Math.min(coupon.amount_off ?? 0, sum);
  let base = sum;
  return amounts.map((amount) => {
    const size = Math.max(0, amount);
    const share = base === 0 ? 0 : Math.min(size, roundMoney((left * size) / base, currency));
    base -= size;
    left -= share;
    return share;
  });
}
