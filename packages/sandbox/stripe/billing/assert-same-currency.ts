import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import { isLive } from "./subscription-status.ts";

/** A customer pays in one currency while anything of theirs is running or waits to be invoiced. */
export function refuseOtherCurrency(account: Account, customer: string, currency: string): void {
  const running = account.objects
    .all("subscription", [{ field: "customer", equals: customer }])
    .filter(isLive);
  const pending = account.objects
    .all("invoiceitem", [{ field: "customer", equals: customer }])
    .filter(({ invoice }) => invoice === null);
  const other = [...running, ...pending].find((row) => row.currency !== currency);
  if (!other) return;
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    { param: "customer" },
  );
}
