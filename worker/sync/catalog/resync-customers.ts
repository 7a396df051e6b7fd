import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { requeueCustomers } from "../customer/enqueue-dirty-customers.ts";
import { rewriteCompGrants } from "../../delivery/grants/gift-sources.ts";
import { listCompHolders } from "../../catalog/store-editing.ts";
import { markOwnersDirty } from "./store-product-users.ts";
import { beginWalk, findOwed, saveWalk, settleOwed } from "./store-pending-syncs.ts";
import { askForWork } from "./push-product.ts";

/** How many people's gifts one message works. */
const PAGE = 25;

/**
 * What makes the grants of a product follow from what it gives now: customers are marked dirty, so that their sync does
 * it, and a walk over the holders of gifts begins, since who never paid has no sync. Both marks are for the batch of the
 * edit; the work is the queue's.
 */
export function refreshHolders(
  ctx: Ctx,
  input: { productId: string },
): { statements: Statement[]; enqueue: () => Promise<void> } {
  const { mode } = ctx.config.stripe;
  const { productId } = input;
  return {
    statements: [
      markOwnersDirty(ctx.db, { mode, productId }),
      beginWalk(ctx.db, { mode, productId, run: ctx.requestId, now: ctx.now }),
    ],
    enqueue: () => askForWork(ctx, { productId }),
  };
}

/** A page of the walk that `refreshHolders` began; its first also enqueues whoever is dirty. */
export async function walkHolders(ctx: Ctx, input: { productId: string }): Promise<void> {
  const { mode } = ctx.config.stripe;
  const { productId } = input;
  const owed = await findOwed(ctx.db, { mode, kind: "holders", productId });
  if (!owed) return;
  const { run, after } = JSON.parse(owed.value) as { run: string; after: string };
  if (after === "") await requeueCustomers(ctx);
  const page = await listCompHolders(ctx.db, {
    mode,
    productId,
    afterUserId: after,
    limit: PAGE,
  });
  for (const { userId } of page) await rewriteCompGrants(ctx, { userId });
  const last = page.at(-1);
  if (page.length < PAGE || !last) return commit(ctx.db, [settleOwed(ctx.db, owed)]);
  await commit(ctx.db, [saveWalk(ctx.db, owed, JSON.stringify({ run, after: last.userId }))]);
  await askForWork(ctx, input);
}
