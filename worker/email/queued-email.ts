import type { Ctx } from "../context.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE } from "../lib/time.ts";
import type { OutboxEmailRow } from "./store.ts";

/** A mirrored row before and after a sync; `before` is undefined for a new row. */
export type RowChange<Row> = { before: Row | undefined; after: Row };

/**
 * An email to queue. Only one email exists per kind and `dedupeKey`. `dueAt` is the earliest send time, in Unix
 * milliseconds.
 */
export type NewEmail = Pick<OutboxEmailRow, "kind" | "dedupeKey" | "sourceId"> & {
  dueAt: number;
  facts?: OutboxEmailRow["facts"];
};

/**
 * Returns the row of the outbox for an email to a user or a member.
 * @param dueAt the earliest send time, in unix milliseconds
 */
export function toOutboxRow<Email extends Pick<OutboxEmailRow, "userId" | "kind" | "dedupeKey">>(
  ctx: Ctx,
  email: Email,
  dueAt = ctx.now,
) {
  const id = newId("mal", ctx.now);
  const status = "queued" as const;
  return { ...email, id, status, nextAttemptAt: dueAt, createdAt: ctx.now };
}

/**
 * How long an email is claimed that the request sends that queues it: longer than the request and the attempt may take.
 * Cron tries it again after that.
 */
export const CLAIM_MS = 2 * MINUTE;

/** What an email is composed from. */
export type QueuedEmail = Pick<OutboxEmailRow, "userId" | "kind" | "sourceId" | "covers" | "facts">;

/** The recipient of an email. Null where unknown. */
export type EmailRecipient = {
  name: string | null;
  /** BCP 47. */
  locale: string | null;
  /** An IANA name. */
  timeZone: string | null;
};
