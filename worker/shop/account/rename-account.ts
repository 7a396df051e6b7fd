import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { fulfillWaitingGrants } from "../../delivery/licenses/fulfill-waiting-grants.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";
import { updateName } from "./store.ts";

/**
 * Changes the user's name, and issues the license keys that were waiting for one.
 * @throws `invalid_input` if the cleaned name is empty
 */
export async function renameAccount(ctx: UserCtx, input: { name: string }): Promise<void> {
  const name = cleanName(input.name);
  if (name === null) {
    throw fail("invalid_input", {
      fields: [{ path: "name", message: "must have a visible character" }],
    });
  }
  await updateName(ctx.db, ctx.actor.userId, name, ctx.now);
  await fulfillWaitingGrants(ctx, { userId: ctx.actor.userId });
}
