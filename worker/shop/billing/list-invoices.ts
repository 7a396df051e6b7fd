import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { findLinkedCustomer } from "../../sync/customer/find-linked-stripe-customer.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { nameProduct, type BilledProduct } from "./to-billed-subscription.ts";

/**
 * A bill, with Stripe's own pages for it. Their addresses expire, so they are fetched each time and never stored.
 * Amounts in minor units, times in unix milliseconds.
 */
export type BilledInvoice = {
  id: string;
  /** As printed on it. */
  number: string | null;
  status: "open" | "paid" | "uncollectible" | "void";
  createdAt: number;
  totalMinor: number;
  /** What is still to be paid of it. */
  dueMinor: number;
  currency: string;
  product: BilledProduct | null;
  /** What it is for, here: one of the two, or neither for what the seller billed at Stripe. */
  orderId: string | null;
  subscriptionId: string | null;
  /** Where it can be seen, and paid while it is open. */
  hostedUrl: string | null;
  pdfUrl: string | null;
  /** The receipt of the payment; null where nothing was paid. */
  receiptUrl: string | null;
};

export type InvoicePage = { invoices: BilledInvoice[]; nextCursor: string | null };

/**
 * The person's invoices, of subscriptions and of one-time purchases, newest first.
 * @param input.cursor the `nextCursor` of the page before
 * @throws `stripe_unavailable`
 */
export async function listInvoices(
  ctx: UserCtx,
  input: { cursor?: string | undefined; limit: number },
): Promise<InvoicePage> {
  const { userId } = ctx.actor;
  const customer = await findLinkedCustomer(ctx, { userId });
  if (!customer) return { invoices: [], nextCursor: null };
  const fetched = await fetchPage(ctx, customer.stripeCustomerId, input);
  // A draft is not a bill yet: Stripe may still change it.
  const issued = fetched.invoices.filter(({ status }) => status !== null && status !== "draft");
  const nameOf = await namesFor(ctx, userId, issued);
  return {
    invoices: issued.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      status: toStatus(invoice.status),
      createdAt: fromStripeTime(invoice.created) ?? 0,
      totalMinor: invoice.total,
      dueMinor: invoice.status === "open" ? invoice.amount_remaining : 0,
      currency: invoice.currency,
      ...nameOf(invoice),
      hostedUrl: invoice.hosted_invoice_url ?? null,
      pdfUrl: invoice.invoice_pdf ?? null,
      receiptUrl: fetched.receiptOf(invoice),
    })),
    nextCursor: fetched.more ? (fetched.invoices.at(-1)?.id ?? null) : null,
  };
}

async function fetchPage(
  ctx: Ctx,
  customer: string,
  input: { cursor?: string | undefined; limit: number },
) {
  try {
    const { data: invoices, has_more: more } = await ctx.stripe.invoices.list({
      customer,
      limit: input.limit,
      ...(input.cursor !== undefined && { starting_after: input.cursor }),
      expand: ["data.payments"],
    });
    const receipts = new Map<string, string>();
    const oldest = invoices.at(-1)?.created;
    // A charge names its payment, an invoice its payments: Stripe expands no further than this.
    const charges =
      oldest === undefined
        ? []
        : ctx.stripe.charges.list({ customer, created: { gte: oldest }, limit: 100 });
    for await (const { payment_intent: intent, receipt_url: url, paid } of charges)
      if (paid && url && intent) receipts.set(idOf(intent), url);
    return {
      invoices,
      more,
      receiptOf: (invoice: Stripe.Invoice) => receipts.get(intentOf(invoice) ?? "") ?? null,
    };
  } catch (cause) {
    throw fail("stripe_unavailable", { reason: "invoices were not listed", cause });
  }
}

/** Finds what each invoice is for: a subscription by its id, an order by its payment, a product at least by metadata. */
async function namesFor(ctx: Ctx, userId: string, invoices: Stripe.Invoice[]) {
  const [orders, subscriptions] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
  ]);
  const facts = new Map(
    invoices.map((invoice) => {
      const parent = invoice.parent?.subscription_details;
      const subscription = subscriptions.find(
        (row) => parent && row.stripeSubscriptionId === idOf(parent.subscription),
      );
      const intent = intentOf(invoice);
      const order = orders.find((row) => intent && row.stripePaymentIntentId === intent);
      const productId =
        order?.productId ??
        fromMetadata(parent?.metadata ?? invoice.metadata).productId ??
        subscription?.items.find((item) => item.productId)?.productId;
      return [invoice.id, { order, subscription, productId }];
    }),
  );
  const products = await listNamedProducts(ctx, {
    ids: [...facts.values()].flatMap(({ productId }) => productId ?? []),
  });
  return (invoice: Stripe.Invoice) => {
    const { order, subscription, productId } = facts.get(invoice.id) ?? {};
    const product = productId ? products.get(productId) : undefined;
    return {
      product: product ? nameProduct(product) : null,
      orderId: order?.id ?? null,
      subscriptionId: subscription?.id ?? null,
    };
  };
}

function intentOf(invoice: Stripe.Invoice): string | undefined {
  for (const { payment } of invoice.payments?.data ?? [])
    if (payment.payment_intent) return idOf(payment.payment_intent);
  return undefined;
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}

/** A word of Stripe's that nobody knows is shown as a bill that asks for nothing. */
function toStatus(status: Stripe.Invoice["status"]): BilledInvoice["status"] {
  const asking = ["open", "paid", "uncollectible"] as const;
  return asking.find((known) => known === status) ?? "void";
}
