import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { draftInvoice } from "../billing/create-draft-invoice.ts";
import type { InvoiceLine } from "../billing/invoice-line.ts";
import { attachPayment, finalizeInvoice, settleInvoice } from "../billing/invoice-transitions.ts";
import { startSubscription } from "../billing/start-subscription.ts";
import { redeem } from "../discounts/redeem-coupon.ts";
import { useUpDiscounts, type AppliedDiscount } from "../discounts/subscription-discounts.ts";
import { disputeIfCardSaysSo } from "../payments/payment-intent.ts";
import { attachPaymentMethod } from "../payments/payment-method.ts";
import { succeedSetup } from "../payments/setup-intent.ts";
import { testIbans } from "../payments/test-cards.ts";
import type { InvoiceRow, PaymentMethodRow, SessionRow } from "../store/rows.ts";
import { readLines } from "./session-lines.ts";

/** How long a debit takes here; days at a real bank. The desk and the controls settle it at once. */
const debitDelaySeconds = 8;

export interface Payment {
  method: PaymentMethodRow | null;
  /** Succeeded or processing; null when nothing was due. */
  intent: Stripe.PaymentIntent | null;
  customer: string | null;
  name: string | null;
  email: string | null;
}

/** Turns an open session into what was bought. Events come in Stripe's order, `checkout.session.completed` after the goods. */
export function completeSession(
  account: Account,
  session: SessionRow,
  payment: Payment,
): SessionRow {
  const { method, intent, customer } = payment;
  if (
    method &&
    customer &&
    (session.mode !== "payment" || session._private.payment_intent_data.setup_future_usage)
  ) {
    attachPaymentMethod(account, method, customer);
  }
  if (session.setup_intent && method) succeedSetup(account, session.setup_intent as string, method);
  const goods = goodsOf(account, session, payment);
  if (session.mode === "payment" && !goods.invoice) redeemOf(account, session, payment.customer);
  const email = payment.email ?? session.customer_details?.email ?? null;
  const completed = account.change("checkout.session", session.id, {
    ...goods,
    status: "complete",
    payment_status:
      intent === null ? "no_payment_required" : intent.status === "succeeded" ? "paid" : "unpaid",
    payment_intent: session.mode === "payment" ? (intent?.id ?? null) : null,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: payment.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    consent:
      session.consent_collection?.terms_of_service === "required"
        ? { promotions: null, terms_of_service: "accepted" }
        : null,
    url: null,
  });
  account.emit("checkout.session.completed", "checkout.session", completed);
  if (intent?.status === "succeeded" && method) disputeIfCardSaysSo(account, intent, method);
  if (intent?.status === "processing" && method) scheduleDebit(account, completed, method);
  return completed;
}

function goodsOf(account: Account, session: SessionRow, payment: Payment): Partial<SessionRow> {
  switch (session.mode) {
    case "subscription":
      return sellSubscription(account, session, payment);
    case "payment":
      return sellOnce(account, session, payment);
    default:
      return {};
  }
}

function sellOnce(
  account: Account,
  session: SessionRow,
  { intent, customer }: Payment,
): Partial<SessionRow> {
  if (!session.invoice_creation?.enabled || intent?.status === "processing") return {};
  const lines = readLines(account, session.id).map(({ row, price }): InvoiceLine => ({
    price,
    quantity: row.quantity ?? 1,
    amount: row.amount_subtotal,
    description: row.description ?? "",
    period: { start: account.clock.now(), end: account.clock.now() },
  }));
  const data = session.invoice_creation.invoice_data;
  const draft = draftInvoice(account, {
    customer: customer ? account.get("customer", customer) : null,
    currency: session.currency!,
    billingReason: "manual",
    lines,
    discounts: redeemOf(account, session, customer),
    metadata: data.metadata ?? {},
    description: data.description,
    footer: data.footer,
  });
  return { invoice: payInvoice(account, draft, intent).id };
}

/** Invoices a one-time debit once its money has come; a customer who was deleted meanwhile gets no invoice. */
export function invoiceAfterDebit(
  account: Account,
  session: SessionRow,
  intent: Stripe.PaymentIntent,
): Partial<SessionRow> {
  const customer = session.customer as string | null;
  if (customer && !account.objects.find("customer", customer)) return {};
  return sellOnce(account, session, { intent, customer, method: null, name: null, email: null });
}

function sellSubscription(
  account: Account,
  session: SessionRow,
  { method, intent, customer: customerId }: Payment,
): Partial<SessionRow> {
  const customer = account.get("customer", customerId!);
  if (customer.currency === null)
    account.change("customer", customer.id, { currency: session.currency }, "customer.updated");
  const now = account.clock.now();
  const lines = readLines(account, session.id);
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
    missingPaymentMethod: data?.missing_payment_method ?? "create_invoice",
  });
  const discounts = redeemOf(account, session, customer.id, subscription.id);
  account.change("subscription", subscription.id, { discounts: discounts.map(({ id }) => id) });
  const draft = draftInvoice(account, {
    customer,
    currency: session.currency!,
    discounts,
    billingReason: "subscription_create",
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
  const billed = account.change("subscription", subscription.id, { latest_invoice: draft.id });
  useUpDiscounts(account, billed, draft);
  const announced = account.get("subscription", subscription.id);
  account.emit("customer.subscription.created", "subscription", announced);
  const invoice = payInvoice(account, draft, intent);
  return { subscription: subscription.id, invoice: invoice.id };
}

/** Uses up the session's coupon, once, for the subscription when there is one. */
function redeemOf(
  account: Account,
  session: SessionRow,
  customer: string | null,
  subscription: string | null = null,
): AppliedDiscount[] {
  const [before] = account.objects.all("discount", [
    { field: "checkout_session", equals: session.id },
  ]);
  return (session.discounts ?? []).map(({ coupon, promotion_code: code }) => {
    const { id } =
      before ??
      redeem(account, {
        coupon: coupon as string,
        promotionCode: code as string | null,
        customer,
        subscription,
        checkoutSession: session.id,
      });
    return { id, coupon: account.get("coupon", coupon as string) };
  });
}

/** Finalizes and, unless the money is still on its way, settles. */
function payInvoice(
  account: Account,
  draft: InvoiceRow,
  intent: Stripe.PaymentIntent | null,
): InvoiceRow {
  const open = finalizeInvoice(account, draft);
  if (intent) attachPayment(account, open, intent);
  return intent?.status === "processing" ? open : settleInvoice(account, open);
}

function scheduleDebit(account: Account, session: SessionRow, method: PaymentMethodRow): void {
  const iban = testIbans.find((candidate) => candidate.iban === method._private.number);
  account.schedule(
    account.clock.now() + debitDelaySeconds,
    iban?.succeeds ? "debit_succeeds" : "debit_fails",
    session.id,
  );
}
