import type { Account } from "../account.ts";
import { cardError } from "../payments/card-error.ts";
import { invalidRequestError, type ApiError } from "../protocol/errors.ts";
import type { InvoiceRow } from "../store/rows.ts";
import type { ChargeResult } from "./charge-invoice.ts";
import { payOutOfBand, settleInvoice } from "./attach-payment.ts";
import { collectInvoice } from "./collect-invoice.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import {
  findInvoiceSubscription,
  getCustomerDefaultMethodId,
  getDefaultPaymentMethodId,
} from "./subscription-items.ts";

/**
 * Pays an invoice off-session, as `invoices.pay` does, with the given payment method or the subscription's or
 * customer's default.
 * @throws ApiError (402) if the card is declined; the failed charge is kept.
 */
export function payInvoice(
  account: Account,
  id: string,
  { method: given, outOfBand }: { method: string | undefined; outOfBand: boolean },
): InvoiceRow {
  const invoice = getPayableInvoice(account, id);
  if (outOfBand) return payOutOfBand(account, invoice);
  if (invoice.amount_remaining === 0) return settleInvoice(account, invoice);
  if (given) account.get("payment_method", given, "payment_method");
  const subscription = findInvoiceSubscription(account, invoice);
  const customer = account.get("customer", invoice.customer as string);
  const method =
    given ??
    (subscription
      ? getDefaultPaymentMethodId(account, subscription)
      : getCustomerDefaultMethodId(customer));
  if (!method)
    throw invalidRequestError(
      "There is no default payment method set for this Customer. Please provide one.",
      {
        code: "missing",
        param: "payment_method",
      },
    );
  const result = collectInvoice(account, invoice, { method });
  if (result.kind === "failed") throw cardDeclinedError(result, { keepWork: true });
  return account.get("invoice", id);
}

/**
 * Returns an invoice that can be paid, and finalizes it if it is a draft.
 * @throws ApiError if the invoice is paid or void.
 */
export function getPayableInvoice(account: Account, id: string): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (invoice.status === "paid")
    throw invalidRequestError("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status === "void")
    throw invalidRequestError("This invoice is void and cannot be paid.", {
      code: "invoice_not_editable",
    });
  return invoice.status === "draft" ? finalizeInvoice(account, invoice) : invoice;
}

/** Builds the 402 error for a failed payment. `keepWork` keeps what the request has stored. */
export function cardDeclinedError(
  { decline, intent }: Extract<ChargeResult, { kind: "failed" }>,
  { keepWork }: { keepWork: boolean },
): ApiError {
  const charge = intent.latest_charge as string | null;
  return cardError(decline, charge ? { charge } : {}, { keepWork });
}
