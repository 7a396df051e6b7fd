import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { attachPaymentMethod } from "../payments/payment-method.ts";
import type { PaymentMethodRow } from "../store/rows.ts";

/**
 * Makes a payment method the customer's default, as the billing portal does. Subscriptions keep their own, which
 * Checkout has set, so their renewals don't charge the new one.
 */
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
  return attached;
}
