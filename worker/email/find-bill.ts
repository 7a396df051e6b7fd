import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import type { LibraryItem } from "../delivery/library/list-library-items.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { pick } from "../lib/pick.ts";
import { fromStripeTime, SECOND } from "../lib/time.ts";
import { findCheckout } from "../purchases/checkout/store.ts";
import { findOrder, type OrderRow } from "../purchases/orders/store.ts";
import { findSubscription } from "../purchases/subscriptions/store.ts";
import { findInvoiceToPay } from "../stripe/find-invoice-to-pay.ts";
import type { Bill } from "./kinds/bill.ts";

/** The email is sent without these details rather than late. */
const shortTimeout = { timeout: 4 * SECOND, maxNetworkRetries: 0 };

/**
 * Finds what was paid at the checkout of an order or a subscription. Stripe knows the discount codes, the invoice's
 * number and whether tax is included; while it doesn't answer, an order's bill has the amounts that are mirrored.
 * @returns null for a gift, for a subscription without a checkout of this shop, and if nothing was paid yet
 */
export async function findBill(
  ctx: Ctx,
  entry: Pick<LibraryItem, "source" | "sourceId" | "quantity"> & { userId: string },
): Promise<Bill | null> {
  if (entry.source === "order") {
    const order = await findOrder(ctx.db, entry.sourceId, ctx.config.stripe.mode);
    if (!order) return null;
    const session = await fetchSession(ctx, order.stripeSessionId);
    // The bill of the subscription says what was bought beside it.
    if (session?.mode === "subscription") return null;
    return { ...toStoredBill(order), ...(session && toBill(session)) };
  }
  if (entry.source === "gift") return null;
  const subscription = await findSubscription(ctx.db, { id: entry.sourceId, userId: entry.userId });
  const checkout =
    subscription?.checkoutId &&
    (await findCheckout(ctx.db, { id: subscription.checkoutId, userId: entry.userId }));
  const session =
    checkout && checkout.stripeSessionId && (await fetchSession(ctx, checkout.stripeSessionId));
  if (!session) return null;
  return {
    sourceId: entry.sourceId,
    paidAt: fromStripeTime(session.created),
    currency: session.currency ?? "",
    quantity: entry.quantity,
    refundedMinor: 0,
    ...toBill(session),
  };
}

function toStoredBill(order: OrderRow): Bill {
  return {
    sourceId: order.id,
    invoiceNumber: null,
    ...pick(order, ["paidAt", "currency", "quantity"]),
    ...pick(order, ["discountMinor", "taxMinor", "totalMinor", "refundedMinor", "soldByLink"]),
    subtotalMinor: null,
    discountCodes: [],
    lines: [],
    isTaxIncluded: false,
  };
}

type StripeBill = Pick<
  Bill,
  | "invoiceNumber"
  | "subtotalMinor"
  | "discountMinor"
  | "discountCodes"
  | "lines"
  | "taxMinor"
  | "isTaxIncluded"
  | "totalMinor"
  | "soldByLink"
>;

function toBill(session: Stripe.Checkout.Session): StripeBill {
  const { amount_subtotal: subtotal, amount_total: total, total_details: details } = session;
  const { invoice, discounts, line_items: items } = session;
  const discountMinor = details?.amount_discount ?? 0;
  const taxMinor = details?.amount_tax ?? 0;
  return {
    invoiceNumber: typeof invoice === "object" ? (invoice?.number ?? null) : null,
    subtotalMinor: subtotal,
    discountMinor,
    discountCodes: (discounts ?? []).flatMap(({ promotion_code: code }) =>
      code && typeof code === "object" ? code.code : [],
    ),
    lines:
      items && items.data.length > 1
        ? items.data.map(({ description, quantity, amount_subtotal: subtotalMinor }) => ({
            name: description ?? "",
            quantity: quantity ?? 1,
            subtotalMinor,
          }))
        : [],
    taxMinor,
    isTaxIncluded: (subtotal ?? 0) - discountMinor === total,
    totalMinor: total ?? 0,
    soldByLink: session.managed_payments?.enabled ?? false,
  };
}

/** Returns Stripe's page of a subscription's open invoice, where it can be paid and confirmed; null if there is none. */
export async function findInvoiceUrl(
  ctx: Ctx,
  key: { id: string; userId: string },
): Promise<string | null> {
  const row = await findSubscription(ctx.db, key);
  const { stripe } = ctx;
  const invoice =
    row &&
    (await nullOnError(ctx, async () => {
      const expand = ["latest_invoice"];
      const { stripeSubscriptionId: id } = row;
      const subscription = await stripe.subscriptions.retrieve(id, { expand }, shortTimeout);
      return findInvoiceToPay(stripe, subscription, { isWrittenOff: false }, shortTimeout);
    }));
  return invoice?.hosted_invoice_url ?? null;
}

function fetchSession(ctx: Ctx, id: string): Promise<Stripe.Checkout.Session | null> {
  const expand = ["invoice", "discounts.promotion_code", "line_items"];
  return nullOnError(ctx, () =>
    ctx.stripe.checkout.sessions.retrieve(id, { expand }, shortTimeout),
  );
}

/** Returns Stripe's answer, or logs the error and returns null. */
async function nullOnError<Answer>(ctx: Ctx, ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    logEvent(
      "warn",
      "email.bill_not_fetched",
      {
        error: summarizeError(error),
      },
      ctx,
    );
    return null;
  }
}
