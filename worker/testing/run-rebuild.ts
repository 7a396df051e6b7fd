import { beginRebuild, resumeRebuild, showRebuild, type Rebuild } from "../sync/sweeps/rebuild.ts";
import type { TestShop } from "./shop.ts";

/** A whole rebuild from Stripe, begun at `now` (unix milliseconds), with everything worked that it enqueued. */
export async function rebuild(shop: TestShop, now = Date.now()): Promise<Rebuild> {
  await beginRebuild(shop.ctx(undefined, now));
  await resumeRebuild(shop.ctx(undefined, now), { steps: Infinity });
  while (shop.queued.length > 0) await shop.work();
  return (await showRebuild(shop.ctx()))!;
}
