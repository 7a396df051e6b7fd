import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { markSyncedSince } from "./store-dirty.ts";

/**
 * The write that has everybody looked at again who was synced at `since` (unix milliseconds) or later, in this mode.
 * Cron enqueues them.
 */
export function refreshSynced(ctx: Ctx, input: { since: number }): Statement {
  return markSyncedSince(ctx.db, ctx.config.stripe.mode, input.since);
}
