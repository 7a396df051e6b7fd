import type { Account } from "../account.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";

/** The items of a subscription, oldest first. */
export function itemsOf(account: Account, subscription: string): SubscriptionItemRow[] {
  return account.objects.all("subscription_item", [
    { field: "subscription", equals: subscription },
  ]);
}

/** When the next period of any item begins, in unix seconds. */
export function nextRenewal(items: SubscriptionItemRow[]): number {
  return Math.min(...items.map((item) => item.current_period_end));
}

/** The method that renewals are charged to: the subscription's own, else the customer's. */
export function methodOf(account: Account, subscription: SubscriptionRow): string | null {
  const customer = account.get("customer", subscription.customer as string);
  return (subscription.default_payment_method ??
    customer.invoice_settings.default_payment_method) as string | null;
}
