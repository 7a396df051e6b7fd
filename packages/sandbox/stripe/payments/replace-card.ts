import type { Account } from "../account.ts";
import { saveAsDefaultPaymentMethod } from "../billing/save-as-default-payment-method.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { createPaymentMethod } from "./payment-method.ts";

/** Saves a new card as the default of a customer and their subscriptions, as the billing portal does. */
export function replaceCard(
  account: Account,
  customerId: string,
  number: string,
): PaymentMethodRow {
  const customer = account.get("customer", customerId);
  const method = createPaymentMethod(account, {
    type: "card",
    number,
    expMonth: 12,
    expYear: new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
    name: customer.name ?? null,
    email: customer.email,
  });
  return saveAsDefaultPaymentMethod(account, customer, method);
}
