import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { formatMoney } from "../billing/money.ts";
import { invalid } from "../protocol/errors.ts";
import type { CouponRow } from "../store/rows.ts";
import { redeemable } from "./coupon.ts";

/** The code that somebody typed, whatever its case; undefined when no active one has it. */
export function findPromotion(account: Account, typed: string): Stripe.PromotionCode | undefined {
  return account.objects
    .all("promotion_code", [{ field: "active", equals: true }])
    .find(({ code }) => code.toUpperCase() === typed.trim().toUpperCase());
}

/** The coupon of a code when this buyer may use it for this order (minor units), or Stripe's refusal. */
export function usablePromotion(
  account: Account,
  code: Stripe.PromotionCode,
  {
    currency,
    customer,
    total,
    param,
  }: { currency: string; customer: string | null; total: number; param: string },
): CouponRow {
  const refuse = (message: string) => invalid(message, { code: "promotion_code_invalid", param });
  const expired = code.expires_at !== null && code.expires_at <= account.clock.now();
  if (!code.active || expired) throw refuse("This promotion code has expired.");
  if (code.customer && code.customer !== customer)
    throw refuse("This promotion code cannot be redeemed by this customer.");
  const { first_time_transaction: firstTime, minimum_amount: minimum } = code.restrictions;
  if (
    minimum !== null &&
    (code.restrictions.minimum_amount_currency !== currency || total < minimum)
  )
    throw refuse(
      `This promotion code needs an order of at least ${formatMoney(minimum, code.restrictions.minimum_amount_currency!)}.`,
    );
  if (firstTime && customer && hasPaid(account, customer))
    throw refuse("This promotion code is for a first order only.");
  return redeemable(account, code.promotion.coupon as string, { currency, param });
}

function hasPaid(account: Account, customer: string): boolean {
  return account.objects
    .all("charge", [{ field: "customer", equals: customer }])
    .some(({ paid }) => paid);
}
