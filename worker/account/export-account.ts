import type { UserCtx } from "../context.ts";
import { readUserData } from "./store.ts";

/**
 * Returns all data stored about the user, in both modes. Only hashes and leases are left out, since they contain no
 * personal data. Times are unix milliseconds.
 */
export async function exportAccount(ctx: UserCtx) {
  return { exportedAt: ctx.now, ...(await readUserData(ctx.db, ctx.actor.userId)) };
}
