import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { InvoiceRow, SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";

/** Returns the items of a subscription, oldest first. */
export function listSubscriptionItems(
  account: Account,
  subscription: string,
): SubscriptionItemRow[] {
  return account.objects.findAll("subscription_item", [
    { field: "subscription", equals: subscription },
  ]);
}

/** Returns when the first item renews, in Unix seconds. */
export function getNextRenewalTime(items: SubscriptionItemRow[]): number {
  return Math.min(...items.map((item) => item.current_period_end));
}

/** Returns the payment method that renewals charge: the subscription's own, or else the customer's default. */
export function getDefaultPaymentMethodId(
  account: Account,
  subscription: SubscriptionRow,
): string | null {
  const customer = account.get("customer", subscription.customer as string);
  return (
    (subscription.default_payment_method as string | null) ?? getCustomerDefaultMethodId(customer)
  );
}

/** Returns the customer's default payment method: the one of invoices, or else the source. */
export function getCustomerDefaultMethodId(customer: Stripe.Customer): string | null {
  return (customer.invoice_settings.default_payment_method ?? customer.default_source) as
    | string
    | null;
}

/** Returns the subscription that an invoice bills. */
export function findInvoiceSubscription(
  account: Account,
  invoice: InvoiceRow,
): SubscriptionRow | undefined {
  const id = invoice.parent?.subscription_details?.subscription as string | undefined;
  return id ? account.objects.find("subscription", id) : undefined;
}
