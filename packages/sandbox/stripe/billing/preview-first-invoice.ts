import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import type { Draft } from "./create-draft-invoice.ts";
import { periodEnd } from "./compute-period-end.ts";
import { newItem, recurringPrice } from "./plan-items.ts";
import type { PreviewParams } from "./preview-invoice.ts";
import { billWhole } from "./compute-prorations.ts";

/** The first invoice of a subscription that does not exist yet: a customer, and prices. */
export function previewFirst(
  account: Account,
  { customer: customerId, subscription_details: details }: PreviewParams,
): Draft {
  const wanted = details?.items ?? [];
  if (!customerId || wanted.length === 0)
    throw invalid(
      "You must pass `subscription`, or `customer` with `subscription_details[items]`.",
      {
        param: "subscription",
      },
    );
  const customer = account.get("customer", customerId, "customer");
  const now = account.clock.now();
  const first = account.get(
    "price",
    wanted[0]!.price ?? "",
    "subscription_details[items][0][price]",
  );
  const items = wanted.map((item, index) => {
    const param = `subscription_details[items][${index}][price]`;
    const price = recurringPrice(account, first.currency, item.price ?? "", param);
    const period = { start: now, end: periodEnd(now, price.recurring!), created: now };
    return newItem("", price, item, period);
  });
  const lines = billWhole(account, { id: "" }, items).map(
    ({ subscriptionItem: _item, ...line }) => line,
  );
  return {
    customer,
    currency: first.currency,
    billingReason: "upcoming",
    lines,
    usesBalance: true,
  };
}
