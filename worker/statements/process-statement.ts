import { cancelSubscriptionForUser } from "../billing/change-subscription-for-user.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { sendDecision } from "../email/statements/send-decision.ts";
import { sendReceipt } from "../email/statements/send-receipt.ts";
import { notifyTeam } from "../email/team/queue-team-emails.ts";
import { recordNotifications } from "../email/team/record-notifications.ts";
import { recordEvents } from "../feed/record-events.ts";
import {
  claimStatement,
  listDueStatements,
  releaseStatement,
  type StatementRow,
} from "../law/statements/store.ts";
import { decide, setContract } from "../law/statements/store-decisions.ts";
import { AppError } from "../errors.ts";
import { logFailure } from "../lib/log.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { findContract } from "./find-contract.ts";

const CLAIM_MS = 5 * MINUTE;
const MAX_DELAY_MS = HOUR;
/** What the shop could not do by then is left to the team. */
const GIVE_UP_MS = 7 * DAY;
const STATEMENTS_PER_RUN = 20;

/** Does the shop's part of the statements that are due: what failed before, and what was interrupted. */
export async function processDueStatements(ctx: Ctx): Promise<void> {
  const ids = await listDueStatements(ctx.db, { now: ctx.now, limit: STATEMENTS_PER_RUN });
  for (const id of ids) await processStatement(ctx, { id });
}

/**
 * Does the shop's part of a statement: finds the contract, notifies the team, sends the receipt, and schedules an
 * ordinary cancellation. Each part is done once. What fails is tried again by cron. Never throws.
 */
export async function processStatement(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const work: Ctx = { ...ctx, actor: { type: "system", job: "statement" } };
  const claimed = await attempt(work, id, "claim", () =>
    claimStatement(ctx.db, { id, now: ctx.now, until: ctx.now + CLAIM_MS }),
  );
  if (!claimed) return;
  let row = claimed;
  const isKnown = await attempt(work, id, "match", async () => {
    row = { ...row, ...(await match(work, row)) };
    return true;
  });
  const isReceiptDone =
    row.receiptSentAt !== null ||
    (await attempt(work, id, "receipt", () => sendReceipt(work, row))) === true;
  const isActed = await attempt(work, id, "cancellation", () => act(work, row));
  const isDecisionSent = await attempt(work, id, "decision", () => sendDecision(work, row));
  const isDone =
    (isKnown && isReceiptDone && isActed && isDecisionSent) ||
    ctx.now > (row.decidedAt ?? row.receivedAt) + GIVE_UP_MS;
  const delayMs = Math.min(CLAIM_MS * 2 ** (row.attempts - 1), MAX_DELAY_MS);
  await attempt(work, id, "finish", () =>
    commit(ctx.db, [
      releaseStatement(ctx.db, {
        id,
        claimedUntil: ctx.now + CLAIM_MS,
        nextAttemptAt: isDone ? null : ctx.now + delayMs,
      }),
    ]),
  );
}

/** @returns undefined if it failed */
async function attempt<Result>(
  ctx: Ctx,
  statement: string,
  step: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    logFailure(ctx, "statement.step_failed", error, { statement, step });
    return undefined;
  }
}

/** Looks for the contract, unless it is known or the team has decided, and notifies the team. */
async function match(ctx: Ctx, row: StatementRow): Promise<Partial<StatementRow>> {
  if (row.userId !== null || row.state !== "open") return {};
  const found = await findContract(ctx, row);
  await commit(ctx.db, [
    // Only of an open one: the team may have decided meanwhile.
    ...(found ? [setContract(ctx.db, row.id, found)] : []),
    ...recordNotifications(ctx, [toNotification(row.id, row.kind)]),
    ...recordEvents(ctx, { statementId: row.id }),
  ]);
  ctx.defer(notifyTeam(ctx));
  return found ?? {};
}

/** What the team is notified about: a new statement, or one that has waited for days. */
export function toNotification(id: string, event: StatementRow["kind"] | "waiting") {
  return {
    kind: "statement" as const,
    dedupeKey: `${id}:${event}`,
    sourceType: "statement" as const,
    sourceId: id,
    facts: { event },
    amountMinor: null,
    currency: null,
  };
}

/**
 * Schedules the cancellation of the subscription that the statement is about. A cancellation for cause may end it at
 * once, and a withdrawal may need a refund: both are the team's decision.
 */
async function act(ctx: Ctx, row: StatementRow): Promise<true> {
  const { id, kind, cause, subscriptionId, state, wishedEnd } = row;
  if (kind !== "cancellation" || cause !== "ordinary") return true;
  if (subscriptionId === null || state !== "open") return true;
  try {
    await cancelSubscriptionForUser(ctx, { id: subscriptionId, wishedEnd });
  } catch (error) {
    // The team has to look at a subscription that cannot be canceled.
    if (error instanceof AppError && error.code !== "stripe_unavailable") return true;
    throw error;
  }
  await commit(ctx.db, [
    decide(ctx.db, id, {
      state: "accepted",
      decidedAt: ctx.now,
      decidedBy: null,
      refundMinor: null,
      paidMinor: null,
      currency: null,
      note: null,
    }),
    ...recordEvents(ctx, { statementId: id }),
  ]);
  return true;
}
