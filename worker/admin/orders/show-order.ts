import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { askAboutPayment, type ToldPayment } from "../payments/fetch-payment-details.ts";
import { orNull, patience } from "../../shop/billing/fetch-billing-details.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { findPerson, type Person } from "../customers/find-users.ts";
import { accessFromOrder, type Access } from "../../access/policy.ts";
import { effectOnAccess, type AccessEffect } from "../../access/compute-access-effect.ts";
import { listGiven, type GivenBenefit } from "../../access/list-benefits-of-source.ts";
import { explainTimeline, type TimelineEntry } from "../../purchases/timeline/timeline.ts";
import { readTimelineFacts } from "../../delivery/library/show-timeline.ts";
import { refuseRefund, type RefundRefusal } from "./refund-order.ts";
import { findOrder, type OrderRow } from "../../purchases/orders/store.ts";

/** Everything about an order, for the team. Amounts in minor units, times in unix milliseconds. */
export type ShownOrder = Omit<OrderRow, "userId" | "customerId" | "productId"> & {
  buyer: Person;
  product: { id: string; name: string };
  access: Access;
  benefits: GivenBenefit[];
  timeline: TimelineEntry[];
  refund: {
    refusal: RefundRefusal | null;
    leftMinor: number;
    /** What giving back all of it would do to access; a part of it does nothing. */
    effect: AccessEffect;
  };
  /** What Stripe says now; null where it did not answer, or nothing was paid. */
  payment: ToldPayment | null;
  /** Stripe's own pages. They expire, and are fetched each time. */
  invoice: { number: string | null; hostedUrl: string | null; pdfUrl: string | null } | null;
  stripeUrl: string;
  /** Names of what the effect and the timeline speak of, by product id. */
  productNames: Record<string, string>;
};

/** @throws `not_found` */
export async function showOrder(ctx: Ctx, input: { id: string }): Promise<ShownOrder> {
  const order = await findOrder(ctx.db, input.id, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  const { userId, customerId: _, productId, ...shown } = order;
  const [buyer, facts, payment, invoice] = await Promise.all([
    findPerson(ctx, { userId }),
    readTimelineFacts(ctx, { userId }),
    askAboutPayment(ctx, order.stripePaymentIntentId),
    askForInvoice(ctx, order.stripeSessionId),
  ]);
  const source = { type: "order" as const, id: order.id };
  const effect = effectOnAccess({
    held: facts.grants,
    source,
    becomes: accessFromOrder({ ...order, status: "refunded" }),
    now: facts.now,
  });
  const products = await listNamedProducts(ctx, {
    ids: [productId, ...facts.grants.map(({ grant }) => grant.productId)],
  });
  return {
    ...shown,
    buyer,
    product: { id: productId, name: products.get(productId)?.name ?? productId },
    access: accessFromOrder(order),
    benefits: listGiven(facts.grants, source, facts.now),
    timeline: explainTimeline(facts).filter((entry) => entry.source.id === order.id),
    refund: {
      refusal: refuseRefund(order),
      leftMinor: order.totalMinor - order.refundedMinor,
      effect,
    },
    payment,
    invoice,
    stripeUrl: dashboardUrl(
      ctx.config.stripe.mode,
      order.stripePaymentIntentId === null
        ? `checkout/sessions/${order.stripeSessionId}`
        : `payments/${order.stripePaymentIntentId}`,
    ),
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}

async function askForInvoice(ctx: Ctx, stripeSessionId: string): Promise<ShownOrder["invoice"]> {
  const session = await orNull(
    ctx.stripe.checkout.sessions.retrieve(stripeSessionId, { expand: ["invoice"] }, patience),
  );
  const invoice = session?.invoice;
  if (typeof invoice !== "object" || invoice === null) return null;
  return {
    number: invoice.number,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}
