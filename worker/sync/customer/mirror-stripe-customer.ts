import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { closeFinishedCheckouts } from "../../purchases/checkout/close-checkouts.ts";
import { closeCheckout, listOpenCheckoutsOfCustomer } from "../../purchases/checkout/store.ts";
import { listPoolsOfUser } from "../../access/store-seats.ts";
import { accessFromOrder, accessFromSubscription, type AccessPolicy } from "../../access/policy.ts";
import { rewriteGrants, type GrantSource } from "../../delivery/grants/rewrite-grants.ts";
import { closeOrders, closeSubscriptions } from "../mirror/close-purchases.ts";
import { queueEmails, readEmailFacts } from "../../email/queue-emails.ts";
import { productsOfOrder } from "../../purchases/orders/lines.ts";
import { markDuplicateOrder, type OrderRow } from "../../purchases/orders/store.ts";
import type { OwnRows } from "./read-own-rows.ts";
import type { AlertRow } from "../../purchases/alerts/store.ts";
import { mirrorAlerts } from "../mirror/mirror-alerts.ts";
import { toEmailFacts } from "./to-email-facts.ts";
import { mirrorOrders } from "../mirror/mirror-orders.ts";
import { addUpCodePayments } from "../mirror/add-up-code-payments.ts";
import { mirrorPayments, toPaidCharge } from "../mirror/mirror-payments.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { isEndedStatus } from "../../purchases/subscriptions/statuses.ts";
import {
  endSubscriptionsWithPeriod,
  markDuplicateSubscription,
  type SubscriptionRow,
  type MirroredSubscription,
} from "../../purchases/subscriptions/store.ts";
import { mirrorSubscriptions } from "../mirror/mirror-subscriptions.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { mirrorBoughtGifts } from "./mirror-bought-gifts.ts";
import { mirrorSeats, withoutGivenSeats, type MirroredSeats } from "./mirror-seats.ts";
import { mirrorGuest } from "./mirror-guest.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import { markCustomerStale } from "../../purchases/customer-figures/store.ts";
import {
  listActivityDays,
  updateSubscriptionTotals,
} from "../mirror/update-subscription-totals.ts";
import { insertMissingSources } from "../incidents/store.ts";
import { recordIncident } from "../incidents/record-incident.ts";
import type { ExistingStripeCustomer } from "./fetch-stripe-customer.ts";
import {
  findPaymentMethodChange,
  type PaymentMethodChange,
} from "./follow-default-payment-method.ts";
import { requireOwnAccount } from "./stripe-account.ts";
import type { StripeCustomerRow } from "./store.ts";
import {
  findDuplicatePurchases,
  type Duplicate,
} from "../../purchases/find-duplicate-purchases.ts";

/**
 * The writes that update our rows to Stripe's state, the changes to make at Stripe, and the emails to send after the
 * commit.
 */
export type MirrorResult = {
  isDeleted: boolean;
  statements: Statement[];
  /** The currency that Stripe bills the customer in; left out if Stripe no longer knows the customer. */
  billingCurrency?: string | null;
  duplicates: Duplicate[];
  /** A new default payment method for the customer's subscriptions; null if it is as before. */
  paymentMethodChange: PaymentMethodChange | null;
  /** Subscriptions that were refunded while they were ending, to end now. */
  endings: SubscriptionRow[];
  emailIds: string[];
  /** Members with immediate emails may be due one. */
  hasNotifications: boolean;
  /** Other users, who have seats of the customer's purchases, and whether some seats wait for the next sync. */
  seats: Pick<MirroredSeats, "userIds" | "isUnfinished">;
};

export const noChanges: MirrorResult = {
  isDeleted: false,
  statements: [],
  duplicates: [],
  paymentMethodChange: null,
  endings: [],
  emailIds: [],
  hasNotifications: false,
  seats: { userIds: [], isUnfinished: false },
};

type StripeCustomerRef = { id: string; userId: string };

/**
 * Mirrors an existing Stripe customer: orders, subscriptions, payments, checkouts, and the grants that follow from them
 * and from gifts.
 */
export async function mirrorStripeCustomer(
  ctx: Ctx,
  customer: StripeCustomerRef & Pick<StripeCustomerRow, "defaultPaymentMethodId" | "syncedAt">,
  fetched: ExistingStripeCustomer,
  own: OwnRows,
): Promise<MirrorResult> {
  const { policy, gifts, alerts } = own;
  const sessions = fetched.sessions.map(({ session }) => session);
  const [orders, subscriptions] = await Promise.all([
    mirrorOrders(ctx, { customer, orders: own.orders, sessions: fetched.sessions }),
    mirrorSubscriptions(ctx, {
      customer,
      own,
      taxDisplay: own.taxDisplay,
      subscriptions: fetched.subscriptions,
      sessions,
      disputes: fetched.subscriptionDisputes,
    }),
  ]);
  const bought = toGrantSources(ctx, orders.rows, subscriptions.rows, policy);
  const sources = [...withoutGivenSeats(bought, own.pools), ...gifts.sources];
  const metadataOf = (stripeSessionId: string) =>
    fromMetadata(sessions.find(({ id }) => id === stripeSessionId)?.metadata ?? null);
  const [grants, duplicates, payments, totals, facts, boughtGifts, seats, guest] =
    await Promise.all([
      rewriteGrants(ctx, { userId: customer.userId, sources }),
      loadDuplicates(ctx, {
        orders: orders.rows,
        subscriptions: subscriptions.rows,
        charges: fetched.charges,
        alerts,
      }),
      mirrorPayments(ctx, {
        customer,
        charges: fetched.charges,
        disputes: fetched.disputes,
        subscriptions: fetched.subscriptions,
        sessions,
        purchases: { orders: orders.rows, subscriptions: subscriptions.rows },
      }),
      updateSubscriptionTotals(ctx, { customerId: customer.id, subscriptions }),
      readEmailFacts(ctx, { customer, orders, subscriptions }),
      mirrorBoughtGifts(ctx, { ...orders, metadataOf }),
      mirrorSeats(ctx, { pools: own.pools, sources: bought }),
      mirrorGuest(ctx, { userId: customer.userId, sessions }),
    ]);
  const {
    statements: alertStatements,
    failedRefunds,
    newWarnings,
  } = await mirrorAlerts(ctx, {
    customer,
    existing: alerts,
    charges: fetched.charges,
    warnings: fetched.warnings,
    orders: orders.rows,
    subscriptions: subscriptions.rows.map(({ row }) => row),
    duplicates,
  });
  const isChanged = [orders, subscriptions, payments].some(
    ({ statements }) => statements.length > 0,
  );
  const queuedEmails = await queueEmails(ctx, {
    customer,
    facts,
    orders,
    subscriptions,
    sources,
    duplicates,
    failedRefunds,
    policy,
    newWarnings,
    payments: payments.changes,
    ...toTeamFacts(fetched),
    ...toEmailFacts(fetched),
  });
  return {
    ...queuedEmails,
    isDeleted: false,
    seats,
    billingCurrency: findBillingCurrency(fetched.subscriptions),
    statements: [
      ...gifts.assertions,
      ...orders.statements,
      ...subscriptions.statements,
      ...payments.statements,
      ...addUpCodePayments(ctx, subscriptions.rows, payments.rows),
      ...(isChanged ? [markCustomerStale(customer.userId)] : []),
      ...totals,
      ...alertStatements,
      ...grants,
      ...boughtGifts,
      ...seats.statements,
      ...guest,
      insertMissingSources({
        customerId: customer.id,
        userId: customer.userId,
        mode: ctx.config.stripe.mode,
        now: ctx.now,
      }),
      ...closeFinishedCheckouts(ctx, { open: own.openCheckouts, sessions }),
      ...duplicates.flatMap((duplicate) => recordDuplicate(ctx, customer, duplicate)),
      ...markStartsStale(ctx, subscriptions.rows, duplicates),
      ...queuedEmails.statements,
    ],
    duplicates,
    paymentMethodChange: findPaymentMethodChange(
      customer,
      fetched,
      subscriptions.rows.map(({ row }) => row),
    ),
    endings: subscriptions.rows.flatMap(({ row }) =>
      fetched.refundedEndings.includes(row.stripeSubscriptionId) ? [row] : [],
    ),
  };
}

/** Returns facts about payments for notifications that our rows don't have. */
function toTeamFacts({
  charges,
  disputes,
  subscriptions,
}: Pick<ExistingStripeCustomer, "charges" | "disputes" | "subscriptions">) {
  const payments = mapPayments(charges);
  const reasons = new Map(
    subscriptions.map(({ id, cancellation_details: details }) => [id, details?.reason ?? null]),
  );
  return {
    paymentOf: (paymentIntentId: string | null) => payments.get(paymentIntentId ?? "") ?? null,
    disputesOf: (paymentIntentId: string | null) =>
      (disputes.get(paymentIntentId ?? "") ?? []).map((dispute) => ({
        amount: dispute.amount,
        currency: dispute.currency,
        reason: dispute.reason,
        created: dispute.created,
        dueBy: dispute.evidence_details.due_by,
      })),
    endReasonOf: (stripeSubscriptionId: string) => reasons.get(stripeSubscriptionId) ?? null,
  };
}

/** Successful payments, by payment intent. */
function mapPayments(charges: Stripe.Charge[]) {
  return new Map(
    charges
      .flatMap((charge) => toPaidCharge(charge) ?? [])
      .map((payment) => [payment.paymentIntentId, payment]),
  );
}

/** What Stripe tells of a deleted customer. */
const nothing = { charges: [], disputes: new Map(), subscriptions: [] };

/** Mirrors a deleted Stripe customer: all purchases end, but their payments stay recorded. */
export async function mirrorDeletedStripeCustomer(
  ctx: Ctx,
  customer: StripeCustomerRef & Pick<StripeCustomerRow, "syncedAt">,
): Promise<MirrorResult> {
  const { mode } = ctx.config.stripe;
  const [policy, orders, subscriptions, pools] = await Promise.all([
    readAccessPolicy(ctx),
    closeOrders(ctx, customer),
    closeSubscriptions(ctx, { customerId: customer.id }),
    listPoolsOfUser(ctx.db, { userId: customer.userId, mode, now: ctx.now }),
  ]);
  const bought = toGrantSources(ctx, orders.rows, subscriptions.rows, policy);
  const sources = withoutGivenSeats(bought, pools);
  const [grants, totals, seats, queuedEmails] = await Promise.all([
    rewriteGrants(ctx, { userId: customer.userId, sources }),
    updateSubscriptionTotals(ctx, { customerId: customer.id, subscriptions }),
    mirrorSeats(ctx, { pools, sources: bought }),
    queueEmails(ctx, {
      customer,
      facts: await readEmailFacts(ctx, { customer, orders, subscriptions }),
      orders,
      subscriptions,
      sources,
      duplicates: [],
      failedRefunds: [],
      policy,
      newWarnings: [],
      payments: [],
      ...toTeamFacts(nothing),
      ...toEmailFacts(nothing),
    }),
  ]);
  return {
    ...noChanges,
    ...queuedEmails,
    seats,
    isDeleted: true,
    statements: [
      ...orders.statements,
      ...subscriptions.statements,
      ...totals,
      ...grants,
      ...seats.statements,
      ...queuedEmails.statements,
    ],
  };
}

/**
 * Mirrors a customer that the shop's account doesn't know: it was made in another one, with a wrong key or before the
 * shop moved. Access that was paid stays, but nothing renews it.
 * @throws `stripe_unavailable` while the key itself belongs to another account: then nothing changes
 */
export async function mirrorLostStripeCustomer(
  ctx: Ctx,
  { id: customerId }: StripeCustomerRef,
): Promise<MirrorResult> {
  await requireOwnAccount(ctx);
  const open = await listOpenCheckoutsOfCustomer(ctx.db, customerId);
  return {
    ...noChanges,
    isDeleted: true,
    statements: [
      endSubscriptionsWithPeriod(ctx.db, customerId),
      ...open.map(({ id }) => closeCheckout(ctx.db, { id, status: "expired" })),
    ],
  };
}

/** Returns the currency that the customer is billed in, also for what isn't ours; null if nothing is billed. */
function findBillingCurrency(subscriptions: Stripe.Subscription[]): string | null {
  return subscriptions.find(({ status }) => !isEndedStatus(status))?.currency ?? null;
}

function toGrantSources(
  ctx: Ctx,
  orders: OrderRow[],
  subscriptions: MirroredSubscription[],
  policy: AccessPolicy,
): GrantSource[] {
  return [
    ...orders.map((row) => ({
      type: "order" as const,
      id: row.id,
      products: productsOfOrder(row),
      access: accessFromOrder(row),
    })),
    ...subscriptions.map(({ row, products }) => ({
      type: "subscription" as const,
      id: row.id,
      products,
      access: accessFromSubscription(row, policy, ctx.now),
    })),
  ];
}

async function loadDuplicates(
  ctx: Ctx,
  {
    orders,
    subscriptions,
    charges,
    alerts,
  }: {
    orders: OrderRow[];
    subscriptions: MirroredSubscription[];
    charges: Stripe.Charge[];
    alerts: AlertRow[];
  },
): Promise<Duplicate[]> {
  // A single purchase is a duplicate only if it was marked as one, so most syncs skip the query.
  const isAnyMarked = [...orders, ...subscriptions.map(({ row }) => row)].some(
    ({ duplicateOf }) => duplicateOf !== null,
  );
  if (orders.length < 2 && subscriptions.length < 2 && !isAnyMarked) return [];
  const products = await mapProductSummaries(ctx, {
    ids: [
      ...orders.flatMap((row) => productsOfOrder(row).map(({ id }) => id)),
      ...subscriptions.flatMap(({ products }) => products.map(({ id }) => id)),
    ],
  });
  const groupOf = (productId: string) => products.get(productId)?.planGroup ?? productId;
  const payments = mapPayments(charges);
  return findDuplicatePurchases({
    orders,
    subscriptions,
    groupOf,
    paymentOf: (paymentIntentId) => payments.get(paymentIntentId ?? "") ?? null,
    refusedIds: new Set(
      alerts.flatMap(({ detail, sourceId }) => (detail === "refused" ? (sourceId ?? []) : [])),
    ),
  });
}

/** A second subscription is no longer counted as started. */
function markStartsStale(
  ctx: Ctx,
  subscriptions: MirroredSubscription[],
  duplicates: Duplicate[],
): Statement[] {
  const ids = new Set(duplicates.map(({ id }) => id));
  const marked = subscriptions.filter(({ row }) => ids.has(row.id));
  if (marked.length === 0) return [];
  const days = marked.flatMap(({ row }) => listActivityDays(row));
  return [markDaysStale(ctx.db, ctx.config.stripe.mode, days)];
}

function recordDuplicate(ctx: Ctx, customer: StripeCustomerRef, duplicate: Duplicate): Statement[] {
  const markDuplicate = duplicate.type === "order" ? markDuplicateOrder : markDuplicateSubscription;
  return [
    markDuplicate(ctx.db, duplicate.id, duplicate.duplicateOf),
    recordIncident(ctx, {
      kind: "duplicate",
      customerId: customer.id,
      stripeObjectId: duplicate.stripeId,
      detail: duplicate.payment
        ? `A second payment for what ${duplicate.duplicateOf} had paid was canceled and refunded.`
        : `A second trial of what ${duplicate.duplicateOf} includes was canceled. Nothing was paid.`,
    }),
  ];
}
