import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listLapsed } from "../subscriptions/list-subscriptions.ts";
import { listDirtyCustomers, markDirty } from "./store.ts";

/** The most messages a queue takes in one call. */
const PAGE = 100;

/**
 * Run by cron: enqueues every customer that is dirty (a message may have been lost) or whose paid period is over with
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
  for (let after = ""; ;) {
    const page = await listDirtyCustomers(ctx.db, after, PAGE);
    const last = page.at(-1);
    if (!last) return count;
    await ctx.syncQueue.sendBatch(
      page.map(({ id }) => ({ body: { customerId: id } satisfies SyncMessage })),
    );
    count += page.length;
    after = last.id;
  }
}
