import type { Ctx } from "../../context.ts";
import { findPrice } from "../../catalog/store.ts";
import { commit } from "../../db/client.ts";
import { queuePriceChangeEmails } from "../../email/queue-emails.ts";
import { findLeftOutReason, nextLookAt } from "../../purchases/price-moves/rules.ts";
import {
  insertMovedSubscriptions,
  listSubscriptionsWithPrice,
  requirePriceMoveStatus,
  updatePriceMove,
  type PriceMoveRow,
} from "../../purchases/price-moves/store.ts";

/** Subscriptions per page. Each takes up to two statements of one batch. */
const PAGE = 40;

/**
 * Lists the next subscribers of the old price in the move, with the reason of those who are left out, and queues the
 * notice to the others. All in one batch: a subscriber is listed and emailed, or neither.
 */
export async function planPriceMovePage(ctx: Ctx, move: PriceMoveRow): Promise<void> {
  const { mode, productId, notBefore } = move;
  const from = await findPrice(ctx.db, move.fromPriceId);
  const page = await listSubscriptionsWithPrice(ctx.db, {
    mode,
    productId,
    stripePriceId: from?.price.stripePriceId ?? "",
    afterId: move.plannedAfter,
    limit: PAGE,
  });
  const rows = page.map(({ subscription }) => {
    const reason = findLeftOutReason(subscription);
    return {
      moveId: move.id,
      subscriptionId: subscription.id,
      state: reason === null ? ("planned" as const) : ("left_out" as const),
      reason,
      nextAttemptAt: nextLookAt(subscription, { notBefore, now: ctx.now }),
      attempts: 0,
      error: null,
      updatedAt: ctx.now,
    };
  });
  const planned = page.filter((_, index) => rows[index]?.state === "planned");
  const emails = queuePriceChangeEmails(ctx, {
    kind: "price_change",
    move,
    recipients: planned.map(({ subscription }) => ({
      subscriptionId: subscription.id,
      userId: subscription.userId,
    })),
  });
  const last = page.at(-1)?.subscription.id;
  await commit(ctx.db, [
    requirePriceMoveStatus(move.id, "planning"),
    ...insertMovedSubscriptions(ctx.db, rows),
    ...emails,
    page.length < PAGE || last === undefined
      ? updatePriceMove(ctx.db, move.id, { status: "running" })
      : updatePriceMove(ctx.db, move.id, { plannedAfter: last }),
  ]);
}
