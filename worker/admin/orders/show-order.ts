import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { dashboardPathOfOrder, dashboardUrl } from "../../stripe/dashboard-url.ts";
import { showInvoice } from "../../billing/e-invoice/show-invoice.ts";
import { readEInvoiceSeller } from "../../billing/e-invoice/write-e-invoice.ts";
import { fetchDispute } from "../../billing/answer-dispute.ts";
import { fetchTaxIds, type TaxIdDetails } from "../../billing/fetch-tax-ids.ts";
import { idOf } from "../../stripe/references.ts";
import { fetchPaymentDetails } from "../../billing/fetch-payment-details.ts";
import { nullOnError, shortTimeout } from "../../billing/fetch-billing-details.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { requireUserSummary } from "../customers/find-users.ts";
import { accessFromOrder } from "../../access/policy.ts";
import { computeAccessEffect } from "../../access/compute-access-effect.ts";
import { listBenefitsOfSource } from "../../access/list-benefits-of-source.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import { readTimelineFacts } from "../../delivery/library/read-timeline-facts.ts";
import { mapBalances } from "./balances.query.ts";
import { findRefundRefusal } from "./refund-order.ts";
import { readConsentRecord } from "../../purchases/consent-record.ts";
import { findClaim } from "../../claims/store.ts";
import { findSubscriptionOfSession } from "../../purchases/checkout/store.ts";
import { readLines } from "../../purchases/orders/lines.ts";
import { findOrder, type OrderRow } from "../../purchases/orders/store.ts";

/**
 * Returns everything about one order, for the team. Amounts in minor units, times in unix milliseconds.
 * @throws `not_found`
 */
export async function showOrder(ctx: Ctx, input: { id: string }) {
  const order = await findOrder(ctx.db, input.id, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  const { userId, customerId: _, productId, ...shown } = order;
  const [user, facts, payment, invoice, balances, dispute, gift] = await Promise.all([
    requireUserSummary(ctx, { userId }),
    readTimelineFacts(ctx, { userId }),
    fetchPaymentDetails(ctx, order.stripePaymentIntentId),
    fetchInvoice(ctx, order),
    mapBalances(ctx.db, ctx.config.stripe.mode, [order.id]),
    fetchDispute(ctx, { ...order, paymentIntentId: order.stripePaymentIntentId }),
    findGiftRecipient(ctx, order),
  ]);
  const source = { type: "order" as const, id: order.id };
  const effect = computeAccessEffect({
    grants: facts.grants,
    source,
    newAccess: accessFromOrder({ ...order, status: "refunded" }),
    now: facts.now,
  });
  const lines = readLines(order);
  const besideId =
    lines &&
    (await findSubscriptionOfSession(ctx.db, ctx.config.stripe.mode, order.stripeSessionId));
  const subscription =
    besideId === null
      ? undefined
      : facts.subscriptions.find((row) => row.stripeSubscriptionId === besideId);
  const products = await mapProductSummaries(ctx, {
    ids: [
      productId,
      ...(lines ?? []).map((line) => line.productId),
      ...facts.grants.map(({ grant }) => grant.productId),
    ],
  });
  return {
    ...shown,
    /** What the text is about that the buyer agreed to; null if not known. */
    consent: readConsentRecord(order.consentRecord),
    user,
    /** Whom it is a gift for; null if it is for its buyer. */
    gift,
    product: { id: productId, name: products.get(productId)?.name ?? productId },
    /** What was bought, if it is several products or beside a subscription; else null. */
    lines:
      lines?.map((line) => ({
        ...line,
        name: products.get(line.productId)?.name ?? line.productId,
      })) ?? null,
    /** The subscription that was paid with the same payment; null if there is none. */
    subscription: subscription ? { id: subscription.id } : null,
    access: accessFromOrder(order),
    benefits: listBenefitsOfSource(facts.grants, source, facts.now),
    timeline: buildTimeline(facts).filter((entry) => entry.source.id === order.id),
    refund: {
      refusal: findRefundRefusal(order),
      refundableMinor: order.totalMinor - order.refundedMinor,
      /** What a full refund would do to access. A partial one changes nothing. */
      effect,
    },
    /** Stripe's current data; null if Stripe did not answer or nothing was paid. */
    payment,
    /** Stripe's fees and what was left; null until Stripe has settled the payment. */
    balance: balances.get(order.id) ?? null,
    /** The dispute of the payment; null if there is none, or Stripe did not answer. */
    dispute,
    /** Stripe's invoice pages. The URLs expire, so they are fetched each time. */
    ...invoice,
    stripeUrl: dashboardUrl(ctx.config.stripe.mode, dashboardPathOfOrder(order)),
    /** Names of the products in `effect` and `timeline`, by product id. */
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}

/**
 * Returns whom an order is a gift for: what the buyer calls them, the email that it was sent to, and the customer who has
 * it. All are null if nobody accepted it for so long that it was deleted.
 */
async function findGiftRecipient(ctx: Ctx, { giftId, mode }: OrderRow) {
  if (giftId === null) return null;
  const claim = await findClaim(ctx.db, giftId, mode);
  return {
    name: claim?.recipientName || null,
    email: claim?.email ?? null,
    claimedBy: claim?.claimedBy ?? null,
    isEnded: claim !== undefined && claim.revokedAt !== null,
  };
}

async function fetchInvoice(
  ctx: Ctx,
  { stripeSessionId, soldByLink }: OrderRow,
): Promise<{ invoice: ReturnType<typeof showInvoice> | null; taxIds: TaxIdDetails[] }> {
  const session = await nullOnError(
    ctx.stripe.checkout.sessions.retrieve(stripeSessionId, { expand: ["invoice"] }, shortTimeout),
  );
  const invoice = session?.invoice;
  if (typeof invoice !== "object" || invoice === null) return { invoice: null, taxIds: [] };
  const [seller, taxIds] = await Promise.all([
    readEInvoiceSeller(ctx),
    // Only of who gave one: for the others, Stripe isn't asked.
    invoice.customer_tax_ids?.length ? fetchTaxIds(ctx, idOf(invoice.customer)) : [],
  ]);
  return { invoice: showInvoice(invoice, { seller, soldByLink }), taxIds };
}
