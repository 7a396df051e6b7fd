import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paymentBrands as brands } from "../../../worker/shared/payment-brands.ts";
import type { Subscription } from "./queries.ts";

type PaymentMethod = NonNullable<Subscription["paymentMethod"]>;

const types: Record<string, MessageDescriptor> = {
  card: msg({ message: `Card`, comment: "A payment method: a credit or debit card" }),
  sepa_debit: msg({ message: `SEPA Direct Debit`, comment: "A payment method" }),
  us_bank_account: msg({ message: `Bank account`, comment: "A payment method" }),
};

/** Describes a payment method: "Visa ending in 4242, expires 12/2034". */
export function describePaymentMethod(
  i18n: I18n,
  { type, brand, last4, expMonth, expYear }: PaymentMethod,
): string {
  const name = brands[brand ?? ""] ?? brands[type] ?? describeType(i18n, type);
  const expiry = expMonth && expYear ? `${String(expMonth).padStart(2, "0")}/${expYear}` : null;
  if (last4)
    return expiry === null
      ? i18n._(msg`${name} ending in ${last4}`)
      : i18n._(msg`${name} ending in ${last4}, expires ${expiry}`);
  return expiry === null ? name : i18n._(msg`${name}, expires ${expiry}`);
}

function describeType(i18n: I18n, type: string): string {
  return i18n._(types[type] ?? msg`Other payment method`);
}

/**
 * Returns whether a card has expired at `at`, in unix milliseconds. A card is valid until the end of its expiry month.
 */
export function isExpiredAt({ expMonth, expYear }: PaymentMethod, at: number): boolean {
  return expMonth !== null && expYear !== null && at >= Date.UTC(expYear, expMonth);
}
