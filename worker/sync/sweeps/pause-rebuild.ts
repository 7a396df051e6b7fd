import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { measurePart, pauseCursor, rebuildCursor, showRebuild } from "./rebuild-progress.ts";

/**
 * Pauses the rebuild that is not finished, until a member resumes it. A step that is under way ends first. Customers
 * that are already enqueued are synced. Does nothing if there is no rebuild to pause.
 */
export async function pauseRebuild(ctx: Ctx): Promise<void> {
  const rebuild = await showRebuild(ctx);
  if (rebuild?.finishedAt !== null || rebuild.pausedAt !== null) return;
  await commit(ctx.db, [
    pauseCursor.save(ctx, { pausedAt: ctx.now, resumedAt: 0, resumedFrom: 0 }),
    recordChange(ctx, { action: "rebuild.paused", targetId: ctx.config.stripe.mode }),
  ]);
}

/**
 * Lets a paused rebuild go on where it was paused.
 * @returns whether it was paused
 */
export async function endRebuildPause(ctx: Ctx): Promise<boolean> {
  const rebuild = await rebuildCursor.read(ctx);
  const pause = await pauseCursor.read(ctx);
  if (rebuild?.finishedAt !== null || typeof pause?.pausedAt !== "number") return false;
  const { done: resumedFrom } = measurePart(rebuild);
  await commit(ctx.db, [
    pauseCursor.save(ctx, { pausedAt: null, resumedAt: ctx.now, resumedFrom }),
    recordChange(ctx, { action: "rebuild.resumed", targetId: ctx.config.stripe.mode }),
  ]);
  return true;
}
