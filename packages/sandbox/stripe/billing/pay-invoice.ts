import type { Account } from "../account.ts";
import { ApiError, invalid } from "../protocol/errors.ts";
import type { InvoiceRow } from "../store/rows.ts";
import type { ChargeResult } from "./charge-invoice.ts";
import { afterPayment, collectInvoice, subscriptionOf } from "./collect-invoice.ts";
import { finalizeInvoice, settleInvoice } from "./invoice-transitions.ts";
import { methodOf } from "./subscription-items.ts";

/**
 * `invoices.pay`: charges the given method, the subscription's or the customer's, with nobody at the screen.
 * A decline is a 402 that leaves the failed charge behind.
 */
export function payInvoice(
  account: Account,
  id: string,
  { method: given, outOfBand }: { method: string | undefined; outOfBand: boolean },
): InvoiceRow {
  const invoice = payable(account, id);
  if (outOfBand || invoice.amount_due === 0) {
    const paid = settleInvoice(account, invoice);
    afterPayment(account, paid);
    return paid;
  }
  if (given) account.get("payment_method", given, "payment_method");
  const subscription = subscriptionOf(account, invoice);
  const customer = account.get("customer", invoice.customer as string);
  const method =
    given ??
    (subscription
      ? methodOf(account, subscription)
      : (customer.invoice_settings.default_payment_method as string | null));
  if (!method)
    throw invalid("There is no default payment method set for this Customer. Please provide one.", {
      code: "missing",
      param: "payment_method",
    });
  const result = collectInvoice(account, invoice, { method });
  if (result.kind === "failed") throw declined(result, { keepWork: true });
  return account.get("invoice", id);
}

/** The invoice when it can be paid, finalized if it was a draft; Stripe's words otherwise. */
export function payable(account: Account, id: string): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (invoice.status === "paid")
    throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status === "void")
    throw invalid("This invoice is void and cannot be paid.", { code: "invoice_not_editable" });
  return invoice.status === "draft" ? finalizeInvoice(account, invoice) : invoice;
}

/** The 402 of a payment that was tried in the request. */
export function declined(
  { decline, intent }: Extract<ChargeResult, { kind: "failed" }>,
  { keepWork }: { keepWork: boolean },
): ApiError {
  return new ApiError(
    402,
    {
      type: "card_error",
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      message: decline.message,
      ...(intent.latest_charge && { charge: intent.latest_charge as string }),
    },
    { keepWork },
  );
}
