import type { Ctx } from "../../context.ts";
import {
  accessFromOrder,
  accessFromSubscription,
  isBlockedByDispute,
  type Access,
} from "../../access/policy.ts";
import { computeAccessEffect, type AccessEffect } from "../../access/compute-access-effect.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import { readTimelineFacts } from "../../delivery/library/read-timeline-facts.ts";
import { kindOfBenefit } from "../../law/kind-of-benefit.ts";
import { findWithdrawalPeriod, type SoldKind } from "../../law/rules.ts";
import {
  proposeWithdrawal,
  type WithdrawalConsent,
  type WithdrawalFacts,
} from "../../law/propose-withdrawal.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { toUtcDay } from "../../lib/time.ts";
import { findPaidPeriod } from "../../purchases/find-paid-period.ts";
import { readConsent } from "../../purchases/consent-record.ts";
import { findOrder } from "../../purchases/orders/store.ts";
import { listAllOfCustomer } from "../../purchases/payments/store-packs.ts";
import { findLaterEnd } from "../../purchases/subscriptions/find-later-end.ts";
import { isPaymentDisputed } from "../../purchases/subscriptions/is-payment-disputed.ts";
import { listAllowedActions } from "../../purchases/subscriptions/list-allowed-actions.ts";
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";
import type { TimelineFacts } from "../../purchases/timeline/timeline.ts";
import { findRefundRefusal, type RefundRefusal } from "../orders/refund-order.ts";

/** The order or subscription that a statement is about. Amounts in minor units, times in unix milliseconds. */
export type Contract = {
  type: "order" | "subscription";
  id: string;
  /** What was bought, by name. */
  product: string;
  quantity: number;
  concludedAt: number;
  /** When an ordinary cancellation would end a subscription; null for an order. */
  cancellationEnd: number | null;
  /** The buyer's country by the payment; null if it is not known. */
  country: string | null;
  currency: string;
  /** What was paid under the contract, the newest first. `id`: of the payment intent. */
  payments: {
    id: string;
    paidAt: number;
    paidMinor: number;
    refundedMinor: number;
    /** Why it cannot be refunded here; null if it can. */
    refusal: RefundRefusal | null;
  }[];
  /** The sums of the payments. */
  paidMinor: number;
  refundedMinor: number;
  /** Why none of the payments can be refunded here; null if one can. */
  refusal: RefundRefusal | null;
  benefits: { id: string; name: string; kind: SoldKind }[];
  /** What ending the contract does to access. */
  effect: AccessEffect;
  /** The names of the products in `effect`, by id. */
  productNames: Record<string, string>;
  /** What can be done with a subscription. */
  actions: ("cancel" | "end")[];
  /** Without what depends on the statement. */
  facts: Omit<WithdrawalFacts, "receivedAt" | "period">;
};

/**
 * Returns the contract that a statement is about; null if it is not known, or no longer there.
 */
export async function readContract(
  ctx: Ctx,
  { orderId, subscriptionId, wishedEnd }: StatementRow,
): Promise<Contract | null> {
  if (orderId !== null) return readOrder(ctx, orderId);
  if (subscriptionId !== null) return readSubscription(ctx, subscriptionId, wishedEnd);
  return null;
}

/** Returns what a withdrawal from a contract means, by the law of the buyer's country on the day of the contract. */
export function proposeForContract({ concludedAt, facts }: Contract, receivedAt: number) {
  const period = findWithdrawalPeriod(facts.country, toUtcDay(concludedAt));
  return proposeWithdrawal({ ...facts, receivedAt, period });
}

async function readOrder(ctx: Ctx, id: string): Promise<Contract | null> {
  const order = await findOrder(ctx.db, id, ctx.config.stripe.mode);
  if (!order) return null;
  const { productId, quantity, currency, refundedMinor } = order;
  const [access, payments] = await Promise.all([
    readAccess(ctx, { type: "order", id, userId: order.userId, productIds: [productId] }, () =>
      accessFromOrder({ ...order, status: "refunded" }),
    ),
    listAllOfCustomer(ctx.db, order.customerId),
  ]);
  const intentId = order.stripePaymentIntentId;
  const paidBy = payments.find(
    ({ stripePaymentIntentId, status }) =>
      intentId !== null && stripePaymentIntentId === intentId && status === "succeeded",
  );
  const country = paidBy?.country ?? null;
  const refusal = findRefundRefusal(order);
  const concludedAt = order.paidAt ?? order.createdAt;
  const paidMinor = order.paidAt === null ? 0 : order.totalMinor;
  return {
    ...access,
    type: "order",
    id,
    quantity,
    concludedAt,
    cancellationEnd: null,
    country,
    currency,
    payments:
      order.paidAt === null || intentId === null
        ? []
        : [{ id: intentId, paidAt: order.paidAt, paidMinor, refundedMinor, refusal }],
    paidMinor,
    refundedMinor,
    refusal,
    actions: [],
    facts: {
      concludedAt,
      country,
      consent: toWithdrawalConsent(order),
      kinds: access.benefits.map(({ kind }) => kind),
      payments: [
        {
          id: intentId ?? id,
          paidMinor,
          refundedMinor,
          isDisputed: isBlockedByDispute(order.disputeStatus),
          period: null,
        },
      ],
    },
  };
}

async function readSubscription(ctx: Ctx, id: string, wishedEnd: string | null): Promise<Contract> {
  const row = await requireSubscriptionForTeam(ctx, { id });
  const { userId, createdAt: concludedAt, currentPeriodStart: start, currentPeriodEnd: end } = row;
  const productIds = row.items.flatMap(({ productId }) => productId ?? []);
  const [access, payments] = await Promise.all([
    readAccess(ctx, { type: "subscription", id, userId, productIds }, ({ policy, now }) =>
      accessFromSubscription({ ...row, endedAt: now }, policy, now),
    ),
    listAllOfCustomer(ctx.db, row.customerId),
  ]);
  const paid = payments
    .filter((each) => each.sourceId === id && each.status === "succeeded" && each.amountMinor > 0)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .flatMap(({ stripePaymentIntentId: intentId, ...payment }) =>
      intentId === null
        ? []
        : { ...payment, id: intentId, isDisputed: isPaymentDisputed(row, intentId) },
    );
  const { country = null, currency } = paid[0] ?? {};
  const paidMinor = sum(paid.map(({ amountMinor }) => amountMinor));
  const refundedMinor = sum(paid.map((payment) => payment.refundedMinor));
  const shown = paid.map((payment) => ({
    id: payment.id,
    paidAt: payment.createdAt,
    paidMinor: payment.amountMinor,
    refundedMinor: payment.refundedMinor,
    refusal: findRefusal(payment),
  }));
  const allowed = listAllowedActions(row, row.policy);
  return {
    ...access,
    type: "subscription",
    id,
    quantity: row.items[0]?.quantity ?? 1,
    concludedAt,
    cancellationEnd: row.cancelAt ?? findLaterEnd(row, wishedEnd) ?? end,
    country,
    currency: currency ?? row.items[0]?.currency ?? "usd",
    payments: shown,
    paidMinor,
    refundedMinor,
    refusal: joinRefusals(shown.map(({ refusal }) => refusal)),
    actions: (["cancel", "end"] as const).filter((action) => allowed.includes(action)),
    facts: {
      concludedAt,
      country,
      consent: toWithdrawalConsent(row),
      kinds: access.benefits.map(({ kind }) => kind),
      payments: paid.map((payment, index) => ({
        id: payment.id,
        paidMinor: payment.amountMinor,
        refundedMinor: payment.refundedMinor,
        isDisputed: payment.isDisputed,
        period:
          start === null || end === null
            ? null
            : findPaidPeriod({ start, end }, payment.createdAt, paid[index + 1]?.createdAt ?? null),
      })),
    },
  };
}

/** Returns what a buyer agreed to, and when an email confirmed that and told about the right of withdrawal. */
function toWithdrawalConsent(row: Parameters<typeof readConsent>[0]): WithdrawalConsent {
  const { kinds, consentedAt, confirmedAt } = readConsent(row);
  return {
    waivedAt: kinds.includes("content") ? consentedAt : null,
    requestedAt: kinds.includes("service") ? consentedAt : null,
    confirmedAt,
  };
}

/** Why a payment of a subscription cannot be refunded; null if it can. */
function findRefusal({
  isDisputed,
  amountMinor,
  refundedMinor,
}: {
  isDisputed: boolean;
  amountMinor: number;
  refundedMinor: number;
}): RefundRefusal | null {
  if (isDisputed) return "disputed";
  return refundedMinor >= amountMinor ? "refunded" : null;
}

/** Why no payment can be refunded; null if one can. */
function joinRefusals(refusals: (RefundRefusal | null)[]): RefundRefusal | null {
  if (refusals.includes(null)) return null;
  return refusals.includes("disputed") ? "disputed" : (refusals[0] ?? "free");
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Returns what a purchase includes, and what its end does to access. */
async function readAccess(
  ctx: Ctx,
  source: { type: Contract["type"]; id: string; userId: string; productIds: string[] },
  findNewAccess: (facts: Pick<TimelineFacts, "policy" | "now">) => Access,
): Promise<Pick<Contract, "product" | "benefits" | "effect" | "productNames">> {
  const { userId, productIds } = source;
  const facts = await readTimelineFacts(ctx, { userId, isPresentOnly: true });
  const { grants, now } = facts;
  const products = await mapProductSummaries(ctx, {
    ids: [...productIds, ...grants.map(({ grant }) => grant.productId)],
  });
  const ofSource = grants.filter(
    ({ grant }) => grant.sourceType === source.type && grant.sourceId === source.id,
  );
  return {
    product: productIds.map((id) => products.get(id)?.name ?? id).join(", "),
    benefits: ofSource.map(({ benefit }) => ({
      id: benefit.id,
      name: benefit.name,
      kind: kindOfBenefit(benefit),
    })),
    effect: computeAccessEffect({ grants, source, newAccess: findNewAccess(facts), now }),
    productNames: Object.fromEntries([...products].map(([id, { name }]) => [id, name])),
  };
}
