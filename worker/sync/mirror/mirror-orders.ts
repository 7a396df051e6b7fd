import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { deriveId } from "../../lib/ids.ts";
import { isLocale } from "../../shared/locales.ts";
import { changedRows } from "../../lib/rows.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { pick } from "../../lib/pick.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { idOf } from "../../stripe/references.ts";
import { isEffectiveRefund, refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import { findProductIds } from "../../catalog/list-product-ids.ts";
import { findDecidingDispute, isBlockedByDispute } from "../../access/policy.ts";
import { listWithLost } from "../restore/restore-lost.ts";
import {
  adoptOrders,
  listOrdersOfCustomer,
  upsertOrder,
  type OrderRow,
} from "../../purchases/orders/store.ts";

/** A Checkout Session with its payment, all its refunds and line items expanded, and the disputes of its payment. */
export type PaidSession = {
  session: Stripe.Checkout.Session;
  /** Newest first. Empty if the charge was never disputed. */
  disputes: Stripe.Dispute[];
};

/** Orders before a sync and after it, and the writes that update them. */
export type MirroredOrders = { before: OrderRow[]; rows: OrderRow[]; statements: Statement[] };

/**
 * Returns the customer's orders according to Stripe's sessions, and the writes that update ours. Ignores sessions of
 * other kinds, incomplete ones and those for other products.
 */
export async function mirrorOrders(
  ctx: Ctx,
  input: {
    customer: { id: string; userId: string };
    /** Our rows. */
    orders: OrderRow[];
    sessions: PaidSession[];
  },
): Promise<MirroredOrders> {
  const sessionIdOf = ({ session }: PaidSession) => session.id;
  const { id: customerId, userId } = input.customer;
  const { mode } = ctx.config.stripe;
  const knownIds = new Set(input.orders.map((row) => row.stripeSessionId));
  const ofOurs = listOrderSessions(ctx, input.sessions, ({ session }) => session, knownIds);
  const [sessions, existing] = await Promise.all([
    ofOurs,
    listWithLost(ctx, {
      userId,
      customerId,
      rows: input.orders,
      possibleIds: input.sessions
        .filter(({ session }) => findPaidProductId(session) !== null)
        .map(sessionIdOf),
      ourIds: ofOurs.then((found) => found.map(sessionIdOf)),
      list: () => listOrdersOfCustomer(ctx.db, input.customer),
      stripeIdOf: (row) => row.stripeSessionId,
      adopt: (stripeSessionIds) =>
        adoptOrders(ctx.db, { customerId, userId, mode, stripeSessionIds }),
    }),
  ]);
  const known = new Map(existing.map((row) => [row.stripeSessionId, row]));
  const seen: OrderRow[] = [];
  for (const { session, disputes } of sessions) {
    const { productId, priceId, gift, upgradeOf = null } = fromMetadata(session.metadata);
    const facts = toOrderFacts(session, disputes);
    seen.push({
      ...pickLink(known.get(session.id), session.metadata),
      id: known.get(session.id)?.id ?? deriveId("ord", facts.createdAt, session.id),
      userId,
      customerId,
      productId: productId ?? "",
      priceId: priceId ?? null,
      mode,
      duplicateOf: known.get(session.id)?.duplicateOf ?? null,
      customerDeletedAt: known.get(session.id)?.customerDeletedAt ?? null,
      confirmedAt: known.get(session.id)?.confirmedAt ?? null,
      upgradeOf,
      giftId: gift === undefined ? null : deriveId("cmp", facts.createdAt, session.id),
      ...facts,
    });
  }
  const changed = changedRows(existing, seen, (row) => row.stripeSessionId);
  const unseen = existing.filter((row) => !seen.some((order) => order.id === row.id));
  return {
    before: existing,
    rows: [...seen, ...unseen],
    statements: changed.map((row) => upsertOrder(ctx.db, row, known.get(row.stripeSessionId))),
  };
}

/**
 * Returns those with a session that is a completed one-time purchase of one of our products.
 * @param knownIds sessions of which we have orders, so that their products are ours
 */
export async function listOrderSessions<Item>(
  ctx: Ctx,
  items: Item[],
  sessionOf: (item: Item) => Stripe.Checkout.Session,
  knownIds: ReadonlySet<string> = new Set(),
): Promise<Item[]> {
  const isKnown = (item: Item) => knownIds.has(sessionOf(item).id);
  const productIdOf = (item: Item) => findPaidProductId(sessionOf(item));
  const ids = new Set(items.flatMap((item) => (isKnown(item) ? [] : (productIdOf(item) ?? []))));
  const ourIds = await findProductIds(ctx, { ids: [...ids] });
  return items.filter((item) => isKnown(item) || ourIds.has(productIdOf(item) ?? ""));
}

/** Returns the product that a completed one-time purchase says it is of; null for any other session. */
function findPaidProductId({ mode, status, metadata }: Stripe.Checkout.Session): string | null {
  if (mode !== "payment" || status !== "complete") return null;
  return fromMetadata(metadata).productId ?? null;
}

/**
 * Returns the permanent link of a purchase and its referral: those of our row, if there is one, since they are erased
 * with an account and Stripe's are not.
 */
export function pickLink(
  known: Pick<OrderRow, "linkId" | "referral"> | undefined,
  metadata: Stripe.Metadata | null,
): Pick<OrderRow, "linkId" | "referral"> {
  if (known) return pick(known, ["linkId", "referral"]);
  const { linkId = null, referral = null } = fromMetadata(metadata);
  return { linkId, referral };
}

/** The columns of an order that come from Stripe. */
type OrderFacts = Omit<
  OrderRow,
  | "id"
  | "userId"
  | "customerId"
  | "productId"
  | "priceId"
  | "mode"
  | "duplicateOf"
  | "customerDeletedAt"
  | "confirmedAt"
  | "linkId"
  | "referral"
  | "giftId"
  | "upgradeOf"
>;

/**
 * Converts a session, its payment and its disputes to our columns. Amounts are copied from Stripe, never recomputed.
 */
export function toOrderFacts(
  session: Stripe.Checkout.Session,
  disputes: Stripe.Dispute[],
): OrderFacts {
  const payment = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof payment?.latest_charge === "object" ? payment.latest_charge : null;
  const dispute = findDecidingDispute(disputes);
  const total = session.amount_total ?? 0;
  const refunds = charge === null ? [] : refundsOf(charge).filter(isEffectiveRefund);
  const refunded = sumRefunds(refunds);
  const paid =
    session.payment_status === "paid" || session.payment_status === "no_payment_required";
  return {
    stripeSessionId: session.id,
    stripePaymentIntentId: payment?.id ?? null,
    locale: readLocale(session),
    status: toOrderStatus({
      paid,
      paymentStatus: payment?.status,
      total,
      refunded,
      dispute: dispute?.status ?? null,
    }),
    totalMinor: total,
    taxMinor: session.total_details?.amount_tax ?? 0,
    discountMinor: getDiscount(session),
    promotionCodeId: findPromotionCode(session),
    refundedMinor: refunded,
    disputeStatus: dispute?.status ?? null,
    currency: session.currency ?? "",
    quantity: session.line_items?.data[0]?.quantity ?? 1,
    createdAt: fromStripeTime(session.created) ?? 0,
    refundedAt: fromStripeTime(refunds[0]?.created),
    disputedAt: fromStripeTime(dispute?.created),
    paidAt: paid ? fromStripeTime(charge?.created ?? session.created) : null,
    soldByLink: session.managed_payments?.enabled ?? false,
    ...toConsent(session, charge?.created ?? payment?.created ?? session.created),
  };
}

/** Returns what discounts took off a checkout, in minor units. */
export const getDiscount = ({ total_details: details }: Stripe.Checkout.Session): number =>
  details?.amount_discount ?? 0;

/** Returns Stripe's id of the promotion code that was entered; null without one. A session takes one at most. */
export function findPromotionCode({ discounts }: Stripe.Checkout.Session): string | null {
  return idOf(discounts?.find(({ promotion_code: code }) => code !== null)?.promotion_code ?? null);
}

/**
 * Returns the language that the shop opened the checkout in, or else that of Stripe's page; null if neither says it.
 */
function readLocale({ metadata, locale }: Stripe.Checkout.Session): string | null {
  const { locale: ours } = fromMetadata(metadata);
  if (isLocale(ours)) return ours;
  return locale === "auto" ? null : locale;
}

/**
 * Returns what the buyer agreed to at the checkout, and when.
 * @param at Unix seconds: the payment, which needs the box to be ticked
 */
export function toConsent(
  session: Pick<Stripe.Checkout.Session, "consent" | "custom_text" | "metadata">,
  at: number,
): Pick<OrderRow, "consentedAt" | "consentText" | "consentRecord"> {
  if (session.consent?.terms_of_service !== "accepted") return noConsent;
  return {
    consentedAt: fromStripeTime(at),
    consentText: session.custom_text.terms_of_service_acceptance?.message ?? null,
    consentRecord: fromMetadata(session.metadata).consent ?? null,
  };
}

export const noConsent = { consentedAt: null, consentText: null, consentRecord: null };

function toOrderStatus(facts: {
  paid: boolean;
  paymentStatus: string | undefined;
  total: number;
  refunded: number;
  dispute: string | null;
}): OrderRow["status"] {
  if (!facts.paid) {
    const hasFailed =
      facts.paymentStatus === "requires_payment_method" || facts.paymentStatus === "canceled";
    return hasFailed ? "failed" : "pending";
  }
  if (facts.total > 0 && facts.refunded >= facts.total) return "refunded";
  if (isBlockedByDispute(facts.dispute)) return "disputed";
  return facts.refunded > 0 ? "partially_refunded" : "paid";
}
