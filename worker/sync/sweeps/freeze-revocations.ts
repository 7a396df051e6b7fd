import { frozenSince } from "../../access/outage-mode.ts";
import { insertFreeze, removeFreeze } from "../../access/store.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { refreshSynced } from "../customer/mark-dirty-synced-since.ts";

/** Outage mode on: from now on nothing is taken away, neither by the sync nor by time. Already on, it stays as it was. */
export async function freezeRevocations(ctx: Ctx): Promise<void> {
  if ((await frozenSince(ctx)) !== null) return;
  await commit(ctx.db, [
    insertFreeze(ctx.db, ctx.now),
    recordChange(ctx, { action: "outage.started", targetId: "outage" }),
  ]);
}

/**
 * Outage mode off. Sweep and backfill first. Every customer who was synced during the freeze is marked dirty in the same
 * batch: such a sync kept what it would have taken away, and nobody else would look again.
 */
export async function unfreezeRevocations(ctx: Ctx): Promise<void> {
  const since = await frozenSince(ctx);
  if (since === null) return;
  await commit(ctx.db, [
    removeFreeze(ctx.db),
    refreshSynced(ctx, { since }),
    recordChange(ctx, { action: "outage.ended", targetId: "outage", before: { since } }),
  ]);
}
