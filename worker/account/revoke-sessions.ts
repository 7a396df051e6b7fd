import { fail } from "../errors.ts";
import type { UserCtx, Ctx } from "../context.ts";
import {
  deleteOtherSessions,
  deleteSessionOfUser,
  deleteAllSessions,
  listSessions,
} from "../identity/sign-in/store.ts";
import { commit } from "../db/client.ts";
import { requireHigherRole } from "../identity/team/require-higher-role.ts";
import { recordChange } from "../audit/record-change.ts";

/**
 * Ends one of the user's sessions, effective at its next request. It may be the current one.
 * @throws `not_found` if there is no such session, or it is another user's
 */
export async function revokeSession(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { meta } = await deleteSessionOfUser(ctx.db, ctx.actor.userId, input.id);
  if (meta.changes === 0) throw fail("not_found", { reason: "no such session of this user" });
}

/** Ends every session except the current one. */
export async function revokeOtherSessions(ctx: UserCtx): Promise<void> {
  await deleteOtherSessions(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
}

/**
 * Signs a user out of one session or of all, effective at their next request.
 * @param input.sessionId if left out, all sessions end
 * @throws `not_found` if the session isn't the user's; as `requireHigherRole`
 */
export async function revokeUserSessions(
  ctx: Ctx,
  input: { userId: string; sessionId?: string },
): Promise<void> {
  const { userId, sessionId } = input;
  await requireHigherRole(ctx, { userId });
  const activeSessions = await listSessions(ctx.db, userId, ctx.now);
  const revokedSessions = activeSessions.filter(
    ({ id }) => sessionId === undefined || id === sessionId,
  );
  if (revokedSessions.length === 0) {
    if (sessionId === undefined) return;
    throw fail("not_found", { reason: "no such session of this user" });
  }
  await commit(ctx.db, [
    sessionId === undefined
      ? deleteAllSessions(ctx.db, userId)
      : deleteSessionOfUser(ctx.db, userId, sessionId),
    recordChange(ctx, {
      action: "session.ended",
      targetId: userId,
      before: { sessions: revokedSessions.map(({ id }) => id) },
    }),
  ]);
}
