import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { attachPaymentMethod } from "../payments/payment-method.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { isLive } from "./subscription-status.ts";

/** Makes a method the customer's default, and that of every subscription that had one of its own. */
export function saveAsDefault(
  account: Account,
  customer: Stripe.Customer,
  method: PaymentMethodRow,
): PaymentMethodRow {
  const attached = attachPaymentMethod(account, method, customer.id);
  account.change(
    "customer",
    customer.id,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } },
    "customer.updated",
  );
  for (const subscription of account.objects.all("subscription", [
    { field: "customer", equals: customer.id },
  ])) {
    if (isLive(subscription) && subscription.default_payment_method)
      account.change(
        "subscription",
        subscription.id,
        { default_payment_method: method.id },
        "customer.subscription.updated",
      );
  }
  return attached;
}
