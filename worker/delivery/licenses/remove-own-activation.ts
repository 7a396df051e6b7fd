import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { deleteOwnActivation } from "./store.ts";

/**
 * Deactivates one of the user's own keys on a device.
 * @throws `not_found`
 */
export async function removeOwnActivation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const { meta } = await deleteOwnActivation(ctx.db, { ...input, userId: ctx.actor.userId });
  if (meta.changes === 0) throw fail("not_found", { reason: "no activation of this user" });
}
