import type { Ctx } from "../../context.ts";
import { countDead, findOldestWaiting, listKnownIds } from "./store-admin.ts";

/** Counting and looking stop here. */
const AT_MOST = 1000;

/** How many events are dead, at most a thousand counted, and since when the first one waits, in unix milliseconds. */
export async function showInboxState(
  ctx: Ctx,
): Promise<{ dead: number; waitingSince: number | null }> {
  const [dead, waitingSince] = await Promise.all([
    countDead(ctx.db, ctx.config.stripe.mode, AT_MOST),
    findOldestWaiting(ctx.db, AT_MOST),
  ]);
  return { dead, waitingSince };
}

/** Of these events of Stripe's, those that never came. */
export async function listMissing(ctx: Ctx, input: { ids: string[] }): Promise<string[]> {
  const known = new Set(await listKnownIds(ctx.db, ctx.config.stripe.mode, input.ids));
  return input.ids.filter((id) => !known.has(id));
}
