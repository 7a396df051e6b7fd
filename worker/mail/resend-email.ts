import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE } from "../lib/time.ts";
import { insertEmailOnce, type OutboxEmailRow } from "./store.ts";

/** Stands between the key of an email and what makes the key of a copy different. No key of an email contains it. */
const COPY_MARK = "#";

/**
 * Returns the write that queues an email once more, as a row of its own: the history keeps both, and the email service
 * does not take it for the same one. Only one copy is queued a minute, whoever asks; otherwise the write does nothing.
 */
export function queueCopy(
  ctx: Ctx,
  email: Pick<OutboxEmailRow, "userId" | "kind" | "dedupeKey" | "sourceId" | "covers" | "facts">,
): { statement: Statement; id: string } {
  const id = newId("mal", ctx.now);
  const minute = Math.floor(ctx.now / MINUTE);
  const { userId, kind, sourceId, covers, facts } = email;
  return {
    id,
    statement: insertEmailOnce(ctx.db, {
      id,
      userId,
      kind,
      sourceId,
      covers,
      facts,
      dedupeKey: `${removeCopyMark(email.dedupeKey)}${COPY_MARK}${minute}`,
      status: "queued",
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
    }),
  };
}

/** Returns the key of what an email reports. A copy reports the same as the original. */
export function removeCopyMark(dedupeKey: string): string {
  return dedupeKey.split(COPY_MARK)[0] ?? dedupeKey;
}

/** Whether an email was sent again by the team. */
export function isCopy(dedupeKey: string): boolean {
  return dedupeKey.includes(COPY_MARK);
}
