import type { Account } from "../account.ts";
import { getDiscountableAmounts, computeDiscountAmounts } from "../discounts/amounts.ts";
import { findPromotionCode, getUsableCoupon } from "../discounts/promotion.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { CouponRow, SessionRow } from "../store/rows.ts";
import { listSessionLines, type SessionLine } from "./session-lines.ts";

/** Recomputes the totals of a session after its lines or discounts changed. */
export function recomputeTotals(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  const found = listSessionLines(account, id);
  const lines = found.map(({ row }) => row);
  const amounts = lines.map((line) => line.amount_subtotal);
  const [discount] = session.discounts ?? [];
  const lineDiscounts = discount
    ? computeLineDiscounts(
        account.get("coupon", discount.coupon as string),
        found,
        session.currency!,
      )
    : amounts.map(() => 0);
  for (const [index, line] of lines.entries())
    account.update("item", line.id, {
      amount_discount: lineDiscounts[index]!,
      amount_total: line.amount_subtotal - lineDiscounts[index]!,
    });
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const discountTotal = lineDiscounts.reduce((sum, amount) => sum + amount, 0);
  return account.update("checkout.session", id, {
    amount_subtotal: subtotal,
    amount_total: subtotal - discountTotal,
    total_details: { amount_discount: discountTotal, amount_shipping: 0, amount_tax: 0 },
    payment_status: subtotal - discountTotal === 0 ? "no_payment_required" : "unpaid",
  });
}

function computeLineDiscounts(coupon: CouponRow, lines: SessionLine[], currency: string): number[] {
  return computeDiscountAmounts(
    coupon,
    getDiscountableAmounts(coupon, lines.map(toDiscountableLine)),
    currency,
  );
}

function toDiscountableLine({ row, price }: SessionLine) {
  return { amount: row.amount_subtotal, product: price.product as string };
}

/** Applies a promotion code that the customer typed. @throws ApiError 400 with a message for the form */
export function applyPromotionCode(account: Account, id: string, typed: string): SessionRow {
  const session = account.get("checkout.session", id);
  const param = "promotion_code";
  if (!session.allow_promotion_codes)
    throw invalidRequestError("This Checkout Session takes no promotion codes.", { param });
  const code = findPromotionCode(account, typed);
  if (!code)
    throw invalidRequestError("This code is invalid.", { code: "promotion_code_invalid", param });
  const coupon = getUsableCoupon(account, code, {
    currency: session.currency!,
    customer: session.customer as string | null,
    total: session.amount_subtotal ?? 0,
    param,
  });
  const discountable = getDiscountableAmounts(
    coupon,
    listSessionLines(account, id).map(toDiscountableLine),
  );
  if (coupon._products && discountable.every((amount) => amount === 0))
    throw invalidRequestError("This code does not apply to what is in your order.", {
      code: "promotion_code_invalid",
      param,
    });
  account.update("checkout.session", id, {
    discounts: [{ coupon: coupon.id, promotion_code: code.id }],
  });
  return recomputeTotals(account, id);
}

/** Removes the promotion code that was entered on the page. */
export function removePromotionCode(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (!session.allow_promotion_codes) return session;
  account.update("checkout.session", id, { discounts: [] });
  return recomputeTotals(account, id);
}
