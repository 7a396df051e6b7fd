import type { Account } from "../account.ts";
import { saveAsDefaultPaymentMethod } from "./save-as-default-payment-method.ts";
import { isOngoing } from "./subscription-status.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { createPaymentMethod } from "../payments/payment-method.ts";

/**
 * Replaces the card of a customer and of each subscription that has its own, for the control API. No page of Stripe's
 * does both.
 */
export function replaceCard(
  account: Account,
  customerId: string,
  number: string,
): PaymentMethodRow {
  const customer = account.get("customer", customerId);
  const method = createPaymentMethod(account, {
    type: "card",
    number,
    name: customer.name ?? null,
    email: customer.email,
  });
  const saved = saveAsDefaultPaymentMethod(account, customer, method);
  const subscriptions = account.objects
    .findAll("subscription", [{ field: "customer", equals: customerId }])
    .filter((row) => isOngoing(row) && row.default_payment_method);
  for (const { id } of subscriptions)
    account.update(
      "subscription",
      id,
      { default_payment_method: method.id },
      "customer.subscription.updated",
    );
  return saved;
}
