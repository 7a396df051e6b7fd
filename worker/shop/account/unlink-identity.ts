import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import type { UserCtx } from "../../context.ts";
import { deleteIdentity, listIdentities } from "./store.ts";

/**
 * Removes one way to sign in. The SQL statement itself keeps the last one, even with concurrent requests.
 * @throws `not_found` if there is no such identity, or it is another user's; `last_identity`
 */
export async function unlinkIdentity(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  const [deletion] = await commit(ctx.db, [
    deleteIdentity(ctx.db, userId, input.id),
    ...recordEvents(ctx, { userId, kinds: ["customer"] }),
  ]);
  if ((deletion?.meta.changes ?? 0) > 0) return;
  const own = await listIdentities(ctx.db, userId);
  throw fail(own.some(({ id }) => id === input.id) ? "last_identity" : "not_found");
}
