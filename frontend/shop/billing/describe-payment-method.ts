import type { Subscription } from "./queries.ts";

type PaymentMethod = NonNullable<Subscription["paymentMethod"]>;

const brands: Record<string, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

const types: Record<string, string> = {
  card: "Card",
  link: "Link",
  paypal: "PayPal",
  sepa_debit: "SEPA direct debit",
  us_bank_account: "Bank account",
};

/** Describes a payment method: "Visa ending in 4242, good through 12/2034". */
export function describePaymentMethod({
  type,
  brand,
  last4,
  expMonth,
  expYear,
}: PaymentMethod): string {
  const name = (brand && brands[brand]) ?? types[type] ?? "Another way to pay";
  const ending = last4 ? ` ending in ${last4}` : "";
  const expiry =
    expMonth && expYear ? `, good through ${String(expMonth).padStart(2, "0")}/${expYear}` : "";
  return name + ending + expiry;
}

/**
 * Returns whether a card has expired at `at`, in unix milliseconds. A card is valid until the end of its expiry month.
 */
export function isExpiredAt({ expMonth, expYear }: PaymentMethod, at: number): boolean {
  return expMonth !== null && expYear !== null && at >= Date.UTC(expYear, expMonth);
}
