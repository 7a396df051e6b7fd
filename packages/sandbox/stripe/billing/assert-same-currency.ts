import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { isOngoing } from "./subscription-status.ts";

/**
 * Refuses a currency other than that of the customer's ongoing subscriptions and pending invoice items.
 * @throws ApiError with `param: "customer"`.
 */
export function assertSameCurrency(account: Account, customer: string, currency: string): void {
  const ongoing = account.objects
    .findAll("subscription", [{ field: "customer", equals: customer }])
    .filter(isOngoing);
  const pending = account.objects
    .findAll("invoiceitem", [{ field: "customer", equals: customer }])
    .filter(({ invoice }) => invoice === null);
  const other = [...ongoing, ...pending].find((row) => row.currency !== currency);
  if (!other) return;
  throw invalidRequestError(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    { param: "customer" },
  );
}
