import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange } from "../../audit/record-change.ts";
import { includesDeletion, markEventsDone, recordFailure } from "../inbox/store.ts";
import { nextUpdatedAt } from "../../catalog/find-product.ts";
import {
  assertProductUnchanged,
  findProductByStripeId,
  insertStripePrice,
  setPrice,
  setProduct,
} from "../../catalog/store-editing.ts";
import { fetchStripeDiff } from "./fetch-stripe-diff.ts";
import { assertLease, findPendingSync, addPendingSync, markSynced } from "./store-pending-syncs.ts";
import { findPendingPush } from "./push-product.ts";
import { hasChanges, type StripeDiff } from "./stripe-diff.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

/** Returns the id of our product with this id at Stripe, or null if it isn't ours. */
export async function findProductIdByStripeId(
  ctx: Ctx,
  input: { stripeProductId: string },
): Promise<string | null> {
  const { mode } = ctx.config.stripe;
  return (await findProductByStripeId(ctx.db, mode, input.stripeProductId))?.id ?? null;
}

/**
 * Returns the write that requests a pull of a product from Stripe.
 * @param input.reason the id of the event that reported a change, which is marked done with the pull; or the request id
 *   of a sweep
 * @param input.onlyAfterChange applies only if the previous statement in the batch changed something
 */
export function addPendingPull(
  ctx: Ctx,
  input: { productId: string; reason: string; onlyAfterChange?: boolean },
): Statement {
  const { mode } = ctx.config.stripe;
  return addPendingSync(ctx.db, { ...input, mode, kind: "pull", now: ctx.now });
}

/**
 * Applies Stripe's state of a product if a pull is pending. The caller must hold the product's lease. An edit of ours
 * is pushed first; until then nothing is pulled.
 * @throws errors from Stripe or D1, after recording them on the events; the pull stays pending
 */
export async function pullLockedProduct(ctx: Ctx, input: { productId: string; token: string }) {
  const { mode } = ctx.config.stripe;
  const { productId, token } = input;
  const pending = await findPendingSync(ctx.db, { mode, kind: "pull", productId });
  if (!pending) return;
  const events = { ids: JSON.parse(pending.value) as string[], mode };
  try {
    if (await findPendingPush(ctx, productId)) throw new Error("an edit is not pushed yet");
    const product = await findProduct(ctx.db, productId);
    const diff = product?.stripeProductId
      ? await fetchStripeDiff(ctx, {
          product: { ...product, stripeProductId: product.stripeProductId },
          isDeletion: await includesDeletion(ctx.db, events),
        })
      : undefined;
    await commit(ctx.db, [
      assertLease({ mode, productId, token }),
      ...(product && diff && hasChanges(diff) ? applyStripeDiff(ctx, product, diff) : []),
      markEventsDone(ctx.db, { ...events, now: ctx.now }),
      markSynced(ctx.db, pending),
      ...recordEvents(ctx, { productId }),
    ]);
  } catch (error) {
    await commit(ctx.db, [recordFailure(ctx.db, { ...events, error })]);
    throw error;
  }
}

function applyStripeDiff(ctx: Ctx, product: ProductRow, diff: StripeDiff): Statement[] {
  const { id, updatedAt } = product;
  const changed = Object.keys(diff.product) as (keyof StripeDiff["product"])[];
  return [
    // A concurrent edit wins: the batch fails, and the retry reads the product again.
    assertProductUnchanged({ id, updatedAt }),
    ...(changed.length > 0
      ? [setProduct(ctx.db, id, { ...diff.product, updatedAt: nextUpdatedAt(product, ctx.now) })]
      : []),
    ...diff.prices.map((price) => setPrice(ctx.db, price.id, price.change)),
    ...diff.added.map(({ facts, stripePriceId }) =>
      insertStripePrice(ctx.db, {
        ...facts,
        id: newId("prc", ctx.now),
        productId: id,
        // The seller decides whether to offer it.
        active: false,
        mode: product.mode,
        stripePriceId,
        createdAt: ctx.now,
      }),
    ),
    recordChange(ctx, {
      action: "product.changed_at_stripe",
      targetId: id,
      before: Object.fromEntries(changed.map((name) => [name, product[name as keyof ProductRow]])),
      after: {
        ...diff.product,
        ...(diff.prices.length > 0 && { prices: diff.prices }),
        ...(diff.added.length > 0 && { added: diff.added.map((price) => price.stripePriceId) }),
      },
    }),
  ];
}
