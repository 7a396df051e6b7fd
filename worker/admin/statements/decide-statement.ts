import { z } from "zod";
import { identifyActor, type Ctx } from "../../context.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
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
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";
import { processStatement } from "../../statements/process-statement.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { readContract, type Contract } from "./read-contract.ts";
import { requireStatement } from "./show-statement.ts";

const MAX_NOTE_LENGTH = 2000;
/** A day of a daily subscription, for longer than the longest right of withdrawal. */
const MAX_PAYMENTS = 400;

/**
 * What the team decides about a statement. `accept`: the contract of a withdrawal ends, and this much of it is refunded;
 * a cancellation takes effect at the end of the period, or of a later one that the buyer wished, or with `end` at once.
 * `note`: what the email about the decision tells the buyer.
 */
export const statementDecision = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("accept"),
    refund: z
      .strictObject({
        /** Of all payments together. The newest are refunded first. */
        amountMinor: z.int().min(1, "Must be more than 0."),
        /** The payments of the contract, and what the decision takes as refunded: repeated, it refunds once. */
        payments: z
          .array(z.strictObject({ id: z.string(), refundedMinor: z.int().min(0) }))
          .min(1)
          .max(MAX_PAYMENTS),
      })
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
  const { orderId, subscriptionId: id } = row;
  if (refund && row.kind === "cancellation")
    throw failAt("refund", "A cancellation refunds nothing.");
  if (orderId === null && id === null) {
    if (refund) throw failAt("refund", "Choose the contract first.");
    return null;
  }
  const contract = await readContract(ctx, row);
  if (!contract) throw fail("not_found", { reason: "no such order" });
  if (refund) {
    const reason = "requested_by_customer" as const;
    const parts = splitRefund(contract.payments, refund);
    for (const [index, { id: paymentIntentId, ...part }] of parts.entries()) {
      const choice = { ...part, reason };
      if (id === null) await refundOrder(ctx, { id: contract.id, ...choice });
      else {
        const isLast = index === parts.length - 1;
        await refundSubscription(ctx, { id, ...choice, paymentIntentId, end: isLast });
      }
    }
    const { paidMinor, currency } = contract;
    return { amountMinor: refund.amountMinor, paidMinor, currency };
  }
  if (id === null) return null;
  if (row.kind === "withdrawal" || end) await endSubscriptionForUser(ctx, { id });
  else await cancelSubscriptionForUser(ctx, { id, wishedEnd: row.wishedEnd });
  return null;
}

/**
 * Splits a refund over the payments of a contract, the newest first. It depends on nothing that a part of it changes, so
 * a decision that failed halfway can be repeated.
 * @throws `invalid_input` for a payment of another contract, or for more than is left
 */
function splitRefund(
  paid: Contract["payments"],
  refund: { amountMinor: number; payments: { id: string; refundedMinor: number }[] },
): { id: string; amountMinor: number; refundedMinor: number }[] {
  const asked = new Map(refund.payments.map(({ id, refundedMinor }) => [id, refundedMinor]));
  const chosen = paid.filter(({ id }) => asked.has(id));
  if (chosen.length < asked.size) throw failAt("payments", "Choose payments of this contract.");
  let restMinor = refund.amountMinor;
  const parts = chosen.flatMap(({ id, paidMinor }) => {
    const refundedMinor = asked.get(id) ?? 0;
    const amountMinor = Math.min(Math.max(paidMinor - refundedMinor, 0), restMinor);
    restMinor -= amountMinor;
    return amountMinor === 0 ? [] : [{ id, amountMinor, refundedMinor }];
  });
  if (restMinor > 0) throw failAt("amountMinor", "This is more than the remaining amount.");
  return parts;
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
