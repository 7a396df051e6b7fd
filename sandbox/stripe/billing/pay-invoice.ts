import type { Account } from "../account.ts";
import { createIntent, failIntent, succeedIntent } from "../payments/intent.ts";
import { authenticationFailed, judge } from "../payments/test-cards.ts";
import { ApiError, invalid } from "../protocol/errors.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { attachPayment, failInvoicePayment, settleInvoice } from "./settle-invoice.ts";

/**
 * `invoices.pay`: charges the given method, the subscription's or the customer's, with nobody at the screen.
 * A decline is a 402 that leaves the failed charge behind.
 */
export function payOpenInvoice(
  account: Account,
  id: string,
  { method: given, outOfBand }: { method: string | undefined; outOfBand: boolean },
): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (invoice.status === "paid")
    throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status !== "open")
    throw invalid(`This invoice is ${invoice.status} and cannot be paid.`, {
      code: "invoice_not_editable",
    });
  if (outOfBand || invoice.amount_due === 0) return settle(account, invoice);

  const subscriptionId = invoice.parent?.subscription_details?.subscription as string | undefined;
  const subscription = subscriptionId ? account.get("subscription", subscriptionId) : undefined;
  const customer = account.get("customer", invoice.customer as string);
  const methodId =
    given ??
    subscription?.default_payment_method ??
    customer.invoice_settings.default_payment_method;
  if (!methodId)
    throw invalid("There is no default payment method set for this Customer. Please provide one.", {
      code: "missing",
      param: "payment_method",
    });
  const method = account.get("payment_method", methodId as string, "payment_method");
  const payment = account.objects
    .all("invoice_payment", [{ field: "invoice", equals: id }])
    .find(({ status }) => status === "open");
  const intent = payment
    ? account.get("payment_intent", payment.payment.payment_intent as string)
    : createIntent(account, {
        amount: invoice.amount_due,
        currency: invoice.currency,
        customer: customer.id,
        description: invoice.description,
        metadata: {},
        receiptEmail: null,
        setupFutureUsage: null,
        paymentMethodTypes: ["card"],
        statementDescriptor: null,
      });
  if (!payment) attachPayment(account, invoice, intent);

  const verdict = judge(method._private.number, { saving: false, authenticated: false });
  if (verdict.kind === "approved") {
    succeedIntent(account, intent, method, false);
    return settle(account, invoice);
  }
  const decline = verdict.kind === "declined" ? verdict.decline : authenticationFailed;
  const failed = failIntent(account, intent, method, decline);
  failInvoicePayment(account, invoice);
  throw new ApiError(
    402,
    {
      type: "card_error",
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      message: decline.message,
      charge: failed.latest_charge as string,
    },
    { keepWork: true },
  );
}

/** Paying what was overdue brings its subscription back. */
function settle(account: Account, invoice: InvoiceRow): InvoiceRow {
  const paid = settleInvoice(account, invoice);
  const subscriptionId = invoice.parent?.subscription_details?.subscription as string | undefined;
  const subscription = subscriptionId ? account.get("subscription", subscriptionId) : undefined;
  if (
    subscription &&
    (subscription.status === "past_due" || subscription.status === "unpaid") &&
    subscription.latest_invoice === invoice.id
  ) {
    account.change(
      "subscription",
      subscription.id,
      { status: "active" },
      "customer.subscription.updated",
    );
  }
  return paid;
}
