import type { Account } from "../account.ts";
import { discountable, discountAmounts } from "../discounts/amounts.ts";
import { findPromotion, usablePromotion } from "../discounts/promotion.ts";
import { invalid } from "../protocol/errors.ts";
import type { CouponRow, SessionRow } from "../store/rows.ts";
import { readLines, type SessionLine } from "./session-lines.ts";

/** Adds the session up anew: after a choice of the buyer, and when a discount came or went. */
export function retotal(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  const found = readLines(account, id);
  const lines = found.map(({ row }) => row);
  const amounts = lines.map((line) => line.amount_subtotal);
  const [discount] = session.discounts ?? [];
  const off = discount
    ? takenOff(account.get("coupon", discount.coupon as string), found, session.currency!)
    : amounts.map(() => 0);
  for (const [index, line] of lines.entries())
    account.change("item", line.id, {
      amount_discount: off[index]!,
      amount_total: line.amount_subtotal - off[index]!,
    });
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0);
  const taken = off.reduce((sum, amount) => sum + amount, 0);
  return account.change("checkout.session", id, {
    amount_subtotal: subtotal,
    amount_total: subtotal - taken,
    total_details: { amount_discount: taken, amount_shipping: 0, amount_tax: 0 },
    payment_status: subtotal - taken === 0 ? "no_payment_required" : "unpaid",
  });
}

function takenOff(coupon: CouponRow, lines: SessionLine[], currency: string): number[] {
  return discountAmounts(coupon, discountable(coupon, lines.map(toAmount)), currency);
}

function toAmount({ row, price }: SessionLine) {
  return { amount: row.amount_subtotal, product: price.product as string };
}

/** The buyer types a promotion code; refused with the words for the form. */
export function enterPromotion(account: Account, id: string, typed: string): SessionRow {
  const session = account.get("checkout.session", id);
  const param = "promotion_code";
  if (!session.allow_promotion_codes)
    throw invalid("This Checkout Session takes no promotion codes.", { param });
  const code = findPromotion(account, typed);
  if (!code) throw invalid("This code is invalid.", { code: "promotion_code_invalid", param });
  const coupon = usablePromotion(account, code, {
    currency: session.currency!,
    customer: session.customer as string | null,
    total: session.amount_subtotal ?? 0,
    param,
  });
  const left = discountable(coupon, readLines(account, id).map(toAmount));
  if (coupon._products && left.every((amount) => amount === 0))
    throw invalid("This code does not apply to what is in your order.", {
      code: "promotion_code_invalid",
      param,
    });
  account.change("checkout.session", id, {
    discounts: [{ coupon: coupon.id, promotion_code: code.id }],
  });
  return retotal(account, id);
}

/** The buyer takes a code back that was entered on the page. */
export function removePromotion(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  if (!session.allow_promotion_codes) return session;
  account.change("checkout.session", id, { discounts: [] });
  return retotal(account, id);
}
