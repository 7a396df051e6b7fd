import { startRebuild, resumeRebuild, showRebuild, type Rebuild } from "../sync/sweeps/rebuild.ts";
import type { TestShop } from "./shop.ts";

/** Runs a complete rebuild from Stripe, started at `now` (unix milliseconds), and processes everything it enqueued. */
export async function runRebuild(shop: TestShop, now = Date.now()): Promise<Rebuild> {
  await startRebuild(shop.ctx(undefined, now));
  await resumeRebuild(shop.ctx(undefined, now), { steps: Infinity });
  while (shop.queued.length > 0) await shop.processQueue();
  return (await showRebuild(shop.ctx()))!;
}
