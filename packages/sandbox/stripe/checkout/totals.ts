import type { Account } from "../account.ts";
import { getDiscountableAmounts, computeDiscountAmounts } from "../discounts/amounts.ts";
import { findPromotionCode, getUsableCoupon } from "../discounts/promotion.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { CouponRow, SessionRow } from "../store/rows.ts";
import { computeLineTax, getTaxOnTop, type TaxedCustomer } from "../tax/compute-tax.ts";
import { getSessionTax, getShownTax } from "./session-tax.ts";
import { listSessionLines, type SessionLine } from "./session-lines.ts";

/** What a session costs, in minor units. */
export interface SessionTotals {
  subtotal: number;
  total: number;
  discount: number;
  tax: number;
  /** In the order of the lines. */
  lines: { amount_discount: number; amount_tax: number; amount_total: number }[];
}

/** Recomputes the totals of a session after its lines, its discounts or the customer's address changed. */
export function recomputeTotals(account: Account, id: string): SessionRow {
  const session = account.get("checkout.session", id);
  const totals = computeTotals(account, session, getSessionTax(account, session));
  for (const [index, { row }] of listSessionLines(account, id).entries())
    account.update("item", row.id, totals.lines[index]!);
  return account.update("checkout.session", id, {
    amount_subtotal: totals.subtotal,
    amount_total: totals.total,
    total_details: {
      amount_discount: totals.discount,
      amount_shipping: 0,
      amount_tax: totals.tax,
    },
    payment_status: totals.total === 0 ? "no_payment_required" : "unpaid",
  });
}

/** Returns what the page shows: the totals at the address that it fills in. Zero in setup mode. */
export function computeShownTotals(account: Account, session: SessionRow): SessionTotals {
  return session.mode === "setup"
    ? { subtotal: 0, total: 0, discount: 0, tax: 0, lines: [] }
    : computeTotals(account, session, getShownTax(account, session));
}

/**
 * Computes the totals of a session.
 * @param customer who is taxed; null if no tax is calculated
 */
export function computeTotals(
  account: Account,
  session: SessionRow,
  customer: TaxedCustomer | null,
): SessionTotals {
  const found = listSessionLines(account, session.id);
  const amounts = found.map(({ row }) => row.amount_subtotal);
  const [discount] = session.discounts ?? [];
  const lineDiscounts = discount
    ? computeLineDiscounts(
        account.get("coupon", discount.coupon as string),
        found,
        session.currency!,
      )
    : amounts.map(() => 0);
  const lines = found.map(({ row, price }, index) => {
    const amount = row.amount_subtotal - lineDiscounts[index]!;
    const tax = customer && computeLineTax(account, price, amount, customer);
    return {
      amount_discount: lineDiscounts[index]!,
      amount_tax: tax?.amount ?? 0,
      amount_total: amount + getTaxOnTop(tax),
    };
  });
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    subtotal: sum(amounts),
    total: sum(lines.map((line) => line.amount_total)),
    discount: sum(lineDiscounts),
    tax: sum(lines.map((line) => line.amount_tax)),
    lines,
  };
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
