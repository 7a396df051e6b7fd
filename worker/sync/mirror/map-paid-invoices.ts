import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { PaymentRow } from "../../purchases/payments/store.ts";
import { collectAll, idOf } from "../../stripe/references.ts";

const PAGE_SIZE = 100;

/** The invoice that a payment pays. */
export type PaidInvoice = Pick<
  PaymentRow,
  "stripeInvoiceId" | "invoiceNumber" | "stripeSubscriptionId"
>;

const noInvoice: PaidInvoice = {
  stripeInvoiceId: "",
  invoiceNumber: null,
  stripeSubscriptionId: null,
};

/**
 * Finds the invoices of a customer's charges, and returns which one a charge pays. Numbers of invoices don't change, so
 * those that we know are not asked for again; those of orders and the newest of each subscription came with them. Only
 * what is still unknown takes a request.
 * @param input.subscriptions with their latest invoice and its payments expanded
 * @param input.sessions with their invoice expanded
 */
export async function mapPaidInvoices(
  ctx: Ctx,
  input: {
    charges: Stripe.Charge[];
    existing: PaymentRow[];
    subscriptions: Stripe.Subscription[];
    sessions: Stripe.Checkout.Session[];
  },
): Promise<(charge: Stripe.Charge) => PaidInvoice> {
  const known = new Map(
    input.existing
      .filter(({ stripeInvoiceId }) => stripeInvoiceId !== null)
      .map(({ stripeChargeId, stripeInvoiceId, invoiceNumber, stripeSubscriptionId }) => [
        stripeChargeId,
        { stripeInvoiceId, invoiceNumber, stripeSubscriptionId },
      ]),
  );
  const latest = input.subscriptions.map((subscription) => subscription.latest_invoice);
  const ofIntent = new Map([
    ...input.sessions
      .filter(({ mode, invoice }) => mode === "payment" && typeof invoice !== "string")
      .map(
        ({ payment_intent: intent, invoice }) => [idOf(intent), toPaidInvoice(invoice)] as const,
      ),
    ...byPaymentIntent(latest.filter((invoice) => typeof invoice === "object" && invoice !== null)),
  ]);
  // What came now counts first: Stripe makes the invoice of an order after its payment.
  const find = (charge: Stripe.Charge) =>
    ofIntent.get(idOf(charge.payment_intent)) ?? known.get(charge.id);
  const unknown = input.charges.find((charge) => charge.payment_intent !== null && !find(charge));
  const customer = idOf(unknown?.customer ?? null);
  if (customer !== null)
    for (const [intent, invoice] of byPaymentIntent(await listInvoices(ctx, customer)))
      ofIntent.set(intent, invoice);
  return (charge) => find(charge) ?? noInvoice;
}

const listInvoices = (ctx: Ctx, customer: string): Promise<Stripe.Invoice[]> =>
  collectAll(ctx.stripe.invoices.list({ customer, limit: PAGE_SIZE, expand: ["data.payments"] }));

function byPaymentIntent(invoices: Stripe.Invoice[]): [intent: string | null, PaidInvoice][] {
  return invoices.flatMap((invoice) =>
    (invoice.payments?.data ?? []).map(({ payment }): [string | null, PaidInvoice] => [
      idOf(payment.payment_intent ?? null),
      toPaidInvoice(invoice),
    ]),
  );
}

function toPaidInvoice(invoice: Stripe.Invoice | string | null): PaidInvoice {
  if (typeof invoice !== "object" || invoice === null) return noInvoice;
  return {
    stripeInvoiceId: invoice.id,
    invoiceNumber: invoice.number,
    stripeSubscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
  };
}
