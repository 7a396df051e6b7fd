import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { createDraftInvoice } from "../billing/create-draft-invoice.ts";
import type { InvoiceLine } from "../billing/invoice-line.ts";
import {
  createInvoicePayment,
  finalizeInvoice,
  markInvoicePaid,
} from "../billing/invoice-transitions.ts";
import { startSubscription } from "../billing/start-subscription.ts";
import { redeemCoupon } from "../discounts/redeem-coupon.ts";
import { removeUsedDiscounts, type AppliedDiscount } from "../discounts/subscription-discounts.ts";
import { reportFraudForTestCard } from "../payments/payment-intent.ts";
import { attachPaymentMethod } from "../payments/payment-method.ts";
import { markSetupSucceeded } from "../payments/setup-intent.ts";
import { testIbans } from "../payments/test-cards.ts";
import type { InvoiceRow, PaymentMethodRow, SessionRow } from "../store/rows.ts";
import { listTaxIds, replaceTaxIds } from "../tax/tax-ids.ts";
import { isManaged } from "./managed-payments.ts";
import { listSessionLines } from "./session-lines.ts";
import { getSessionTax } from "./session-tax.ts";

/** How long a debit takes here; at a real bank, days. The dashboard and the control API can settle it immediately. */
const debitOutcomeDelaySeconds = 8;

export interface SessionPayment {
  method: PaymentMethodRow | null;
  /** Succeeded or processing; null if nothing was due. */
  intent: Stripe.PaymentIntent | null;
  customer: string | null;
  name: string | null;
  email: string | null;
}

/**
 * Completes an open session: creates its subscription or invoice and saves the payment method. Emits the events in
 * Stripe's order, `checkout.session.completed` after those of the subscription or invoice.
 */
export function completeSession(
  account: Account,
  session: SessionRow,
  payment: SessionPayment,
): SessionRow {
  const { method, intent, customer } = payment;
  if (
    method &&
    customer &&
    (session.mode !== "payment" || session._private.payment_intent_data.setup_future_usage)
  ) {
    attachPaymentMethod(account, method, customer);
  }
  const details = saveCustomerDetails(account, session, payment);
  if (session.setup_intent && method)
    markSetupSucceeded(account, session.setup_intent as string, method);
  const fulfillment = fulfillSession(account, session, payment);
  if (session.mode === "payment" && !fulfillment.invoice)
    redeemSessionDiscounts(account, session, payment.customer);
  const email = payment.email ?? session.customer_details?.email ?? null;
  const completed = account.update("checkout.session", session.id, {
    ...fulfillment,
    status: "complete",
    payment_status:
      intent === null ? "no_payment_required" : intent.status === "succeeded" ? "paid" : "unpaid",
    payment_intent: session.mode === "payment" ? (intent?.id ?? null) : null,
    customer,
    customer_details: {
      address: session._private.address,
      business_name: null,
      email,
      individual_name: null,
      name: payment.name,
      phone: null,
      tax_exempt: details?.tax_exempt ?? "none",
      tax_ids: details
        ? listTaxIds(account, details.id).map(({ type, value }) => ({ type, value }))
        : [],
    },
    consent:
      session.consent_collection?.terms_of_service === "required"
        ? { promotions: null, terms_of_service: "accepted" }
        : null,
    url: null,
  });
  account.emit("checkout.session.completed", "checkout.session", completed);
  if (intent?.status === "succeeded" && method) reportFraudForTestCard(account, intent, method);
  if (intent?.status === "processing" && method) scheduleDebitOutcome(account, completed, method);
  return completed;
}

/** Saves the address, name and tax id that were entered, as far as the session says so. */
function saveCustomerDetails(
  account: Account,
  { _private: { address, customer_update: update, taxId } }: SessionRow,
  { customer, name }: SessionPayment,
): Stripe.Customer | null {
  if (!customer) return null;
  if (taxId) replaceTaxIds(account, customer, taxId);
  return account.update(
    "customer",
    customer,
    {
      ...(address && update.address === "auto" && { address }),
      ...(name && update.name === "auto" && { name }),
    },
    "customer.updated",
  );
}

function fulfillSession(
  account: Account,
  session: SessionRow,
  payment: SessionPayment,
): Partial<SessionRow> {
  switch (session.mode) {
    case "subscription":
      return createSubscriptionForSession(account, session, payment);
    case "payment":
      return createOneTimeInvoice(account, session, payment);
    default:
      return {};
  }
}

function createOneTimeInvoice(
  account: Account,
  session: SessionRow,
  { intent, customer }: SessionPayment,
): Partial<SessionRow> {
  if (!session.invoice_creation?.enabled || intent?.status === "processing") return {};
  const lines = listSessionLines(account, session.id).map(({ row, price }): InvoiceLine => ({
    price,
    quantity: row.quantity ?? 1,
    amount: row.amount_subtotal,
    description: row.description ?? "",
    period: { start: account.clock.now(), end: account.clock.now() },
  }));
  const data = session.invoice_creation.invoice_data;
  const draft = createDraftInvoice(account, {
    customer: customer ? account.get("customer", customer) : null,
    currency: session.currency!,
    billingReason: "manual",
    lines,
    discounts: redeemSessionDiscounts(account, session, customer),
    tax: getSessionTax(account, session),
    metadata: data.metadata ?? {},
    description: data.description,
    footer: data.footer,
  });
  return { invoice: finalizeAndMarkPaid(account, draft, intent).id };
}

/** Creates the invoice of a one-time payment after its debit succeeded, unless the customer was deleted meanwhile. */
export function createInvoiceAfterDebit(
  account: Account,
  session: SessionRow,
  intent: Stripe.PaymentIntent,
): Partial<SessionRow> {
  const customer = session.customer as string | null;
  if (customer && !account.objects.find("customer", customer)) return {};
  return createOneTimeInvoice(account, session, {
    intent,
    customer,
    method: null,
    name: null,
    email: null,
  });
}

function createSubscriptionForSession(
  account: Account,
  session: SessionRow,
  { method, intent, customer: customerId }: SessionPayment,
): Partial<SessionRow> {
  const customer = account.get("customer", customerId!);
  if (customer.currency === null)
    account.update("customer", customer.id, { currency: session.currency }, "customer.updated");
  const now = account.clock.now();
  const lines = listSessionLines(account, session.id);
  const data = session._private.subscription_data;
  const trialEnd =
    data?.trial_end ?? (data?.trial_period_days ? now + data.trial_period_days * 86_400 : null);
  const { subscription, items } = startSubscription(account, {
    customer: customer.id,
    currency: session.currency!,
    items: lines
      .filter(({ price }) => price.recurring)
      .map(({ row, price }) => ({ price, quantity: row.quantity ?? 1 })),
    defaultPaymentMethod: method?.id ?? null,
    description: data?.description ?? null,
    metadata: data?.metadata ?? {},
    trialEnd,
    automaticTax: session.automatic_tax.enabled,
    isManaged: isManaged(session),
    missingPaymentMethod: data?.missing_payment_method ?? "create_invoice",
  });
  const discounts = redeemSessionDiscounts(account, session, customer.id, subscription.id);
  account.update("subscription", subscription.id, { discounts: discounts.map(({ id }) => id) });
  const draft = createDraftInvoice(account, {
    customer,
    currency: session.currency!,
    discounts,
    billingReason: "subscription_create",
    tax: getSessionTax(account, session),
    subscription: { id: subscription.id, metadata: subscription.metadata },
    lines: lines.map(({ row, price }): InvoiceLine => {
      const item = items.find((candidate) => price.recurring && candidate.price === price.id);
      return {
        price,
        quantity: row.quantity ?? 1,
        amount: row.amount_subtotal,
        description:
          trialEnd !== null && item
            ? `Trial period for ${row.description}`
            : `${row.quantity ?? 1} × ${row.description}`,
        period: { start: now, end: item?.current_period_end ?? now },
        ...(item && { subscriptionItem: { subscription: subscription.id, item: item.id } }),
      };
    }),
  });
  const billed = account.update("subscription", subscription.id, { latest_invoice: draft.id });
  removeUsedDiscounts(account, billed, draft);
  const announced = account.get("subscription", subscription.id);
  account.emit("customer.subscription.created", "subscription", announced);
  const invoice = finalizeAndMarkPaid(account, draft, intent);
  return { subscription: subscription.id, invoice: invoice.id };
}

/** Redeems the session's coupon, unless that was done before. */
function redeemSessionDiscounts(
  account: Account,
  session: SessionRow,
  customer: string | null,
  subscription: string | null = null,
): AppliedDiscount[] {
  const [before] = account.objects.findAll("discount", [
    { field: "checkout_session", equals: session.id },
  ]);
  return (session.discounts ?? []).map(({ coupon, promotion_code: code }) => {
    const { id } =
      before ??
      redeemCoupon(account, {
        coupon: coupon as string,
        promotionCode: code as string | null,
        customer,
        subscription,
        checkoutSession: session.id,
      });
    return { id, coupon: account.get("coupon", coupon as string) };
  });
}

/** Finalizes the invoice and marks it as paid, unless the payment is still processing. */
function finalizeAndMarkPaid(
  account: Account,
  draft: InvoiceRow,
  intent: Stripe.PaymentIntent | null,
): InvoiceRow {
  const open = finalizeInvoice(account, draft);
  if (intent) createInvoicePayment(account, open, intent);
  return intent?.status === "processing" ? open : markInvoicePaid(account, open);
}

function scheduleDebitOutcome(
  account: Account,
  session: SessionRow,
  method: PaymentMethodRow,
): void {
  const iban = testIbans.find((candidate) => candidate.iban === method._private.number);
  account.schedule(
    account.clock.now() + debitOutcomeDelaySeconds,
    iban?.succeeds ? "debit_succeeds" : "debit_fails",
    session.id,
  );
}
