import { mapPlannedPrices } from "../../shop/billing/planned-price.ts";
import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { findUserSummary, type UserSummary } from "../customers/find-users.ts";
import { computeAccessEffect, type AccessEffect } from "../../access/compute-access-effect.ts";
import { listBenefitsOfSource, type GrantedBenefit } from "../../access/list-benefits-of-source.ts";
import { accessFromSubscription, type Access } from "../../access/policy.ts";
import { buildTimeline } from "../../purchases/timeline/timeline.ts";
import type { TimelineEntry } from "../../purchases/timeline/timeline-entry.ts";
import { readTimelineFacts } from "../../delivery/library/read-timeline-facts.ts";
import type { SubscriptionAction } from "../../purchases/subscriptions/list-allowed-actions.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { getExactAmount } from "../../purchases/subscriptions/exact-amount.ts";
import { isPaymentDisputed } from "../../purchases/subscriptions/is-payment-disputed.ts";
import { findSubscriptionForTeam } from "../../purchases/subscriptions/find-subscription.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { fetchPaymentDetails, type PaymentDetails } from "./fetch-payment-details.ts";
import {
  fetchBillingDetails,
  nullOnError,
  shortTimeout,
} from "../../shop/billing/fetch-billing-details.ts";
import {
  toBilledSubscription,
  type BilledSubscription,
} from "../../shop/billing/to-billed-subscription.ts";

/** A discount on each charge: a percentage, or an amount in minor units. */
export type AppliedDiscount = {
  name: string | null;
  percentOff: number | null;
  amountOffMinor: number | null;
  currency: string | null;
  /** Unix milliseconds; null: it lasts as long as the subscription, or is used up with the next charge. */
  endsAt: number | null;
};

/** Everything about a subscription, for the team. Amounts in minor units, times in unix milliseconds. */
export type SubscriptionDetails = Pick<
  BilledSubscription,
  | "id"
  | "status"
  | "next"
  | "notice"
  | "plannedPrice"
  | "paymentMethod"
  | "openInvoice"
  | "pendingChangeUntil"
> &
  Pick<
    SubscriptionWithItems,
    | "currentPeriodStart"
    | "currentPeriodEnd"
    | "trialEnd"
    | "cancelAt"
    | "canceledAt"
    | "endedAt"
    | "cancellationFeedback"
    | "cancellationComment"
    | "pauseBehavior"
    | "pauseResumesAt"
    | "pastDueSince"
    | "disputeStatus"
    | "duplicateOf"
    | "stripeSubscriptionId"
    | "createdAt"
    | "consentedAt"
    | "consentText"
  > & {
    user: UserSummary;
    items: (Omit<SubscriptionWithItems["items"][number], "subscriptionId"> & {
      productName: string | null;
    })[];
    access: Access;
    benefits: GrantedBenefit[];
    timeline: TimelineEntry[];
    /** The actions open to the team. Only the user can do the others. */
    actions: Extract<SubscriptionAction, "cancel" | "keep" | "end">[];
    /** How ending it now would affect access. */
    effect: AccessEffect;
    discounts: AppliedDiscount[];
    /** The latest payment; null if Stripe did not answer, or nothing was paid yet. */
    payment: PaymentDetails | null;
    isRefundable: boolean;
    stripeUrl: string;
    /** Names of the products in `effect` and `timeline`, by product id. */
    productNames: Record<string, string>;
  };

const teamActions = ["cancel", "keep", "end"] as const;

/**
 * Returns everything about one subscription.
 * @throws `not_found`
 */
export async function showSubscription(
  ctx: Ctx,
  input: { id: string },
): Promise<SubscriptionDetails> {
  const row = await findSubscriptionForTeam(ctx, input);
  const { userId } = row;
  const planned = (await mapPlannedPrices(ctx, [row])).get(row.id);
  const [user, facts, details, payment, discounts, taxDisplay] = await Promise.all([
    findUserSummary(ctx, { userId }),
    readTimelineFacts(ctx, { userId }),
    fetchBillingDetails(ctx, row, planned?.renewalItems),
    fetchPaymentDetails(ctx, row.latestPaymentIntentId),
    fetchDiscounts(ctx, row.stripeSubscriptionId),
    readTaxDisplay(ctx),
  ]);
  const products = await mapProductSummaries(ctx, {
    ids: [
      ...row.items.flatMap(({ productId }) => productId ?? []),
      ...facts.grants.map(({ grant }) => grant.productId),
    ],
  });
  const billed = toBilledSubscription(row, {
    products,
    plans: [],
    policy: facts.policy,
    details,
    taxDisplay,
    plannedPrice: planned?.plannedPrice ?? null,
  });
  const source = { type: "subscription" as const, id: row.id };
  const ended = accessFromSubscription({ ...row, endedAt: facts.now }, facts.policy, facts.now);
  return {
    id: row.id,
    status: row.status,
    next: billed.next,
    notice: billed.notice,
    plannedPrice: billed.plannedPrice,
    paymentMethod: billed.paymentMethod,
    openInvoice: billed.openInvoice,
    pendingChangeUntil: billed.pendingChangeUntil,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    trialEnd: row.trialEnd,
    cancelAt: row.cancelAt,
    canceledAt: row.canceledAt,
    endedAt: row.endedAt,
    cancellationFeedback: row.cancellationFeedback,
    cancellationComment: row.cancellationComment,
    pauseBehavior: row.pauseBehavior,
    pauseResumesAt: row.pauseResumesAt,
    pastDueSince: row.pastDueSince,
    disputeStatus: row.disputeStatus,
    duplicateOf: row.duplicateOf,
    stripeSubscriptionId: row.stripeSubscriptionId,
    createdAt: row.createdAt,
    consentedAt: row.consentedAt,
    consentText: row.consentText,
    user,
    items: row.items.map(({ subscriptionId: _, ...item }) => ({
      ...item,
      amountMinor: getExactAmount(item),
      productName: products.get(item.productId ?? "")?.name ?? null,
    })),
    access: accessFromSubscription(row, facts.policy, facts.now),
    benefits: listBenefitsOfSource(facts.grants, source, facts.now),
    timeline: buildTimeline(facts).filter((entry) => entry.source.id === row.id),
    actions: teamActions.filter((action) => billed.actions.includes(action)),
    effect: computeAccessEffect({ grants: facts.grants, source, newAccess: ended, now: facts.now }),
    discounts,
    payment,
    isRefundable:
      payment !== null &&
      payment.refundedMinor < payment.amountMinor &&
      !isPaymentDisputed(row, row.latestPaymentIntentId),
    stripeUrl: dashboardUrl(ctx.config.stripe.mode, `subscriptions/${row.stripeSubscriptionId}`),
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}

async function fetchDiscounts(ctx: Ctx, stripeSubscriptionId: string): Promise<AppliedDiscount[]> {
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

function toAppliedDiscount({ source, end }: Stripe.Discount): AppliedDiscount[] {
  const { coupon } = source;
  if (typeof coupon !== "object" || coupon === null) return [];
  return [
    {
      name: coupon.name,
      percentOff: coupon.percent_off,
      amountOffMinor: coupon.amount_off,
      currency: coupon.currency,
      endsAt: fromStripeTime(end),
    },
  ];
}
