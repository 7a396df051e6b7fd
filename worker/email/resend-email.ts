import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE } from "../lib/time.ts";
import { insertEmailOnce, type OutboxEmailRow } from "./store.ts";

/**
 * Returns the write that queues an email again, as a row of its own: the history keeps both, and the email service does
 * not take it for the same one. Only one copy of an email is queued a minute; otherwise the write does nothing.
 */
export function queueCopy(
  ctx: Ctx,
  email: Pick<
    OutboxEmailRow,
    "id" | "userId" | "kind" | "sourceId" | "covers" | "facts" | "copyOf"
  >,
): { statement: Statement; id: string } {
  const id = newId("mal", ctx.now);
  const minute = Math.floor(ctx.now / MINUTE);
  const { userId, kind, sourceId, covers, facts } = email;
  const copyOf = email.copyOf ?? email.id;
  return {
    id,
    statement: insertEmailOnce(ctx.db, {
      id,
      userId,
      kind,
      sourceId,
      covers,
      facts,
      copyOf,
      dedupeKey: `${copyOf}:${minute}`,
      status: "queued",
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
    }),
  };
}
