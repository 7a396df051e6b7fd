import type Stripe from "stripe";
import type { Account } from "../account.ts";
import {
  createPaymentIntent,
  markIntentFailed,
  requireIntentAction,
  markIntentSucceeded,
} from "../payments/payment-intent.ts";
import {
  authenticationRequired,
  debitFailed,
  getBankDecision,
  noPaymentMethod,
  testIbans,
  type Decline,
} from "../payments/test-cards.ts";
import type { InvoiceRow, PaymentMethodRow } from "../store/rows.ts";
import {
  createInvoicePayment,
  listInvoicePayments,
  markInvoicePaymentFailed,
  markInvoicePaid,
} from "./invoice-transitions.ts";

/** The result of one attempt to collect an open invoice. */
export type ChargeResult =
  | { kind: "paid"; invoice: InvoiceRow }
  | { kind: "failed"; invoice: InvoiceRow; intent: Stripe.PaymentIntent; decline: Decline };

interface ChargeOptions {
  /** The id of the payment method to charge; null if there is none. */
  method: string | null;
  /** Whether the customer is present and has passed 3-D Secure. */
  authenticated?: boolean;
}

/** Charges an open invoice once, off-session unless `authenticated`. The caller updates the subscription. */
export function chargeInvoice(
  account: Account,
  invoice: InvoiceRow,
  { method: methodId, authenticated = false }: ChargeOptions,
): ChargeResult {
  if (invoice.amount_remaining === 0)
    return { kind: "paid", invoice: markInvoicePaid(account, invoice) };
  const intent = getOrCreateInvoiceIntent(account, invoice);
  const method = methodId ? account.objects.find("payment_method", methodId) : undefined;
  if (!method) return failCharge(account, invoice, intent, noPaymentMethod);
  const decision = getBankDecision(method._private.number, {
    saving: false,
    authenticated,
    savedBefore: method.customer !== null,
  });
  switch (decision.kind) {
    // Off-session debits settle immediately here, with the outcome the bank would eventually report.
    case "processing":
      if (!doesDebitSucceed(method))
        return failCharge(
          account,
          invoice,
          markIntentFailed(account, intent, method, debitFailed),
          debitFailed,
        );
      markIntentSucceeded(account, intent, method, false);
      return { kind: "paid", invoice: markInvoicePaid(account, invoice) };
    case "approved":
      markIntentSucceeded(account, intent, method, authenticated);
      return { kind: "paid", invoice: markInvoicePaid(account, invoice) };
    case "challenge":
      return requireCustomerAction(account, invoice, intent, method);
    case "declined":
      return failCharge(
        account,
        invoice,
        markIntentFailed(account, intent, method, decision.decline),
        decision.decline,
      );
  }
}

function doesDebitSucceed({ _private: { number } }: PaymentMethodRow): boolean {
  return testIbans.find(({ iban }) => iban === number)?.succeeds ?? false;
}

function requireCustomerAction(
  account: Account,
  invoice: InvoiceRow,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
): ChargeResult {
  const waiting = requireIntentAction(account, intent, method, invoice.hosted_invoice_url!);
  account.emit("invoice.payment_action_required", "invoice", invoice);
  // Recorded: on the first invoice, waiting for 3-D Secure is no attempt yet.
  if (invoice.billing_reason === "subscription_create")
    return { kind: "failed", invoice, intent: waiting, decline: authenticationRequired };
  return failCharge(account, invoice, waiting, authenticationRequired);
}

function failCharge(
  account: Account,
  invoice: InvoiceRow,
  intent: Stripe.PaymentIntent,
  decline: Decline,
): ChargeResult {
  return { kind: "failed", invoice: markInvoicePaymentFailed(account, invoice), intent, decline };
}

/** Returns the payment intent of an invoice, and creates it on the first attempt. All attempts share one intent. */
export function getOrCreateInvoiceIntent(
  account: Account,
  invoice: InvoiceRow,
): Stripe.PaymentIntent {
  const payment = listInvoicePayments(account, invoice).find(({ status }) => status === "open");
  if (payment) return account.get("payment_intent", payment.payment.payment_intent as string);
  const intent = createPaymentIntent(account, {
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    customer: invoice.customer as string | null,
    description: invoice.description,
    metadata: {},
    receiptEmail: null,
    setupFutureUsage: null,
    paymentMethodTypes: ["card"],
    statementDescriptor: null,
  });
  createInvoicePayment(account, invoice, intent);
  return intent;
}
