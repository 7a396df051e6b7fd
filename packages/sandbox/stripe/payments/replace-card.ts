import type { Account } from "../account.ts";
import { saveAsDefault } from "../billing/save-as-default-payment-method.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { makePaymentMethod } from "./payment-method.ts";

/** Gives a customer another card for everything that renews, as if the portal had been visited. */
export function swapCard(account: Account, customerId: string, number: string): PaymentMethodRow {
  const customer = account.get("customer", customerId);
  const method = makePaymentMethod(account, {
    type: "card",
    number,
    expMonth: 12,
    expYear: new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
    name: customer.name ?? null,
    email: customer.email,
  });
  return saveAsDefault(account, customer, method);
}
