import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { deleteIdentity, listIdentities } from "./store.ts";

/**
 * Takes one way to sign in away. The statement itself keeps the last one, whoever else is unlinking at this moment.
 * @throws `not_found` when it is nobody's or another person's, `last_identity`
 */
export async function unlinkIdentity(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { meta } = await deleteIdentity(ctx.db, ctx.actor.userId, input.id);
  if (meta.changes > 0) return;
  const own = await listIdentities(ctx.db, ctx.actor.userId);
  throw fail(own.some(({ id }) => id === input.id) ? "last_identity" : "not_found");
}
