import { z } from "zod";
import { identifyActor, type Ctx } from "../../context.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { refundChoice } from "../../billing/refund-schema.ts";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  refundSubscription,
} from "../../billing/change-subscription-for-user.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import {
  decide,
  setContract,
  type StatementContract,
} from "../../law/statements/store-decisions.ts";
import type { StatementRow } from "../../law/statements/store.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { findOrder } from "../../purchases/orders/store.ts";
import { findPaymentByIntent } from "../../purchases/payments/store.ts";
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";
import { processStatement } from "../../statements/process-statement.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { requireStatement } from "./show-statement.ts";

const MAX_NOTE_LENGTH = 2000;

/**
 * What the team decides about a statement. `accept`: the contract of a withdrawal ends, and this much of it is refunded;
 * a cancellation takes effect at the end of the period, or of a later one that the buyer wished, or with `end` at once.
 * `note`: what the email about the decision tells the buyer.
 */
export const statementDecision = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("accept"),
    refund: refundChoice
      .pick({ refundedMinor: true })
      .extend({ amountMinor: z.int().min(1, "Must be more than 0.") })
      .nullable(),
    end: z.boolean(),
    note: z.string().trim().max(MAX_NOTE_LENGTH),
  }),
  z.strictObject({
    decision: z.literal("refuse"),
    note: z.string().trim().min(1, "Give a reason.").max(MAX_NOTE_LENGTH),
  }),
]);
type Decision = z.output<typeof statementDecision>;

/** Which contract a statement is about. */
export const statementContract = z.union([
  z.strictObject({ orderId: idSchema("ord") }),
  z.strictObject({ subscriptionId: idSchema("sub") }),
]);

/**
 * Decides an open statement. An accepted one is carried out at Stripe first: if Stripe refuses, the statement stays open
 * and the call can be repeated, which refunds once. Does nothing if it is decided already.
 * @throws `not_found`, and as `refundOrder`, `refundSubscription`, `cancelSubscriptionForUser`
 */
export async function decideStatement(ctx: Ctx, input: { id: string } & Decision): Promise<void> {
  const row = await requireStatement(ctx, input);
  if (row.state !== "open") return;
  const refund = input.decision === "accept" ? await carryOut(ctx, row, input) : null;
  const state = input.decision === "accept" ? ("accepted" as const) : ("refused" as const);
  const decision = {
    state,
    decidedAt: ctx.now,
    decidedBy: identifyActor(ctx).id,
    refundMinor: refund?.amountMinor ?? null,
    paidMinor: refund?.paidMinor ?? null,
    currency: refund?.currency ?? null,
    note: input.note || null,
    nextAttemptAt: ctx.now,
  };
  await commit(ctx.db, [
    decide(ctx.db, row.id, decision),
    recordChangeIfApplied(ctx, {
      action: `statement.${state}`,
      targetId: row.id,
      after: {
        kind: row.kind,
        ...(refund && { amountMinor: refund.amountMinor, currency: refund.currency }),
      },
    }),
    ...recordEvents(ctx, { statementId: row.id }),
  ]);
  ctx.defer(processStatement(ctx, row));
}

/** Does at Stripe what an accepted statement asks for. @returns what was refunded of what; null if nothing was */
async function carryOut(
  ctx: Ctx,
  row: StatementRow,
  { refund, end }: Extract<Decision, { decision: "accept" }>,
): Promise<{ amountMinor: number; paidMinor: number; currency: string } | null> {
  const { orderId, subscriptionId } = row;
  const choice = refund && { ...refund, reason: "requested_by_customer" as const };
  if (choice && row.kind === "cancellation")
    throw failAt("refund", "A cancellation refunds nothing.");
  if (orderId !== null) {
    const order = await findOrder(ctx.db, orderId, ctx.config.stripe.mode);
    if (!order) throw fail("not_found", { reason: "no such order" });
    if (!choice) return null;
    await refundOrder(ctx, { id: orderId, ...choice });
    const { totalMinor: paidMinor, currency } = order;
    return { amountMinor: choice.amountMinor, paidMinor, currency };
  }
  if (subscriptionId === null) {
    if (choice) throw failAt("refund", "Choose the contract first.");
    return null;
  }
  if (choice) {
    const { customerId, latestPaymentIntentId } = await requireSubscriptionForTeam(ctx, {
      id: subscriptionId,
    });
    const payment =
      latestPaymentIntentId === null
        ? undefined
        : await findPaymentByIntent(ctx.db, customerId, latestPaymentIntentId);
    if (!payment) throw fail("not_refundable", { reason: "no payment" });
    await refundSubscription(ctx, { id: subscriptionId, ...choice, end: true });
    const { amountMinor: paidMinor, currency } = payment;
    return { amountMinor: choice.amountMinor, paidMinor, currency };
  }
  if (row.kind === "withdrawal" || end) await endSubscriptionForUser(ctx, { id: subscriptionId });
  else await cancelSubscriptionForUser(ctx, { id: subscriptionId, wishedEnd: row.wishedEnd });
  return null;
}

/**
 * Says which contract an open statement is about. A decided one is not changed.
 * @throws `not_found`
 */
export async function assignContract(
  ctx: Ctx,
  input: { id: string } & z.output<typeof statementContract>,
): Promise<void> {
  const row = await requireStatement(ctx, input);
  const contract = await findContract(ctx, input);
  const { orderId, subscriptionId } = contract;
  await commit(ctx.db, [
    setContract(ctx.db, row.id, contract),
    recordChangeIfApplied(ctx, {
      action: "statement.assigned",
      targetId: row.id,
      before: { orderId: row.orderId, subscriptionId: row.subscriptionId },
      after: { orderId, subscriptionId },
    }),
    ...recordEvents(ctx, { statementId: row.id }),
  ]);
}

/** @throws `not_found` */
async function findContract(
  ctx: Ctx,
  input: z.output<typeof statementContract>,
): Promise<StatementContract> {
  if ("subscriptionId" in input) {
    const { id, userId } = await requireSubscriptionForTeam(ctx, { id: input.subscriptionId });
    return { userId, orderId: null, subscriptionId: id };
  }
  const order = await findOrder(ctx.db, input.orderId, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  return { userId: order.userId, orderId: order.id, subscriptionId: null };
}
