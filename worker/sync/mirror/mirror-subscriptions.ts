import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { deriveId } from "../../lib/ids.ts";
import { changedRows, idsOf } from "../../lib/rows.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { idOf } from "../../stripe/references.ts";
import { isVoidedByPause } from "../../stripe/settled-invoices.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { findDecidingDispute } from "../../access/policy.ts";
import type { TaxDisplay } from "../../settings/tax-settings.ts";
import { readTrialRefusal } from "../../purchases/subscriptions/trials.ts";
import type { ExpandedSubscription } from "./expand-subscriptions.ts";
import { listWithLost } from "../restore/restore-lost.ts";
import { findPromotionCode, getDiscount, noConsent, pickLink, toConsent } from "./mirror-orders.ts";
import { listStripeProductIds, stripeProductIdOf, toItemRows } from "./to-item-rows.ts";
import {
  adoptSubscriptions,
  deleteSubscriptionItem,
  listSubscriptionItemsOfCustomer,
  listSubscriptionsOfCustomer,
  upsertSubscriptionItem,
  upsertSubscription,
  type SubscriptionItemRow,
  type SubscriptionRow,
  type MirroredSubscription,
} from "../../purchases/subscriptions/store.ts";

/** Subscriptions with their items before a sync and after it, and the writes that update them. */
export type MirroredSubscriptions = {
  before: SubscriptionRow[];
  rows: MirroredSubscription[];
  itemsBefore: SubscriptionItemRow[];
  items: SubscriptionItemRow[];
  statements: Statement[];
};

/**
 * Returns the customer's subscriptions according to Stripe, and the writes that update ours. Ignores subscriptions to
 * none of our products. A mirrored subscription that is missing from Stripe's list stays unchanged until its scheduled
 * end: it is of a Stripe account that the shop has lost.
 */
export async function mirrorSubscriptions(
  ctx: Ctx,
  input: {
    customer: { id: string; userId: string };
    /** Our rows, with all their items. */
    own: { subscriptions: SubscriptionRow[]; items: SubscriptionItemRow[] };
    taxDisplay: TaxDisplay;
    /** With `SUBSCRIPTION_EXPANSIONS`. */
    subscriptions: ExpandedSubscription[];
    /** The completed ones of the customer, which say what the buyer agreed to. */
    sessions: Stripe.Checkout.Session[];
    /** The disputes of all payments of each subscription, by Stripe's id of the subscription, newest first. */
    disputes: ReadonlyMap<string, Stripe.Dispute[]>;
  },
): Promise<MirroredSubscriptions> {
  const { own, taxDisplay } = input;
  const { id: customerId, userId } = input.customer;
  const { mode } = ctx.config.stripe;
  const ours = mapStripeProductIds(ctx, {
    stripeProductIds: listStripeProductIds(input.subscriptions),
  });
  let existingItems = own.items;
  const [ourProducts, existing] = await Promise.all([
    ours,
    listWithLost(ctx, {
      userId,
      customerId,
      rows: own.subscriptions,
      possibleIds: idsOf(input.subscriptions),
      ourIds: ours.then((found) =>
        idsOf(
          input.subscriptions.filter(({ items }) =>
            items.data.some((item) => found.has(stripeProductIdOf(item))),
          ),
        ),
      ),
      async list() {
        const [rows, items] = await Promise.all([
          listSubscriptionsOfCustomer(ctx.db, customerId),
          listSubscriptionItemsOfCustomer(ctx.db, customerId),
        ]);
        existingItems = items;
        return rows;
      },
      stripeIdOf: (row) => row.stripeSubscriptionId,
      adopt: (stripeSubscriptionIds) =>
        adoptSubscriptions(ctx.db, { customerId, userId, mode, stripeSubscriptionIds }),
    }),
  ]);
  const itemOf = new Map(existingItems.map((item) => [item.stripeItemId, item]));
  const rowOf = new Map(existing.map((row) => [row.stripeSubscriptionId, row]));

  const seen: SubscriptionRow[] = [];
  const seenItems: SubscriptionItemRow[] = [];
  for (const subscription of input.subscriptions) {
    const known = rowOf.get(subscription.id);
    const facts = toSubscriptionFacts(subscription);
    const id = known?.id ?? deriveId("sub", facts.createdAt, subscription.id);
    const session = input.sessions.find((each) => each.subscription === subscription.id);
    const items = toItemRows(subscription, id, { ourProducts, taxDisplay });
    if (!known && items.every((item) => item.productId === null)) continue;
    seen.push({
      ...pickLink(known, subscription.metadata),
      id,
      userId,
      customerId,
      mode,
      checkoutId: fromMetadata(subscription.metadata).checkoutId ?? null,
      duplicateOf: known?.duplicateOf ?? null,
      confirmedAt: known?.confirmedAt ?? null,
      codePaidMinor: known?.codePaidMinor ?? null,
      codeRefundedMinor: known?.codeRefundedMinor ?? null,
      ...facts,
      ...toCheckoutFacts(session, subscription.created),
      ...toDisputeFacts(input.disputes.get(subscription.id) ?? []),
    });
    seenItems.push(...items);
  }

  const seenIds = new Set(seen.map((row) => row.id));
  const unseen = existing
    .filter((row) => !seenIds.has(row.id))
    .map((row) =>
      row.endedAt === null && row.cancelAt !== null && row.cancelAt <= ctx.now
        ? { ...row, status: "canceled", endedAt: row.cancelAt }
        : row,
    );
  const kept = [...seenItems, ...existingItems.filter((item) => !seenIds.has(item.subscriptionId))];
  const keptItemIds = new Set(kept.map((item) => item.stripeItemId));
  const removed = existingItems.filter((item) => !keptItemIds.has(item.stripeItemId));
  return {
    before: existing,
    rows: [...seen, ...unseen].map((row) => ({
      row,
      products: productsOf(kept, row.id),
    })),
    itemsBefore: existingItems,
    items: kept,
    statements: [
      ...changedRows(existing, [...seen, ...unseen], (row) => row.id).map((row) =>
        upsertSubscription(ctx.db, row, rowOf.get(row.stripeSubscriptionId)),
      ),
      ...changedRows(existingItems, seenItems, (row) => row.stripeItemId).map((row) =>
        upsertSubscriptionItem(ctx.db, row, itemOf.get(row.stripeItemId)),
      ),
      ...removed.map((item) => deleteSubscriptionItem(ctx.db, item.stripeItemId)),
    ],
  };
}

/** Returns which of our products a subscription includes, with quantities. A quantity of 0 is no purchase. */
export function productsOf(
  items: SubscriptionItemRow[],
  subscriptionId: string,
): MirroredSubscription["products"] {
  return items.flatMap(({ subscriptionId: itemSubscriptionId, productId, quantity }) =>
    itemSubscriptionId === subscriptionId && productId !== null && quantity > 0
      ? [{ id: productId, quantity }]
      : [],
  );
}

/** The columns of a subscription that come from Stripe. */
type SubscriptionFacts = Omit<
  SubscriptionRow,
  | "id"
  | "userId"
  | "customerId"
  | "mode"
  | "checkoutId"
  | "duplicateOf"
  | "confirmedAt"
  | "codePaidMinor"
  | "codeRefundedMinor"
  | "linkId"
  | "referral"
  | keyof CheckoutFacts
  | keyof DisputeFacts
>;

type CheckoutFacts = Pick<
  SubscriptionRow,
  "consentedAt" | "consentText" | "consentRecord" | "promotionCodeId" | "codeDiscountMinor"
>;

/**
 * Returns what the buyer agreed to at the checkout that created the subscription, and the code that was entered there.
 * @param created Unix seconds
 */
function toCheckoutFacts(
  session: Stripe.Checkout.Session | undefined,
  created: number,
): CheckoutFacts {
  const promotionCodeId = session ? findPromotionCode(session) : null;
  return {
    ...(session ? toConsent(session, created) : noConsent),
    promotionCodeId,
    codeDiscountMinor: session && promotionCodeId !== null ? getDiscount(session) : null,
  };
}

type DisputeFacts = Pick<
  SubscriptionRow,
  "disputeStatus" | "disputedAt" | "stripeDisputeId" | "disputedPaymentIntentId"
>;

/** Converts the disputes of a subscription's payments, newest first, to our columns. */
function toDisputeFacts(disputes: Stripe.Dispute[]): DisputeFacts {
  const dispute = findDecidingDispute(disputes);
  return {
    disputeStatus: dispute?.status ?? null,
    disputedAt: fromStripeTime(dispute?.created),
    stripeDisputeId: dispute?.id ?? null,
    disputedPaymentIntentId: idOf(dispute?.payment_intent),
  };
}

/** Converts a subscription to our columns. If the periods of the items differ, the period spans all of them. */
export function toSubscriptionFacts(subscription: ExpandedSubscription): SubscriptionFacts {
  const items = subscription.items.data;
  const periodEnd =
    items.length === 0 ? null : Math.max(...items.map((item) => item.current_period_end));
  const periodStart =
    items.length === 0 ? null : Math.min(...items.map((item) => item.current_period_start));
  const scheduledEnd =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null);
  const invoice =
    typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null;
  const unpaidSince =
    subscription.unpaidSince ??
    invoice?.status_transitions.finalized_at ??
    invoice?.created ??
    periodStart;
  return {
    stripeSubscriptionId: subscription.id,
    status: subscription.status,
    currentPeriodStart: fromStripeTime(periodStart),
    currentPeriodEnd: fromStripeTime(periodEnd),
    trialStart: fromStripeTime(subscription.trial_start),
    trialEnd: fromStripeTime(subscription.trial_end),
    cancelAt: fromStripeTime(scheduledEnd),
    canceledAt: fromStripeTime(subscription.canceled_at),
    endedAt: fromStripeTime(subscription.ended_at),
    ...toCancellationFacts(subscription),
    pauseBehavior: subscription.pause_collection?.behavior ?? null,
    pauseResumesAt: fromStripeTime(subscription.pause_collection?.resumes_at),
    pausedFrom:
      invoice &&
      (subscription.pause_collection ? invoice.status !== "paid" : isVoidedByPause(invoice))
        ? fromStripeTime(periodStart)
        : null,
    ...toPauseFacts(subscription),
    currency: subscription.currency,
    latestPaymentIntentId: invoice ? findPaymentIntentId(invoice) : null,
    pastDueSince: fromStripeTime(
      subscription.status === "past_due" ? unpaidSince : subscription.unpaidSince,
    ),
    writtenOffAt: fromStripeTime(subscription.writtenOffAt),
    paymentNeeds: subscription.paymentNeeds,
    soldByLink: subscription.managed_payments?.enabled ?? false,
    createdAt: fromStripeTime(subscription.created) ?? 0,
  };
}

/** Why it was canceled. The comment of a refused trial is the shop's own, and nothing that the subscriber wrote. */
function toCancellationFacts({
  ended_at: endedAt,
  cancellation_details: details,
}: Stripe.Subscription): Pick<
  SubscriptionRow,
  "trialRefused" | "cancellationFeedback" | "cancellationComment"
> {
  const refusal = readTrialRefusal(details?.comment);
  return {
    trialRefused: endedAt ? refusal : null,
    cancellationFeedback: details?.feedback ?? null,
    cancellationComment: refusal === null ? details?.comment || null : null,
  };
}

/** Stripe may keep the details of a pause that is over, so only the status decides. */
function toPauseFacts({
  status,
  status_details: details,
}: Stripe.Subscription): Pick<SubscriptionRow, "pausedAt" | "pauseReason"> {
  if (status !== "paused") return { pausedAt: null, pauseReason: null };
  return {
    pausedAt: fromStripeTime(details?.paused.transitioned_at),
    pauseReason: details?.paused.subscription?.type ?? null,
  };
}
