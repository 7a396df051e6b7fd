import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import type { Ctx } from "../context.ts";
import type { PlanFacts } from "../db/schema/outbox.ts";
import { findAlert } from "../purchases/alerts/store.ts";
import { findSubscription, listSubscriptionItems } from "../purchases/subscriptions/store.ts";
import type { QueuedEmail } from "./queued-email.ts";
import { isSamePlan, listPlans } from "./decide-plan-change-emails.ts";
import type { LibraryFacts } from "./kinds/library-facts.ts";
import type { NamedPlan } from "./kinds/library-facts.ts";

type ChangeFacts = Pick<
  LibraryFacts,
  "refund" | "planChange" | "payment" | "pause" | "offer" | "subscription" | "isAfterTrial"
>;

/** Reads what an email about a refund or a changed subscription says. Null where that is no longer true. */
export async function readChangeFacts(ctx: Ctx, email: QueuedEmail): Promise<ChangeFacts> {
  const none: ChangeFacts = {
    refund: null,
    planChange: null,
    payment: null,
    pause: null,
    offer: null,
    subscription: null,
    isAfterTrial: false,
  };
  const { userId, sourceId: id, facts } = email;
  switch (email.kind) {
    case "refunded":
      return { ...none, refund: await readRefund(ctx, email) };
    case "plan_changed":
      return { ...none, planChange: await readPlanChange(ctx, email) };
    case "payment_failed": {
      const row = await findSubscription(ctx.db, { id, userId });
      return {
        ...none,
        isAfterTrial: row !== undefined && row.trialEnd === row.currentPeriodStart,
      };
    }
    case "payment":
      return { ...none, payment: facts?.of === "payment" ? facts : null };
    case "pause":
      return { ...none, pause: facts?.of === "pause" ? facts.phase : null };
    case "offer_taken":
      return { ...none, offer: facts?.of === "offer" ? facts.terms : null };
    case "cancellation":
    case "cancellation_undone":
      return { ...none, subscription: (await findSubscription(ctx.db, { id, userId })) ?? null };
    default:
      return none;
  }
}

/** A refund that has failed has an email of its own. */
async function readRefund(ctx: Ctx, { facts }: QueuedEmail): Promise<ChangeFacts["refund"]> {
  if (facts?.of !== "refund") return null;
  if (await findAlert(ctx.db, ctx.config.stripe.mode, facts.refundId)) return null;
  const { productIds = [] } = facts;
  const products = await mapProductSummaries(ctx, { ids: productIds });
  return { ...facts, productNames: productIds.flatMap((id) => products.get(id)?.name ?? []) };
}

/** A plan that was changed again has another email. */
async function readPlanChange(
  ctx: Ctx,
  { facts, sourceId }: QueuedEmail,
): Promise<ChangeFacts["planChange"]> {
  if (facts?.of !== "plan_change") return null;
  const { from, to, invoice, payment = null } = facts;
  const [items, products] = await Promise.all([
    listSubscriptionItems(ctx.db, [sourceId]),
    mapProductSummaries(ctx, { ids: [...from, ...to].map(({ productId }) => productId) }),
  ]);
  if (!isSamePlan(listPlans(items, sourceId), to)) return null;
  const toNamed = ({ productId, quantity, taxBehavior: tax, ...rate }: PlanFacts): NamedPlan => ({
    productId,
    name: products.get(productId)?.name ?? "",
    quantity,
    rate: { ...rate, tax },
  });
  return { from: from.map(toNamed), to: to.map(toNamed), invoice, payment };
}
