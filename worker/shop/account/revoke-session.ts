import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { deleteOtherSessions, deleteSession } from "./store.ts";

/**
 * Ends one of the person's sessions; it is dead at its next request. The current one may be ended too.
 * @throws `not_found` when it is nobody's or another person's
 */
export async function revokeSession(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { meta } = await deleteSession(ctx.db, ctx.actor.userId, input.id);
  if (meta.changes === 0) throw fail("not_found", { reason: "no such session of this person" });
}

/** Ends every session but the one that asks. */
export async function revokeOtherSessions(ctx: UserCtx): Promise<void> {
  await deleteOtherSessions(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
}
