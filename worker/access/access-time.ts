import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { recordChange } from "../audit/record-change.ts";
import { refreshSynced } from "../sync/customer/refresh-synced.ts";
import { findFreeze, insertFreeze, removeFreeze } from "./store.ts";

/**
 * The time that access is judged at: now, or the moment since when revocations are frozen. In an outage of Stripe's or
 * ours nobody's access ends for want of news.
 */
export async function accessTime(ctx: Ctx): Promise<number> {
  const since = await frozenSince(ctx);
  return since === null ? ctx.now : Math.min(since, ctx.now);
}

/** Since when revocations are frozen, in unix milliseconds; null where they are not. */
export async function frozenSince(ctx: Ctx): Promise<number | null> {
  return (await findFreeze(ctx.db))?.since ?? null;
}

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
