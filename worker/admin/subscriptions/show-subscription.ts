import { mapPlannedPrices } from "../../billing/planned-price.ts";
import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { listPlans } from "../../catalog/list-plans.ts";
import { requireUserSummary } from "../customers/find-users.ts";
import { computeAccessEffect } from "../../access/compute-access-effect.ts";
import { listBenefitsOfSource } from "../../access/list-benefits-of-source.ts";
import { accessFromSubscription } from "../../access/policy.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import { readTimelineFacts } from "../../delivery/library/read-timeline-facts.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { getExactAmount } from "../../purchases/subscriptions/exact-amount.ts";
import { listTeamActions } from "../../purchases/subscriptions/list-team-actions.ts";
import { isPaymentDisputed } from "../../purchases/subscriptions/is-payment-disputed.ts";
import { readConsentRecord } from "../../purchases/consent-record.ts";
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { fetchDispute } from "../../billing/answer-dispute.ts";
import { showInvoice } from "../../billing/e-invoice/show-invoice.ts";
import { readEInvoiceSeller } from "../../billing/e-invoice/write-e-invoice.ts";
import { fetchPaymentDetails } from "../../billing/fetch-payment-details.ts";
import {
  fetchBillingDetails,
  nullOnError,
  shortTimeout,
} from "../../billing/fetch-billing-details.ts";
import { hasEnded } from "../../purchases/subscriptions/statuses.ts";
import { toBilledSubscription } from "../../billing/to-billed-subscription.ts";
import { pick } from "../../lib/pick.ts";

/** How many changes by the team are shown. */
const MAX_TEAM_CHANGES = 50;

/**
 * Returns everything about one subscription, for the team. Amounts in minor units, times in unix milliseconds.
 * @throws `not_found`
 */
export async function showSubscription(ctx: Ctx, input: { id: string }) {
  const row = await requireSubscriptionForTeam(ctx, input);
  const { userId } = row;
  const planned = (await mapPlannedPrices(ctx, [row])).get(row.id);
  const [user, facts, details, payment, discounts, taxDisplay, invoices, plans, changes, dispute] =
    await Promise.all([
      requireUserSummary(ctx, { userId }),
      readTimelineFacts(ctx, { userId }),
      fetchBillingDetails(ctx, row, planned?.renewalItems),
      fetchPaymentDetails(ctx, row.latestPaymentIntentId),
      fetchDiscounts(ctx, row.stripeSubscriptionId),
      readTaxDisplay(ctx),
      fetchInvoices(ctx, row),
      hasEnded(row) ? [] : listPlans(ctx, { current: row.items }),
      listAuditEntries(ctx, { targetId: row.id, limit: MAX_TEAM_CHANGES }),
      fetchDispute(ctx, { ...row, paymentIntentId: row.disputedPaymentIntentId }),
    ]);
  const products = await mapProductSummaries(ctx, {
    ids: [
      ...row.items.flatMap(({ productId }) => productId ?? []),
      ...facts.grants.map(({ grant }) => grant.productId),
    ],
  });
  const billed = toBilledSubscription(row, {
    products,
    plans,
    policy: row.policy,
    details,
    taxDisplay,
    plannedPrice: planned?.plannedPrice ?? null,
  });
  const source = { type: "subscription" as const, id: row.id };
  const ended = accessFromSubscription({ ...row, endedAt: facts.now }, facts.policy, facts.now);
  return {
    ...pick(billed, [
      "id",
      "status",
      "next",
      "notice",
      "plannedPrice",
      "paymentMethod",
      "openInvoice",
      "pendingChangeUntil",
      "product",
      "price",
      "plan",
      "plans",
      "pause",
      "pauseStopsService",
    ]),
    ...pick(row, ["currentPeriodStart", "currentPeriodEnd", "trialEnd", "cancelAt", "canceledAt"]),
    ...pick(row, ["endedAt", "cancellationFeedback", "cancellationComment", "pauseBehavior"]),
    ...pick(row, ["pauseResumesAt", "pastDueSince", "disputeStatus", "duplicateOf"]),
    ...pick(row, [
      "stripeSubscriptionId",
      "promotionCodeId",
      "linkId",
      "referral",
      "createdAt",
      "consentedAt",
      "consentText",
      "confirmedAt",
      "soldByLink",
    ]),
    /** What the text is about that the buyer agreed to; null if not known. */
    consent: readConsentRecord(row.consentRecord),
    user,
    items: row.items.map(({ subscriptionId: _, ...item }) => ({
      ...item,
      amountMinor: getExactAmount(item),
      productName: products.get(item.productId ?? "")?.name ?? null,
    })),
    access: accessFromSubscription(row, facts.policy, facts.now),
    benefits: listBenefitsOfSource(facts.grants, source, facts.now),
    timeline: buildTimeline(facts).filter((entry) => entry.source.id === row.id),
    actions: [...billed.actions, ...listTeamActions(row)],
    /** What the team did to it, and why, newest first. */
    changes: changes.items.map(({ before: _, after, ...change }) => ({
      ...pick(change, ["id", "action", "actorType", "actorId", "actorName", "createdAt"]),
      reason: change.action.endsWith("refunded") ? null : toText(after?.["reason"]),
    })),
    /** How ending it now would affect access. */
    effect: computeAccessEffect({ grants: facts.grants, source, newAccess: ended, now: facts.now }),
    discounts,
    /** The latest payment; null if Stripe did not answer, or nothing was paid yet. */
    payment,
    /** The dispute that decides about access; null if there is none, or Stripe did not answer. */
    dispute,
    /** The newest invoices first; none if Stripe did not answer. */
    invoices,
    /** Whether the seller planned changes of it in Stripe's dashboard. */
    hasSchedule: details.refusedActions.includes("keep"),
    isRefundable:
      payment !== null &&
      payment.refundedMinor < payment.amountMinor &&
      !isPaymentDisputed(row, row.latestPaymentIntentId),
    stripeUrl: dashboardUrl(ctx.config.stripe.mode, `subscriptions/${row.stripeSubscriptionId}`),
    /** Names of the products in `effect` and `timeline`, by product id. */
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns the newest invoices, without drafts, which Stripe may still change. */
async function fetchInvoices(
  ctx: Ctx,
  { stripeSubscriptionId: subscription, soldByLink }: SubscriptionRow,
) {
  const [listed, seller] = await Promise.all([
    nullOnError(ctx.stripe.invoices.list({ subscription, limit: 24 }, shortTimeout)),
    readEInvoiceSeller(ctx),
  ]);
  return (listed?.data ?? [])
    .filter(({ status }) => status !== "draft")
    .map((invoice) => showInvoice(invoice, { seller, soldByLink }));
}

/** Returns the discounts on each charge: a percentage, or an amount in minor units. */
async function fetchDiscounts(ctx: Ctx, stripeSubscriptionId: string) {
  const subscription = await nullOnError(
    ctx.stripe.subscriptions.retrieve(
      stripeSubscriptionId,
      { expand: ["discounts.source.coupon"] },
      shortTimeout,
    ),
  );
  return (subscription?.discounts ?? []).flatMap((discount) =>
    typeof discount === "string" ? [] : toAppliedDiscount(discount),
  );
}

function toAppliedDiscount({ source, end }: Stripe.Discount) {
  const { coupon } = source;
  if (typeof coupon !== "object" || coupon === null) return [];
  return [
    {
      name: coupon.name,
      percentOff: coupon.percent_off,
      amountOffMinor: coupon.amount_off,
      currency: coupon.currency,
      /** Null: it lasts as long as the subscription, or is used up with the next charge. */
      endsAt: fromStripeTime(end),
    },
  ];
}
