import { listUsersWithGift } from "../../access/store.ts";
import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { enqueueDirtyCustomers } from "../customer/enqueue-dirty-customers.ts";
import { rewriteGiftGrants } from "../../delivery/grants/gift-sources.ts";

import { markProductCustomersDirty } from "./store-product-users.ts";
import {
  startResync,
  findPendingSync,
  saveResyncCursor,
  markSynced,
} from "./store-pending-syncs.ts";
import { enqueueProductSync } from "./push-product.ts";

/** Users whose gifts are processed per message. */
const PAGE = 25;

/**
 * Prepares updating the grants of everyone who has a product to its current benefits. Stripe customers are marked
 * dirty, so their sync does it. A walk covers users with gifts, who may have no Stripe customer. The statements belong
 * into the batch of the edit; the queue does the work.
 */
export function prepareCustomersResync(
  ctx: Ctx,
  input: { productId: string },
): { statements: Statement[]; enqueue: () => Promise<void> } {
  const { mode } = ctx.config.stripe;
  const { productId } = input;
  return {
    statements: [
      markProductCustomersDirty(ctx.db, { mode, productId }),
      startResync(ctx.db, { mode, productId, run: ctx.requestId, now: ctx.now }),
    ],
    enqueue: () => enqueueProductSync(ctx, { productId }),
  };
}

/** Processes one page of the walk started by `prepareCustomersResync`. The first page also enqueues dirty customers. */
export async function resyncCustomersPage(ctx: Ctx, input: { productId: string }): Promise<void> {
  const { mode } = ctx.config.stripe;
  const { productId } = input;
  const pending = await findPendingSync(ctx.db, { mode, kind: "gifts", productId });
  if (!pending) return;
  const { run, after } = JSON.parse(pending.value) as { run: string; after: string };
  if (after === "") await enqueueDirtyCustomers(ctx);
  const page = await listUsersWithGift(ctx.db, {
    mode,
    productId,
    afterUserId: after,
    limit: PAGE,
  });
  for (const { userId } of page) await rewriteGiftGrants(ctx, { userId });
  const last = page.at(-1);
  if (page.length < PAGE || !last) {
    await commit(ctx.db, [markSynced(ctx.db, pending)]);
    return;
  }
  await commit(ctx.db, [
    saveResyncCursor(ctx.db, pending, JSON.stringify({ run, after: last.userId })),
  ]);
  await enqueueProductSync(ctx, input);
}
