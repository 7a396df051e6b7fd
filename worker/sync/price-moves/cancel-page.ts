import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { queuePriceChangeEmails } from "../../mail/queue-price-change-emails.ts";
import {
  listPlannedSubscriptions,
  updateMovedSubscription,
  updatePriceMove,
  type PriceMoveRow,
} from "../../purchases/price-moves/store.ts";

/** Subscriptions per page. Each takes up to two statements of one batch. */
const PAGE = 40;

/**
 * Releases the next subscriptions of a canceled move, and tells those who were told of it that their price stays.
 * @returns whether there are more
 */
export async function cancelPriceMovePage(ctx: Ctx, move: PriceMoveRow): Promise<boolean> {
  const page = await listPlannedSubscriptions(ctx.db, move.id, PAGE);
  const isLast = page.length < PAGE;
  const emails = queuePriceChangeEmails(ctx, {
    kind: "price_change_canceled",
    move,
    recipients: page,
  });
  await commit(ctx.db, [
    ...page.map(({ subscriptionId }) =>
      updateMovedSubscription(
        ctx.db,
        { moveId: move.id, subscriptionId },
        { state: "canceled", updatedAt: ctx.now },
      ),
    ),
    ...emails,
    ...(isLast ? [updatePriceMove(ctx.db, move.id, { status: "canceled", endedAt: ctx.now })] : []),
  ]);
  return !isLast;
}
