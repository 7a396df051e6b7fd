import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import type { UserCtx } from "../../context.ts";
import { deleteOwnActivation } from "./store.ts";

/**
 * Deactivates one of the user's own keys on a device.
 * @throws `not_found`
 */
export async function removeOwnActivation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { userId } = ctx.actor;
  const [deletion] = await commit(ctx.db, [
    deleteOwnActivation(ctx.db, { ...input, userId }),
    ...recordEvents(ctx, { userId, kinds: ["license"] }),
  ]);
  if (deletion?.meta.changes === 0)
    throw fail("not_found", { reason: "no activation of this user" });
}
