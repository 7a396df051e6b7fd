import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { fulfillWaiting } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";
import { updateName } from "./store.ts";

/**
 * Changes the name a person is shown with, and hands over the license keys that waited for one.
 * @throws `invalid_input` when nothing visible is left of it
 */
export async function renameAccount(ctx: UserCtx, input: { name: string }): Promise<void> {
  const name = cleanName(input.name);
  if (name === null) {
    throw fail("invalid_input", {
      fields: [{ path: "name", message: "must have a visible character" }],
    });
  }
  await updateName(ctx.db, ctx.actor.userId, name, ctx.now);
  await fulfillWaiting(ctx, { userId: ctx.actor.userId });
}
