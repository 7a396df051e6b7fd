import { commit } from "../db/client.ts";
import { rememberTrial } from "../purchases/subscriptions/trials.ts";
import { fail } from "../errors.ts";
import { recordEvents } from "../feed/record-events.ts";
import type { UserCtx } from "../context.ts";
import { deleteIdentity, listIdentities } from "../identity/sign-in/store.ts";

/**
 * Removes one way to sign in. The SQL statement itself keeps the last one, even with concurrent requests.
 * @throws `not_found` if there is no such identity, or it is another user's; `last_identity`
 */
export async function unlinkIdentity(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  // First: an identity that leaves could otherwise come back as a new user and get a second trial.
  const remembered = await rememberTrial(ctx, ctx.actor);
  // oxlint-disable-next-line gatehouse/record-change -- the user’s own choice
  const results = await commit(ctx.db, [
    ...remembered,
    deleteIdentity(ctx.db, userId, input.id),
    ...recordEvents(ctx, { userId, kinds: ["customer"] }),
  ]);
  if ((results[remembered.length]?.meta.changes ?? 0) > 0) return;
  const own = await listIdentities(ctx.db, userId);
  throw fail(own.some(({ id }) => id === input.id) ? "last_identity" : "not_found");
}
