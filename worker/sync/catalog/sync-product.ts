import type { Ctx, SyncMessage } from "../../context.ts";
import { buryEventsById } from "../inbox/mark-events.ts";
import { holdProduct } from "./with-product-lock.ts";
import { listOwed } from "./store-pending-syncs.ts";
import { listWaitingEvents, pullHeld } from "./pull-product.ts";
import { pushHeld } from "./push-product.ts";
import { walkHolders } from "./resync-customers.ts";

/** The most messages a queue takes in one call. */
const PAGE = 100;

/**
 * Does what is owed for a product: its holders first, since that needs nothing of Stripe; then what Stripe does not know
 * yet, then what Stripe knows better. Where nothing is owed it costs a few reads.
 * @throws what Stripe or D1 threw; the rest is still owed then
 */
export async function convergeProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  await walkHolders(ctx, input);
  await holdProduct(ctx, input, async (token) => {
    await pushHeld(ctx, input);
    await pullHeld(ctx, { ...input, token });
  });
}

/** Gives up on the events that wait for a product. They stay readable, and a later pull that succeeds settles them. */
export async function buryProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  await buryEventsById(ctx, { ids: await listWaitingEvents(ctx, input) });
}

/** Run by cron: enqueues every product that something is owed for. A message may have been lost. */
export async function requeueProducts(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (let after = ""; ;) {
    const page = await listOwed(ctx.db, mode, after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    const ids = [...new Set(page.map(({ productId }) => productId))];
    await ctx.syncQueue.sendBatch(
      ids.map((productId) => ({ body: { productId } satisfies SyncMessage })),
    );
    after = last.name;
  }
}
