import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { deleteSession, deleteSessionsOf, listSessions } from "./store.ts";

/**
 * Signs somebody out, in one browser or in all: it acts at their next request.
 * @param input.sessionId left out: every one
 * @throws `not_found` for a session that is not theirs
 */
export async function endSessions(
  ctx: Ctx,
  input: { userId: string; sessionId?: string },
): Promise<void> {
  const { userId, sessionId } = input;
  const living = await listSessions(ctx.db, userId, ctx.now);
  const ended = living.filter(({ id }) => sessionId === undefined || id === sessionId);
  if (ended.length === 0) {
    if (sessionId === undefined) return;
    throw fail("not_found", { reason: "no such session of this person" });
  }
  await commit(ctx.db, [
    sessionId === undefined
      ? deleteSessionsOf(ctx.db, userId)
      : deleteSession(ctx.db, userId, sessionId),
    recordChange(ctx, {
      action: "session.ended",
      targetId: userId,
      before: { sessions: ended.map(({ id }) => id) },
    }),
  ]);
}
