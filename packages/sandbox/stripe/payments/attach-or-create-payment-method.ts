import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { cardError } from "./card-error.ts";
import { attachPaymentMethod, createPaymentMethod } from "./payment-method.ts";
import { getBankDecision } from "./test-cards.ts";
import { findTestTokenNumber } from "./test-tokens.ts";

/**
 * Attaches a payment method to a customer. For one of Stripe's test methods (`pm_card_visa`) it creates a new method.
 * @throws ApiError 400 if another customer has it, 402 if the bank refuses to save it
 */
export function attachOrCreatePaymentMethod(
  account: Account,
  id: string,
  customer: string,
): PaymentMethodRow {
  const number = findTestTokenNumber(id);
  const method = number
    ? createPaymentMethod(account, { type: "card", number })
    : account.get("payment_method", id, "payment_method");
  if (method.customer && method.customer !== customer)
    throw invalidRequestError(
      "The payment method you provided has already been attached to a customer.",
      {
        param: "payment_method",
      },
    );
  const decision = getBankDecision(method._private.number, { saving: true, authenticated: true });
  if (decision.kind === "declined") throw cardError(decision.decline);
  return attachPaymentMethod(account, method, customer);
}
