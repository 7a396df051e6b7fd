import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { HOUR, MINUTE } from "../lib/time.ts";
import { toOutboxRow } from "./queued-email.ts";
import { insertCopy, type OutboxEmailRow } from "./store.ts";

/** The most copies that a user gets within an hour, of all their emails. */
const COPIES_PER_HOUR = 5;

/**
 * Returns the write that queues an email with a link to pay, or to update the card. Only one for a subscription is
 * queued an hour, otherwise the write does nothing.
 */
export function queuePaymentRequest(
  ctx: Ctx,
  { userId, subscriptionId: sourceId }: { userId: string; subscriptionId: string },
): { statement: Statement; id: string } {
  const dedupeKey = `${sourceId}:${Math.floor(ctx.now / HOUR)}`;
  const kind = "payment_request" as const;
  const none = { covers: null, facts: null, copyOf: null };
  const row = toOutboxRow(ctx, { userId, kind, sourceId, dedupeKey, ...none });
  return { id: row.id, statement: insertCopy(row, null) };
}

/**
 * Returns the write that queues an email again, as a row of its own: the history keeps both, and the email service does
 * not take it for the same one. Only one copy of an email is queued a minute, and few for one user an hour;
 * otherwise the write does nothing.
 */
export function queueCopy(
  ctx: Ctx,
  email: Pick<
    OutboxEmailRow,
    "id" | "userId" | "kind" | "sourceId" | "covers" | "facts" | "copyOf"
  >,
): { statement: Statement; id: string; dedupeKey: string } {
  const minute = Math.floor(ctx.now / MINUTE);
  const { userId, kind, sourceId, covers, facts } = email;
  const copyOf = email.copyOf ?? email.id;
  const dedupeKey = `${copyOf}:${minute}`;
  const row = toOutboxRow(ctx, { userId, kind, sourceId, covers, facts, copyOf, dedupeKey });
  return { id: row.id, dedupeKey, statement: insertCopy(row, COPIES_PER_HOUR) };
}
