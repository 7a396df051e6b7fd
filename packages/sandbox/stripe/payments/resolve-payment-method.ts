import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { createPaymentMethod } from "./payment-method.ts";
import { findTestTokenNumber } from "./test-tokens.ts";

/**
 * Returns the payment method of an intent. One of Stripe's test methods (`pm_card_visa`) becomes a new method.
 * @param customer the intent's customer; null if it has none
 * @throws ApiError 400 if there is no such method, or if it is another customer's
 */
export function resolvePaymentMethod(
  account: Account,
  id: string,
  customer: string | null,
): PaymentMethodRow {
  const number = findTestTokenNumber(id);
  if (number) return createPaymentMethod(account, { type: "card", number });
  const method = account.get("payment_method", id, "payment_method");
  const owner = method.customer as string | null;
  if (owner === null || owner === customer) return method;
  throw invalidRequestError(
    customer === null
      ? `The provided PaymentMethod (${id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter.`
      : `The provided PaymentMethod (${id}) belongs to another Customer, and cannot be used with the Customer ${customer}.`,
    { param: "payment_method" },
  );
}
