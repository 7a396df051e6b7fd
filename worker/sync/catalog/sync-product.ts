import type { Ctx, SyncMessage } from "../../context.ts";
import { markEventsDead } from "../inbox/store.ts";
import { withProductLock } from "./with-product-lock.ts";
import { findPendingSync, listProductsWithPendingSyncs } from "./store-pending-syncs.ts";
import { pullLockedProduct } from "./pull-product.ts";
import { pushLockedProduct } from "./push-product.ts";
import { resyncCustomersPage } from "./resync-customers.ts";

/** The maximum number of messages per `sendBatch`. */
const PAGE = 100;

/**
 * Runs all pending syncs of a product: first the grants of its users, which needs no request to Stripe, then the push,
 * then the pull. Takes only a few reads if nothing is pending.
 * @throws errors from Stripe or D1; the rest stays pending
 */
export async function syncProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  await resyncCustomersPage(ctx, input);
  await withProductLock(ctx, input, async (token) => {
    await pushLockedProduct(ctx, input);
    await pullLockedProduct(ctx, { ...input, token });
  });
}

/**
 * Marks the events that wait for a product as dead. They stay readable, and a later successful pull marks them done.
 */
export async function markProductSyncDead(ctx: Ctx, input: { productId: string }): Promise<void> {
  const { mode } = ctx.config.stripe;
  const pending = await findPendingSync(ctx.db, { mode, kind: "pull", ...input });
  if (pending) await markEventsDead(ctx.db, { ids: JSON.parse(pending.value) as string[], mode });
}

/** Enqueues every product with a pending sync, in case a message was lost. Run by cron. */
export async function enqueuePendingProducts(ctx: Ctx): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (let after = ""; ;) {
    const page = await listProductsWithPendingSyncs(ctx.db, mode, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    await ctx.syncQueue.sendBatch(
      page.map((productId) => ({ body: { productId } satisfies SyncMessage })),
    );
    after = last;
  }
}
