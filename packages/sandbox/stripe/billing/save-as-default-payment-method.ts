import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { attachPaymentMethod } from "../payments/payment-method.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { isOngoing } from "./subscription-status.ts";

/** Makes a payment method the customer's default, and replaces the default of each subscription that has its own. */
export function saveAsDefaultPaymentMethod(
  account: Account,
  customer: Stripe.Customer,
  method: PaymentMethodRow,
): PaymentMethodRow {
  const attached = attachPaymentMethod(account, method, customer.id);
  account.update(
    "customer",
    customer.id,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } },
    "customer.updated",
  );
  for (const subscription of account.objects.findAll("subscription", [
    { field: "customer", equals: customer.id },
  ])) {
    if (isOngoing(subscription) && subscription.default_payment_method)
      account.update(
        "subscription",
        subscription.id,
        { default_payment_method: method.id },
        "customer.subscription.updated",
      );
  }
  return attached;
}
