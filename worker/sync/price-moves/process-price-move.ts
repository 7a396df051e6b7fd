import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import {
  findPriceMove,
  listDuePriceMoveIds,
  listPlannedSubscriptions,
  updatePriceMove,
  type PriceMoveRow,
  updateMovedSubscription,
} from "../../purchases/price-moves/store.ts";
import { moveDueSubscriptions } from "./move-due-subscriptions.ts";
import { planPriceMovePage } from "./plan-page.ts";
import { queuePriceChangeEmails } from "../../email/queue-emails.ts";

/**
 * Processes one page of a price move and enqueues the next. Each page can be repeated, also at the same time by two
 * workers, so a lost or doubled message changes nothing.
 */
export async function processPriceMove(ctx: Ctx, input: { priceMoveId: string }): Promise<void> {
  const move = await findPriceMove(ctx.db, input.priceMoveId);
  if (!move || move.mode !== ctx.config.stripe.mode) return;
  if (await processPage(ctx, move)) await ctx.syncQueue.send(input);
}

/** @returns whether there is more to do now */
async function processPage(ctx: Ctx, move: PriceMoveRow): Promise<boolean> {
  switch (move.status) {
    case "planning":
      await planPriceMovePage(ctx, move);
      return true;
    case "canceling":
      return cancelPriceMovePage(ctx, move);
    case "running": {
      if (await moveDueSubscriptions(ctx, move)) return true;
      if ((await listPlannedSubscriptions(ctx.db, move.id, 1)).length === 0)
        await commit(ctx.db, [
          updatePriceMove(ctx.db, move.id, { status: "finished", endedAt: ctx.now }),
        ]);
      return false;
    }
    default:
      return false;
  }
}

/** Enqueues every price move with work to do. Run by cron, which also makes up for lost messages. */
export async function enqueuePriceMoves(ctx: Ctx): Promise<void> {
  const ids = await listDuePriceMoveIds(ctx.db, { mode: ctx.config.stripe.mode, now: ctx.now });
  for (const priceMoveId of ids) await ctx.syncQueue.send({ priceMoveId });
}

/** Subscriptions per page. Each takes up to two statements of one batch. */
const PAGE = 40;

/**
 * Releases the next subscriptions of a canceled move, and emails those who got the notice that their price stays.
 * @returns whether there are more
 */
async function cancelPriceMovePage(ctx: Ctx, move: PriceMoveRow): Promise<boolean> {
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
