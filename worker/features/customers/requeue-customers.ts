import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listLapsed } from "../subscriptions/list-subscriptions.ts";
import { listDirtyCustomers, markDirty } from "./store.ts";

/** The most messages a queue takes in one call. */
const PAGE = 100;
/** An invocation may make only so many calls. The next run goes on with whoever is still dirty. */
const PAGES_PER_RUN = 40;

/**
 * Run by cron: enqueues the customers that are dirty (a message may have been lost) or whose paid period is over with
 * no news from Stripe.
 * @returns how many were enqueued
 */
export async function requeueCustomers(ctx: Ctx): Promise<number> {
  const lapsed = await listLapsed(ctx, { limit: PAGE });
  await commit(
    ctx.db,
    lapsed.map((customerId) => markDirty(ctx.db, customerId)),
  );
  let count = 0;
  let after = "";
  for (let run = 0; run < PAGES_PER_RUN; run++) {
    const page = await listDirtyCustomers(ctx.db, after, PAGE);
    const last = page.at(-1);
    if (!last) break;
    await ctx.syncQueue.sendBatch(
      page.map(({ id }) => ({ body: { customerId: id } satisfies SyncMessage })),
    );
    count += page.length;
    after = last.id;
  }
  return count;
}
