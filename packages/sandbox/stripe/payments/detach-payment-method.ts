import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import type { PaymentMethodRow } from "../store/rows.ts";

/** Takes a method from its customer for good; it is nobody's default afterwards. */
export function detachPaymentMethod(account: Account, id: string): PaymentMethodRow {
  const method = account.get("payment_method", id, "payment_method");
  const customerId = method.customer as string | null;
  if (!customerId)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      { param: "payment_method" },
    );
  const detached = account.change("payment_method", id, { customer: null });
  account.emit("payment_method.detached", "payment_method", detached, { customer: customerId });
  const customer = account.objects.find("customer", customerId);
  if (customer?.invoice_settings.default_payment_method === id)
    account.change(
      "customer",
      customerId,
      { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
      "customer.updated",
    );
  for (const subscription of account.objects.all("subscription", [
    { field: "customer", equals: customerId },
    { field: "default_payment_method", equals: id },
  ]))
    account.change(
      "subscription",
      subscription.id,
      { default_payment_method: null },
      "customer.subscription.updated",
    );
  return detached;
}
