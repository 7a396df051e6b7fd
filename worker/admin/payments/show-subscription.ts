import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { dashboardUrl } from "../../stripe/dashboard-url.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";
import { findPerson, type Person } from "../customers/find-users.ts";
import { effectOnAccess, type AccessEffect } from "../../access/compute-access-effect.ts";
import { listGiven, type GivenBenefit } from "../../access/list-benefits-of-source.ts";
import { accessFromSubscription, isHeldByDispute, type Access } from "../../access/policy.ts";
import { explainTimeline, type TimelineEntry } from "../../purchases/timeline/timeline.ts";
import { readTimelineFacts } from "../../delivery/library/show-timeline.ts";
import type { SubscriptionAction } from "../../purchases/subscriptions/list-allowed-actions.ts";
import { findSubscriptionOfAnybody } from "../../purchases/subscriptions/find-subscription.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { askAboutPayment, type ToldPayment } from "./fetch-payment-details.ts";
import { askStripe, orNull, patience } from "../../shop/billing/fetch-billing-details.ts";
import {
  toBilledSubscription,
  type BilledSubscription,
} from "../../shop/billing/to-billed-subscription.ts";

/** What is taken off each charge: percent, or an amount in minor units. */
export type ToldDiscount = {
  name: string | null;
  percentOff: number | null;
  amountOffMinor: number | null;
  currency: string | null;
  /** Unix milliseconds; null: as long as the subscription, or used up with the next charge. */
  endsAt: number | null;
};

/** Everything about a subscription, for the team. Amounts in minor units, times in unix milliseconds. */
export type ShownSubscription = Pick<
  BilledSubscription,
  "id" | "status" | "next" | "notice" | "paymentMethod" | "openInvoice" | "pendingChangeUntil"
> &
  Pick<
    SubscriptionWithItems,
    | "currentPeriodStart"
    | "currentPeriodEnd"
    | "trialEnd"
    | "cancelAt"
    | "canceledAt"
    | "endedAt"
    | "pauseBehavior"
    | "pauseResumesAt"
    | "pastDueSince"
    | "disputeStatus"
    | "duplicateOf"
    | "stripeSubscriptionId"
    | "createdAt"
  > & {
    holder: Person;
    items: (Omit<SubscriptionWithItems["items"][number], "subscriptionId"> & {
      productName: string | null;
    })[];
    access: Access;
    benefits: GivenBenefit[];
    timeline: TimelineEntry[];
    /** What the team can do; the rest is its holder's. */
    actions: Extract<SubscriptionAction, "cancel" | "keep" | "end">[];
    /** What ending it now would do to access. */
    effect: AccessEffect;
    discounts: ToldDiscount[];
    /** The latest payment; null where Stripe did not answer, or nothing was paid yet. */
    payment: ToldPayment | null;
    isRefundable: boolean;
    stripeUrl: string;
    /** Names of what the effect and the timeline speak of, by product id. */
    productNames: Record<string, string>;
  };

const teamActions = ["cancel", "keep", "end"] as const;

/** @throws `not_found` */
export async function showSubscription(
  ctx: Ctx,
  input: { id: string },
): Promise<ShownSubscription> {
  const row = await findSubscriptionOfAnybody(ctx, input);
  const { userId } = row;
  const [holder, facts, fresh, payment, discounts] = await Promise.all([
    findPerson(ctx, { userId }),
    readTimelineFacts(ctx, { userId }),
    askStripe(ctx, row),
    askAboutPayment(ctx, row.latestPaymentIntentId),
    askForDiscounts(ctx, row.stripeSubscriptionId),
  ]);
  const products = await listNamedProducts(ctx, {
    ids: [
      ...row.items.flatMap(({ productId }) => productId ?? []),
      ...facts.grants.map(({ grant }) => grant.productId),
    ],
  });
  const billed = toBilledSubscription(row, {
    products,
    plans: [],
    policy: facts.policy,
    fresh,
  });
  const source = { type: "subscription" as const, id: row.id };
  const ended = accessFromSubscription({ ...row, endedAt: facts.now }, facts.policy, facts.now);
  return {
    id: row.id,
    status: row.status,
    next: billed.next,
    notice: billed.notice,
    paymentMethod: billed.paymentMethod,
    openInvoice: billed.openInvoice,
    pendingChangeUntil: billed.pendingChangeUntil,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    trialEnd: row.trialEnd,
    cancelAt: row.cancelAt,
    canceledAt: row.canceledAt,
    endedAt: row.endedAt,
    pauseBehavior: row.pauseBehavior,
    pauseResumesAt: row.pauseResumesAt,
    pastDueSince: row.pastDueSince,
    disputeStatus: row.disputeStatus,
    duplicateOf: row.duplicateOf,
    stripeSubscriptionId: row.stripeSubscriptionId,
    createdAt: row.createdAt,
    holder,
    items: row.items.map(({ subscriptionId: _, ...item }) => ({
      ...item,
      productName: products.get(item.productId ?? "")?.name ?? null,
    })),
    access: accessFromSubscription(row, facts.policy, facts.now),
    benefits: listGiven(facts.grants, source, facts.now),
    timeline: explainTimeline(facts).filter((entry) => entry.source.id === row.id),
    actions: teamActions.filter((action) => billed.actions.includes(action)),
    effect: effectOnAccess({ held: facts.grants, source, becomes: ended, now: facts.now }),
    discounts,
    payment,
    isRefundable:
      payment !== null &&
      payment.refundedMinor < payment.amountMinor &&
      !isHeldByDispute(row.disputeStatus),
    stripeUrl: dashboardUrl(ctx.config.stripe.mode, `subscriptions/${row.stripeSubscriptionId}`),
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}

async function askForDiscounts(ctx: Ctx, stripeSubscriptionId: string): Promise<ToldDiscount[]> {
  const subscription = await orNull(
    ctx.stripe.subscriptions.retrieve(
      stripeSubscriptionId,
      { expand: ["discounts.source.coupon"] },
      patience,
    ),
  );
  return (subscription?.discounts ?? []).flatMap((discount) =>
    typeof discount === "string" ? [] : toToldDiscount(discount),
  );
}

function toToldDiscount({ source, end }: Stripe.Discount): ToldDiscount[] {
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
