import type Stripe from "stripe";
import type { Ctx, UserCtx } from "../../context.ts";
import { invalidCursor } from "../../db/page-cursor.ts";
import { fail } from "../../errors.ts";
import { isUnknownCursor } from "../../stripe/classify-error.ts";
import { DAY, fromStripeTime, SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { canBeEInvoice } from "../../billing/e-invoice/to-document.ts";
import { readEInvoiceSeller } from "../../billing/e-invoice/write-e-invoice.ts";
import { toBilledProduct } from "../../billing/to-billed-subscription.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { idOf } from "../../stripe/references.ts";

/**
 * Returns the user's invoices for subscriptions and one-time purchases, newest first, with Stripe's pages for them.
 * Their URLs expire, so they are fetched each time and never stored. Amounts are in minor units, times in unix
 * milliseconds.
 * @param input.cursor the previous page's `nextCursor`
 * @throws `stripe_unavailable`
 */
export async function listInvoices(
  ctx: UserCtx,
  input: { cursor?: string | undefined; limit: number },
) {
  const { userId } = ctx.actor;
  const customer = await findLinkedStripeCustomer(ctx, { userId });
  if (!customer) return { invoices: [], nextCursor: null };
  const fetched = await fetchPage(ctx, customer.stripeCustomerId, input);
  // Drafts are left out, since Stripe may still change them.
  const issued = fetched.invoices.filter(({ status }) => status !== null && status !== "draft");
  const [targetOf, seller] = await Promise.all([
    loadInvoiceTargets(ctx, userId, issued),
    readEInvoiceSeller(ctx),
  ]);
  return {
    invoices: issued.map((invoice) => ({
      id: invoice.id,
      /** The number printed on the invoice. */
      number: invoice.number,
      status: toInvoiceStatus(invoice.status),
      createdAt: fromStripeTime(invoice.created) ?? 0,
      totalMinor: invoice.total,
      /** The amount that is still due. */
      dueMinor: invoice.status === "open" ? invoice.amount_remaining : 0,
      currency: invoice.currency,
      ...targetOf(invoice).target,
      /** Whether it can be downloaded as an e-invoice. */
      hasEInvoice:
        seller !== null && !targetOf(invoice).soldByLink && canBeEInvoice(invoice, seller),
      /** Stripe's page to view the invoice, and to pay it while it is open. */
      hostedUrl: invoice.hosted_invoice_url ?? null,
      pdfUrl: invoice.invoice_pdf ?? null,
      /** The payment's receipt; null if nothing was paid. */
      receiptUrl: fetched.receiptOf(invoice),
    })),
    nextCursor: fetched.more ? (fetched.invoices.at(-1)?.id ?? null) : null,
  };
}

/** Stripe makes the invoice of a one-time purchase after its payment, which a bank may answer many days later. */
const CHARGED_BEFORE_SECONDS = (30 * DAY) / SECOND;

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
    // A charge refers to its payment and an invoice to its payments. Stripe doesn't expand further than this.
    const charges =
      oldest === undefined
        ? []
        : ctx.stripe.charges.list({
            customer,
            created: { gte: oldest - CHARGED_BEFORE_SECONDS },
            limit: 100,
          });
    for await (const { payment_intent: intent, receipt_url: url, paid } of charges)
      if (paid && url && intent) receipts.set(idOf(intent), url);
    return {
      invoices,
      more,
      receiptOf: (invoice: Stripe.Invoice) =>
        receipts.get(findPaymentIntentId(invoice) ?? "") ?? null,
    };
  } catch (cause) {
    if (isUnknownCursor(cause)) throw invalidCursor(cause);
    throw fail("stripe_unavailable", { reason: "invoices were not listed", cause });
  }
}

/**
 * Finds what each invoice is for: a subscription by id, an order by payment; neither for one that the seller created
 * at Stripe. The product is the one of its lines: that of the subscription may have changed since, and its metadata has the
 * first one.
 */
async function loadInvoiceTargets(ctx: Ctx, userId: string, invoices: Stripe.Invoice[]) {
  const [orders, subscriptions, ours] = await Promise.all([
    listOrders(ctx, { userId }),
    listSubscriptions(ctx, { userId }),
    mapStripeProductIds(ctx, { stripeProductIds: invoices.flatMap(listChargedProducts) }),
  ]);
  const facts = new Map(
    invoices.map((invoice) => {
      const parent = invoice.parent?.subscription_details;
      const subscription = subscriptions.find(
        (row) => parent && row.stripeSubscriptionId === idOf(parent.subscription),
      );
      const intent = findPaymentIntentId(invoice);
      const order = orders.find((row) => intent && row.stripePaymentIntentId === intent);
      const productId =
        order?.productId ??
        listChargedProducts(invoice)
          .map((id) => ours.get(id))
          .find((id) => id !== undefined) ??
        fromMetadata(parent?.metadata ?? invoice.metadata).productId ??
        subscription?.items.find((item) => item.productId)?.productId;
      return [invoice.id, { order, subscription, productId }];
    }),
  );
  const products = await mapProductSummaries(ctx, {
    ids: [...facts.values()].flatMap(({ productId }) => productId ?? []),
  });
  return (invoice: Stripe.Invoice) => {
    const { order, subscription, productId } = facts.get(invoice.id) ?? {};
    const product = productId ? products.get(productId) : undefined;
    return {
      target: {
        product: product ? toBilledProduct(product) : null,
        orderId: order?.id ?? null,
        subscriptionId: subscription?.id ?? null,
      },
      soldByLink: (order ?? subscription)?.soldByLink ?? false,
    };
  };
}

/** Stripe's ids of the products that an invoice charges for, before those that it only credits. */
function listChargedProducts({ lines }: Stripe.Invoice): string[] {
  return lines.data
    .toSorted((a, b) => b.amount - a.amount)
    .flatMap(({ pricing }) => pricing?.price_details?.product ?? []);
}

/** An unknown status is shown as one that asks for no payment. */
function toInvoiceStatus(
  status: Stripe.Invoice["status"],
): "open" | "paid" | "uncollectible" | "void" {
  const knownStatuses = ["open", "paid", "uncollectible"] as const;
  return knownStatuses.find((known) => known === status) ?? "void";
}
