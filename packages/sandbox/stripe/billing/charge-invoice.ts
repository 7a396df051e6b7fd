import type Stripe from "stripe";
import type { Account } from "../account.ts";
import {
  createIntent,
  failIntent,
  requireAction,
  succeedIntent,
} from "../payments/payment-intent.ts";
import {
  authenticationRequired,
  debitFailed,
  judge,
  noMethod,
  testIbans,
  type Decline,
} from "../payments/test-cards.ts";
import type { InvoiceRow, PaymentMethodRow } from "../store/rows.ts";
import { attachPayment, failInvoicePayment, settleInvoice } from "./invoice-transitions.ts";

/** What came of one attempt to collect an open invoice. */
export type ChargeResult =
  | { kind: "paid"; invoice: InvoiceRow }
  | { kind: "failed"; invoice: InvoiceRow; intent: Stripe.PaymentIntent; decline: Decline };

interface Means {
  /** The id of a payment method; null when there is none to charge. */
  method: string | null;
  /** Somebody is at the screen and has passed 3-D Secure. */
  authenticated?: boolean;
}

/** Charges an open invoice once, with nobody at the screen unless told. The subscription is the caller's business. */
export function chargeInvoice(
  account: Account,
  invoice: InvoiceRow,
  { method: methodId, authenticated = false }: Means,
): ChargeResult {
  if (invoice.amount_due === 0) return { kind: "paid", invoice: settleInvoice(account, invoice) };
  const intent = intentOf(account, invoice);
  const method = methodId ? account.objects.find("payment_method", methodId) : undefined;
  if (!method) return fail(account, invoice, intent, noMethod);
  const verdict = judge(method._private.number, {
    saving: false,
    authenticated,
    savedBefore: method.customer !== null,
  });
  switch (verdict.kind) {
    // A debit that renews something is answered at once here, as its bank would in the end.
    case "processing":
      if (!debitSucceeds(method))
        return fail(
          account,
          invoice,
          failIntent(account, intent, method, debitFailed),
          debitFailed,
        );
      succeedIntent(account, intent, method, false);
      return { kind: "paid", invoice: settleInvoice(account, invoice) };
    case "approved":
      succeedIntent(account, intent, method, authenticated);
      return { kind: "paid", invoice: settleInvoice(account, invoice) };
    case "challenge":
      return askForAction(account, invoice, intent, method);
    case "declined":
      return fail(
        account,
        invoice,
        failIntent(account, intent, method, verdict.decline),
        verdict.decline,
      );
  }
}

function debitSucceeds({ _private: { number } }: PaymentMethodRow): boolean {
  return testIbans.find(({ iban }) => iban === number)?.succeeds ?? false;
}

function askForAction(
  account: Account,
  invoice: InvoiceRow,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
): ChargeResult {
  const waiting = requireAction(account, intent, method, invoice.hosted_invoice_url!);
  account.emit("invoice.payment_action_required", "invoice", invoice);
  return fail(account, invoice, waiting, authenticationRequired);
}

function fail(
  account: Account,
  invoice: InvoiceRow,
  intent: Stripe.PaymentIntent,
  decline: Decline,
): ChargeResult {
  return { kind: "failed", invoice: failInvoicePayment(account, invoice), intent, decline };
}

/** The one payment intent of an invoice, however often it is tried. */
export function intentOf(account: Account, invoice: InvoiceRow): Stripe.PaymentIntent {
  const payment = account.objects
    .all("invoice_payment", [{ field: "invoice", equals: invoice.id }])
    .find(({ status }) => status === "open");
  if (payment) return account.get("payment_intent", payment.payment.payment_intent as string);
  const intent = createIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer as string | null,
    description: invoice.description,
    metadata: {},
    receiptEmail: null,
    setupFutureUsage: null,
    paymentMethodTypes: ["card"],
    statementDescriptor: null,
  });
  attachPayment(account, invoice, intent);
  return intent;
}
