import type { Ctx } from "../context.ts";
import { findFreeze } from "./store.ts";

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
