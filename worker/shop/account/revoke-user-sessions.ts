import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { requireHigherRole } from "../../identity/team/require-higher-role.ts";
import { recordChange } from "../../audit/record-change.ts";
import { deleteSession, deleteAllSessions, listSessions } from "./store.ts";

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
      : deleteSession(ctx.db, userId, sessionId),
    recordChange(ctx, {
      action: "session.ended",
      targetId: userId,
      before: { sessions: revokedSessions.map(({ id }) => id) },
    }),
  ]);
}
