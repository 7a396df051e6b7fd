import type { Account } from "../account.ts";
import { isCardSource } from "./card-source.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";

/** Returns the card that becomes the default one: the newest that is left. */
const findNextSource = (account: Account, customer: string) =>
  account.objects
    .findAll("payment_method", [{ field: "customer", equals: customer }])
    .findLast(isCardSource)?.id ?? null;

/**
 * Detaches a payment method from its customer, and removes it as the default of the customer and the subscriptions.
 * @throws ApiError 400 if it is not attached
 */
export function detachPaymentMethod(account: Account, id: string): PaymentMethodRow {
  const method = account.get("payment_method", id, "payment_method");
  const customerId = method.customer as string | null;
  if (!customerId)
    throw invalidRequestError(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      { param: "payment_method" },
    );
  const detached = account.update("payment_method", id, { customer: null });
  account.emit("payment_method.detached", "payment_method", detached, { customer: customerId });
  const customer = account.objects.find("customer", customerId);
  if (customer?.invoice_settings.default_payment_method === id)
    account.update(
      "customer",
      customerId,
      { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
      "customer.updated",
    );
  if (customer?.default_source === id)
    account.update(
      "customer",
      customerId,
      { default_source: findNextSource(account, customerId) },
      "customer.updated",
    );
  for (const subscription of account.objects.findAll("subscription", [
    { field: "customer", equals: customerId },
    { field: "default_payment_method", equals: id },
  ]))
    account.update(
      "subscription",
      subscription.id,
      { default_payment_method: null },
      "customer.subscription.updated",
    );
  return detached;
}
