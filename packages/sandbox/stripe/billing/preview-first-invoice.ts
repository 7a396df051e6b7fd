import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { InvoiceDraft } from "./create-draft-invoice.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { buildSubscriptionItem, getRecurringPrice } from "./plan-items.ts";
import type { PreviewParams } from "./preview-invoice.ts";
import { toTaxedCustomer } from "../tax/compute-tax.ts";
import { billFullPeriods } from "./compute-prorations.ts";

/**
 * Previews the first invoice of a subscription that doesn't exist yet.
 * @throws ApiError if `customer` or `subscription_details[items]` is missing.
 */
export function previewFirstInvoice(
  account: Account,
  {
    automatic_tax: automaticTax,
    customer: customerId,
    subscription_details: details,
  }: PreviewParams,
): InvoiceDraft {
  const requestedItems = details?.items ?? [];
  if (!customerId || requestedItems.length === 0)
    throw invalidRequestError(
      "You must pass `subscription`, or `customer` with `subscription_details[items]`.",
      {
        param: "subscription",
      },
    );
  const customer = account.get("customer", customerId, "customer");
  const now = account.clock.now();
  const first = account.get(
    "price",
    requestedItems[0]!.price ?? "",
    "subscription_details[items][0][price]",
  );
  const items = requestedItems.map((item, index) => {
    const param = `subscription_details[items][${index}][price]`;
    const price = getRecurringPrice(account, first.currency, item.price ?? "", param);
    const period = { start: now, end: computePeriodEnd(now, price.recurring!), created: now };
    return buildSubscriptionItem("", price, item, period);
  });
  const lines = billFullPeriods(account, { id: "" }, items).map(
    ({ subscriptionItem: _item, ...line }) => line,
  );
  return {
    customer,
    currency: first.currency,
    billingReason: "upcoming",
    lines,
    tax: automaticTax?.enabled ? toTaxedCustomer(customer) : null,
    usesBalance: true,
  };
}
