import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { deleteOtherSessions, deleteSession } from "./store.ts";

/**
 * Ends one of the user's sessions, effective at its next request. It may be the current one.
 * @throws `not_found` if there is no such session, or it is another user's
 */
export async function revokeSession(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { meta } = await deleteSession(ctx.db, ctx.actor.userId, input.id);
  if (meta.changes === 0) throw fail("not_found", { reason: "no such session of this user" });
}

/** Ends every session except the current one. */
export async function revokeOtherSessions(ctx: UserCtx): Promise<void> {
  await deleteOtherSessions(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
}
