import { findOutageStart } from "../../access/outage-mode.ts";
import { insertOutageMode, deleteOutageMode } from "../../access/store.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { markDirtyWhereSyncedSince } from "../customer/store-dirty.ts";

/**
 * Starts outage mode: until it ends, nothing is revoked, neither by a sync nor because a grant reaches its end. Does
 * nothing if it is already on.
 */
export async function startOutageMode(ctx: Ctx): Promise<void> {
  if ((await findOutageStart(ctx)) !== null) return;
  await commit(ctx.db, [
    insertOutageMode(ctx.db, ctx.now),
    recordChange(ctx, { action: "outage.started", targetId: "outage" }),
  ]);
}

/**
 * Ends outage mode. Run a sweep and a backfill first. Marks every customer who was synced during outage mode as dirty
 * in the same batch: those syncs kept grants that they would otherwise have revoked.
 */
export async function endOutageMode(ctx: Ctx): Promise<void> {
  const since = await findOutageStart(ctx);
  if (since === null) return;
  await commit(ctx.db, [
    deleteOutageMode(ctx.db),
    markDirtyWhereSyncedSince(ctx.db, ctx.config.stripe.mode, since),
    recordChange(ctx, { action: "outage.ended", targetId: "outage", before: { since } }),
  ]);
}
