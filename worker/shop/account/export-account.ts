import type { UserCtx } from "../../context.ts";
import { readPersonalRows } from "./store.ts";

/**
 * Everything held about the person, in all modes. Left out are only hashes and leases, which say nothing about
 * anybody. Times are unix milliseconds.
 */
export async function exportAccount(ctx: UserCtx) {
  return { exportedAt: ctx.now, ...(await readPersonalRows(ctx.db, ctx.actor.userId)) };
}
