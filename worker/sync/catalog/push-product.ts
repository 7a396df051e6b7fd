import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { logFailure } from "../../lib/log.ts";
import { listPrices } from "../../catalog/store-editing.ts";
import { withProductLock } from "./with-product-lock.ts";
import {
  findPendingSync,
  addPendingSync,
  markSynced,
  type PendingSync,
} from "./store-pending-syncs.ts";
import { createStripePrice, upsertStripeProduct, setStripePriceActive } from "./stripe-product.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

const PRODUCT = "product";
const RETRY_SECONDS = 5;

/**
 * Returns the write that records a pending push, for the batch of the edit.
 * @param input.target `product`, or the id of a price
 */
export function addPendingPush(ctx: Ctx, input: { productId: string; target: string }): Statement {
  return addPendingSync(ctx.db, {
    mode: ctx.config.stripe.mode,
    kind: "push",
    productId: input.productId,
    reason: `${input.target}@${ctx.requestId}`,
    now: ctx.now,
  });
}

/**
 * Pushes pending changes of a product and its prices to Stripe. Safe to repeat. Concurrent edits stay pending.
 * @throws errors from Stripe; everything stays pending
 */
export async function pushProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  if (!(await findPendingPush(ctx, input.productId))) return;
  await withProductLock(ctx, input, () => pushLockedProduct(ctx, input));
}

/** Does the same for a caller that holds the product's lease. */
export async function pushLockedProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  const pending = await findPendingPush(ctx, input.productId);
  const product = pending && (await findProduct(ctx.db, input.productId));
  if (!pending || !product) return;
  // A draft that doesn't exist at Stripe is pushed as a whole when it is published.
  if (product.stripeProductId !== null || product.status === "published")
    await sendChangesToStripe(ctx, product, parseChanges(pending));
  await commit(ctx.db, [markSynced(ctx.db, pending)]);
}

async function sendChangesToStripe(
  ctx: Ctx,
  product: ProductRow,
  changes: Map<string, string>,
): Promise<void> {
  const change = changes.get(PRODUCT);
  const stripeProductId =
    change || !product.stripeProductId
      ? await upsertStripeProduct(ctx, product, change ?? ctx.requestId)
      : product.stripeProductId;
  for (const price of await listPrices(ctx.db, [product.id])) {
    const change = changes.get(price.id);
    const { stripePriceId } = price;
    if (!stripePriceId && price.active) await createStripePrice(ctx, price, stripeProductId);
    if (stripePriceId && change)
      await setStripePriceActive(ctx, { ...price, stripePriceId }, change);
  }
}

/** Tries to push now. If that fails, the edit is still saved, and the queue and cron retry the push. */
export async function tryPushProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  try {
    await pushProduct(ctx, input);
  } catch (error) {
    logFailure(ctx, "catalog.push_failed", error, { product: input.productId });
    await enqueueProductSync(ctx, { ...input, delaySeconds: RETRY_SECONDS });
  }
}

/** Enqueues a sync of a product. If the message is lost, cron enqueues it again. */
export async function enqueueProductSync(
  ctx: Ctx,
  input: { productId: string; delaySeconds?: number },
): Promise<void> {
  const { productId, delaySeconds = 0 } = input;
  try {
    await ctx.syncQueue.send({ productId }, { delaySeconds });
  } catch (error) {
    logFailure(ctx, "catalog.enqueue_failed", error, { product: productId });
  }
}

/** Returns the pending push of a product, or undefined if there is none. */
export function findPendingPush(ctx: Ctx, productId: string): Promise<PendingSync | undefined> {
  return findPendingSync(ctx.db, { mode: ctx.config.stripe.mode, kind: "push", productId });
}

/** Maps each changed target to the id of its latest change. */
function parseChanges(pending: PendingSync): Map<string, string> {
  const reasons = JSON.parse(pending.value) as string[];
  return new Map(
    reasons.map((reason) => {
      const [target = "", change = ""] = reason.split("@");
      return [target, change];
    }),
  );
}
