import { commit } from "../../db/client.ts";
import { rememberTrial } from "../../purchases/subscriptions/trials.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { deleteIdentity, listIdentities } from "./store.ts";

/**
 * Removes one way to sign in. The SQL statement itself keeps the last one, even with concurrent requests.
 * @throws `not_found` if there is no such identity, or it is another user's; `last_identity`
 */
export async function unlinkIdentity(ctx: UserCtx, input: { id: string }): Promise<void> {
  // First: an identity that leaves could otherwise come back as a new user and get a second trial.
  await commit(ctx.db, await rememberTrial(ctx, ctx.actor));
  const { meta } = await deleteIdentity(ctx.db, ctx.actor.userId, input.id);
  if (meta.changes > 0) return;
  const own = await listIdentities(ctx.db, ctx.actor.userId);
  throw fail(own.some(({ id }) => id === input.id) ? "last_identity" : "not_found");
}
