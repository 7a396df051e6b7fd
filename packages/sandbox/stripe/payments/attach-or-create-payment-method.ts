import type { Account } from "../account.ts";
import { ApiError, invalid } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { attachPaymentMethod, makePaymentMethod } from "./payment-method.ts";
import { judge } from "./test-cards.ts";
import { tokenNumber } from "./test-tokens.ts";

/**
 * Attaches a method to a customer; a ready-made one (`pm_card_visa`) becomes a new method first.
 * 402 when the bank refuses to have it saved.
 */
export function adoptPaymentMethod(
  account: Account,
  id: string,
  customer: string,
): PaymentMethodRow {
  const number = tokenNumber(id);
  const method = number
    ? makePaymentMethod(account, {
        type: "card",
        number,
        expMonth: 12,
        expYear: new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
        name: null,
        email: null,
      })
    : account.get("payment_method", id, "payment_method");
  if (method.customer && method.customer !== customer)
    throw invalid("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
    });
  const verdict = judge(method._private.number, { saving: true, authenticated: true });
  if (verdict.kind === "declined") {
    const { code, declineCode, message } = verdict.decline;
    throw new ApiError(402, {
      type: "card_error",
      code,
      ...(declineCode && { decline_code: declineCode }),
      message,
    });
  }
  return attachPaymentMethod(account, method, customer);
}
