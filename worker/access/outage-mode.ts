import type { Ctx } from "../context.ts";
import { findOutageMode } from "./store.ts";

/**
 * Returns the time used to evaluate access: now, or the start of outage mode while it is on. So no access ends during
 * an outage only because a renewal could not arrive.
 */
export async function readAccessTime(ctx: Ctx): Promise<number> {
  const since = await findOutageStart(ctx);
  return since === null ? ctx.now : Math.min(since, ctx.now);
}

/** Returns when outage mode started, in unix milliseconds; null if it is off. */
export async function findOutageStart(ctx: Ctx): Promise<number | null> {
  return (await findOutageMode(ctx.db))?.since ?? null;
}
