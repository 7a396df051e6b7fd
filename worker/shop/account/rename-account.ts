import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
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
  const { userId } = ctx.actor;
  await commit(ctx.db, [
    updateName(ctx.db, userId, name, ctx.now),
    ...recordEvents(ctx, { userId, kinds: ["customer"] }),
  ]);
  await fulfillWaitingGrants(ctx, { userId });
}
