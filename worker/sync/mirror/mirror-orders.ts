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
import { writeLines, type OrderLine } from "../../purchases/orders/lines.ts";
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
  /** What paid for it, with all refunds: of a subscription's session, the charge of its first invoice. */
  charge: Stripe.Charge | null;
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
  for (const { session, disputes, charge } of sessions) {
    const { gift, upgradeOf = null } = fromMetadata(session.metadata);
    const { productId, priceId } = readFirst(session) ?? {};
    const facts = toOrderFacts(session, disputes, charge);
    seen.push({
      ...pickLink(known.get(session.id), isBesideSubscription(session) ? null : session.metadata),
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
function findPaidProductId(session: Stripe.Checkout.Session): string | null {
  return session.status === "complete" ? (readFirst(session)?.productId ?? null) : null;
}

/** Returns the product and the price that come first in a one-time purchase; null if there is none in a session. */
function readFirst(session: Stripe.Checkout.Session) {
  if (session.mode === "payment") return fromMetadata(session.metadata);
  const [line] = isBesideSubscription(session) ? listOneTimeItems(session) : [];
  return line ? fromMetadata(line.metadata) : null;
}

/** Whether a session is of a subscription. What is bought once with it is an order of its own. */
const isBesideSubscription = ({ mode }: Stripe.Checkout.Session) => mode === "subscription";

/**
 * Returns the line items that are bought once and say of which of our products they are: only those of a session with
 * several do.
 */
function listOneTimeItems({ line_items: items }: Stripe.Checkout.Session): Stripe.LineItem[] {
  return (items?.data ?? []).filter(
    ({ price, metadata }) =>
      price?.type === "one_time" && fromMetadata(metadata).productId !== undefined,
  );
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
 * @param charge as in `PaidSession`
 */
export function toOrderFacts(
  session: Stripe.Checkout.Session,
  disputes: Stripe.Dispute[],
  charge: Stripe.Charge | null = findCharge(session),
): OrderFacts {
  const payment = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const invoice = isBesideSubscription(session) ? expandedInvoice(session) : null;
  const dispute = findDecidingDispute(disputes);
  const refunds = charge === null ? [] : refundsOf(charge).filter(isEffectiveRefund);
  const lines = toOrderLines(session, refunds, charge);
  const { total, tax, discount } = isBesideSubscription(session)
    ? addUpLines(lines ?? [])
    : {
        total: session.amount_total ?? 0,
        tax: session.total_details?.amount_tax ?? 0,
        discount: getDiscount(session),
      };
  const isRefunded = lines !== null && lines.every(({ refundedAt }) => refundedAt !== null);
  const refunded = isBesideSubscription(session)
    ? sumLineRefunds(refunds, { lines: lines ?? [], total, charge })
    : sumRefunds(refunds);
  const paid =
    session.payment_status === "paid" ||
    session.payment_status === "no_payment_required" ||
    invoice?.status === "paid";
  return {
    stripeSessionId: session.id,
    stripePaymentIntentId: payment?.id ?? (invoice && idOf(charge?.payment_intent)),
    locale: readLocale(session),
    status: toOrderStatus({
      paid,
      hasFailed: invoice
        ? invoice.status === "void" || invoice.status === "uncollectible"
        : payment?.status === "requires_payment_method" || payment?.status === "canceled",
      isRefunded: isRefunded || (total > 0 && refunded >= total),
      refunded,
      dispute: dispute?.status ?? null,
    }),
    totalMinor: total,
    taxMinor: tax,
    discountMinor: discount,
    // The subscription has the code, and what the whole checkout brought.
    promotionCodeId: isBesideSubscription(session) ? null : findPromotionCode(session),
    refundedMinor: refunded,
    disputeStatus: dispute?.status ?? null,
    currency: session.currency ?? "",
    quantity: lines?.[0]?.quantity ?? session.line_items?.data[0]?.quantity ?? 1,
    createdAt: fromStripeTime(session.created) ?? 0,
    refundedAt: refunded > 0 || isRefunded ? fromStripeTime(refunds[0]?.created) : null,
    disputedAt: fromStripeTime(dispute?.created),
    paidAt: paid ? fromStripeTime(charge?.created ?? session.created) : null,
    soldByLink: session.managed_payments?.enabled ?? false,
    lines: lines && writeLines(lines),
    ...toConsent(session, charge?.created ?? payment?.created ?? session.created),
  };
}

/** Returns the charge of a one-time session's payment, if it is expanded. */
export function findCharge({ payment_intent: intent }: Stripe.Checkout.Session) {
  const charge = typeof intent === "object" ? intent?.latest_charge : null;
  return typeof charge === "object" ? (charge ?? null) : null;
}

/** Returns the invoice of a session, if it is expanded. */
export function expandedInvoice({ invoice }: Stripe.Checkout.Session): Stripe.Invoice | null {
  return typeof invoice === "object" ? invoice : null;
}

/**
 * Returns what was bought once, if it is several products or beside a subscription; else null. What the session says it
 * is of comes first, and the others in the order of their ids, since Stripe promises none.
 * @param refunds those that have given money back or still may, newest first
 */
function toOrderLines(
  session: Stripe.Checkout.Session,
  refunds: Stripe.Refund[],
  charge: Stripe.Charge | null,
): OrderLine[] | null {
  const items = listOneTimeItems(session);
  if (items.length === 0) return null;
  const { productId: first } = fromMetadata(session.metadata);
  const isAllRefunded =
    charge !== null && charge.amount > 0 && sumRefunds(refunds) >= charge.amount_captured;
  const lines = items.map((item): OrderLine => {
    const { productId = "", priceId = null } = fromMetadata(item.metadata);
    const refund = refunds.findLast((each) => listRefundedLines(each).includes(item.id));
    const at = refund ?? (isAllRefunded ? refunds[0] : undefined);
    return {
      id: item.id,
      productId,
      priceId,
      quantity: item.quantity ?? 1,
      totalMinor: item.amount_total,
      taxMinor: item.amount_tax,
      discountMinor: item.amount_discount,
      refundedAt: at ? new Date(at.created * 1000).toISOString() : null,
    };
  });
  const rank = ({ productId }: OrderLine) => Number(productId !== first);
  return lines.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

const listRefundedLines = ({ metadata }: Stripe.Refund): string[] =>
  fromMetadata(metadata).lineIds?.split(",") ?? [];

function addUpLines(lines: OrderLine[]) {
  const sum = (name: "totalMinor" | "taxMinor" | "discountMinor") =>
    lines.reduce((total, line) => total + line[name], 0);
  return { total: sum("totalMinor"), tax: sum("taxMinor"), discount: sum("discountMinor") };
}

/**
 * Returns what was refunded of lines beside a subscription: what names them, since the same payment is also for the
 * subscription. All, if all of the payment was refunded.
 */
function sumLineRefunds(
  refunds: Stripe.Refund[],
  input: { lines: OrderLine[]; total: number; charge: Stripe.Charge | null },
): number {
  const { lines, total, charge } = input;
  if (charge !== null && sumRefunds(refunds) >= charge.amount_captured) return total;
  const ids = new Set(lines.map(({ id }) => id));
  const ofLines = refunds.filter((refund) => listRefundedLines(refund).some((id) => ids.has(id)));
  return Math.min(total, sumRefunds(ofLines));
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
  hasFailed: boolean;
  isRefunded: boolean;
  refunded: number;
  dispute: string | null;
}): OrderRow["status"] {
  if (!facts.paid) return facts.hasFailed ? "failed" : "pending";
  if (facts.isRefunded) return "refunded";
  if (isBlockedByDispute(facts.dispute)) return "disputed";
  return facts.refunded > 0 ? "partially_refunded" : "paid";
}
