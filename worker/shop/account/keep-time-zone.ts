import { commit } from "../../db/client.ts";
import type { UserCtx } from "../../context.ts";
import { updateTimeZone } from "../../identity/store-language.ts";

/** Keeps the user's time zone, which emails write times in. */
export async function keepTimeZone(
  ctx: UserCtx,
  { timeZone }: { timeZone: string },
): Promise<void> {
  await commit(ctx.db, [updateTimeZone(ctx.db, ctx.actor.userId, timeZone)]);
}
