import type { Ctx } from "../../context.ts";
import { findPrice } from "../../catalog/store.ts";
import { commit } from "../../db/client.ts";
import { queuePriceChangeEmails } from "../../email/queue-emails.ts";
import { findByTopic, findRules } from "../../law/rules.ts";
import { toUtcDay } from "../../lib/time.ts";
import { readCountries } from "../../purchases/payments/store-countries.ts";
import { planNotice, type NoticeDays } from "../../purchases/price-moves/plan-notice.ts";
import { findLeftOutReason, nextLookAt } from "../../purchases/price-moves/rules.ts";
import {
  insertMovedSubscriptions,
  listSubscriptionsWithPrice,
  requirePriceMoveStatus,
  updatePriceMove,
  type PriceMoveRow,
} from "../../purchases/price-moves/store.ts";
import { lawSettings } from "../../settings/law-settings.ts";

/** Subscriptions per page. Each takes up to two statements of one batch. */
const PAGE = 40;

/**
 * Lists the next subscribers of the old price in the move, with the reason of those who are left out, and queues the
 * notice to the others, when the law of their country lets it come. All in one batch: a subscriber is listed and
 * emailed, or neither. Who hears of it from the team has the seller's notice only.
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
  const findOwed = move.sendsEmails ? await readNoticeRules(ctx, page) : () => [];
  const plans = page.map(({ subscription, item }) => {
    const owed = findOwed(subscription);
    return planNotice({ ...item, ...subscription }, { notBefore, now: ctx.now, owed });
  });
  const rows = page.map(({ subscription }, index) => {
    const reason = findLeftOutReason(subscription);
    const { notBefore } = plans[index]!;
    return {
      moveId: move.id,
      subscriptionId: subscription.id,
      state: reason === null ? ("planned" as const) : ("left_out" as const),
      reason,
      notBefore,
      nextAttemptAt: nextLookAt(subscription, { notBefore, now: ctx.now }),
      attempts: 0,
      error: null,
      updatedAt: ctx.now,
    };
  });
  const planned = page.flatMap(({ subscription: { id, userId } }, index) =>
    rows[index]!.state === "planned"
      ? [{ subscriptionId: id, userId, emailAt: plans[index]!.emailAt }]
      : [],
  );
  const emails = queuePriceChangeEmails(ctx, {
    kind: "price_change",
    move,
    recipients: planned,
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

/** Returns how to find what the law of a subscriber's country says about the notice; of all places sold to, if unknown. */
async function readNoticeRules(
  ctx: Ctx,
  page: Awaited<ReturnType<typeof listSubscriptionsWithPrice>>,
) {
  const subscriptions = page.map(({ subscription }) => subscription);
  const [{ buyers }, findCountry] = await Promise.all([
    lawSettings.read(ctx),
    readCountries(ctx.db, ctx.config.stripe.mode, subscriptions),
  ]);
  return (subscription: (typeof subscriptions)[number]): NoticeDays[] => {
    const country = findCountry(subscription);
    const market = { seller: null, buyers: country === "" ? buyers : [country] };
    const found = findRules({ ...market, on: toUtcDay(ctx.now) });
    return findByTopic(found, "price_change_notice").map(({ days }) => days);
  };
}
