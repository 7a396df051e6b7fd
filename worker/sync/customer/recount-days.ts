import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { listChangedDays } from "../../purchases/mrr/record-mrr.ts";
import {
  listMovementsOfCustomers,
  listStepsOfCustomers,
  replaceMovements,
} from "../../purchases/mrr/store.ts";
import { toMovements } from "../../purchases/mrr/to-movements.ts";
import { recordUpcomingRenewals } from "../../purchases/totals/renewals.ts";
import { countStaleDays, markAllDaysStale, markDaysStale } from "../../purchases/totals/store.ts";
import { updateTotalsForView } from "../../purchases/totals/update-daily-totals.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { assertTimeZone, isTimeZoneError } from "../../settings/store.ts";
import { defineCursor } from "../cursors/store.ts";
import { assertNoSync, isSyncInProgressError, listWithMovements } from "./store.ts";

const CUSTOMERS_PER_BATCH = 100;
/** The next run, five minutes later, goes on. */
const BATCHES_PER_RUN = 100;
/** As much as a person waits for. */
const BATCHES_PER_VIEW = 5;

/**
 * In which time zone the figures are counted. `after`: the last Stripe customer whose movements of MRR are; null when
 * all are.
 */
type RecountState = { timeZone: string; after: string | null };

const cursor = defineCursor<RecountState>("days");

/**
 * Runs every five minutes: after the shop's time zone was changed, marks all days as stale, and computes the movements of
 * MRR of every Stripe customer again. `updateDailyTotals` then computes the totals. A customer's movements change while
 * none of their syncs runs, so a sync that read the zone before the change is never the last to write.
 * @returns whether all movements are counted in the shop's time zone
 */
export async function recountDays(ctx: Ctx, batches: number = BATCHES_PER_RUN): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  const { timeZone, toDay } = await openShopCalendar(ctx);
  let state = (await cursor.read(ctx)) ?? { timeZone: "UTC", after: null };
  try {
    if (state.timeZone !== timeZone) {
      state = { timeZone, after: "" };
      await commit(ctx.db, [
        assertTimeZone(timeZone),
        cursor.save(ctx, state),
        markAllDaysStale(mode),
      ]);
      logEvent("info", "figures.recount_started", { timeZone }, ctx);
    }
    for (let batch = 0; batch < batches && state.after !== null; batch++) {
      const rows = await listWithMovements(ctx.db, {
        mode,
        after: state.after,
        limit: CUSTOMERS_PER_BATCH,
      });
      const last = rows.at(-1);
      const next: RecountState = { timeZone, after: last?.id ?? null };
      await commit(ctx.db, [
        assertTimeZone(timeZone),
        ...cursor.replace(ctx, state, next),
        ...(last ? await moveMovements(ctx, rows, toDay) : []),
      ]);
      state = next;
      if (!last) await recordUpcomingRenewals(ctx);
    }
  } catch (error) {
    // Another worker goes on, the zone was changed again, or a customer is being synced: the next run tries again.
    if (!isSyncInProgressError(error) && !isTimeZoneError(error) && !cursor.isReplaced(error))
      throw error;
    return false;
  }
  return state.after === null;
}

/** Returns the writes that put the movements of these customers on the days that they belong to. */
async function moveMovements(
  ctx: Ctx,
  rows: Awaited<ReturnType<typeof listWithMovements>>,
  toDay: (at: number) => string,
) {
  const { mode } = ctx.config.stripe;
  const ids = rows.map(({ id }) => id);
  const [steps, before] = await Promise.all([
    listStepsOfCustomers(ctx.db, ids),
    listMovementsOfCustomers(ctx.db, ids),
  ]);
  const stepsOf = Map.groupBy(steps, ({ customerId }) => customerId);
  const after = ids.flatMap((customerId) =>
    toMovements({ mode, customerId }, stepsOf.get(customerId) ?? [], toDay),
  );
  return [
    assertNoSync(ctx.db, [...new Set(rows.map(({ userId }) => userId))], ctx.now),
    ...replaceMovements(ctx.db, ids, after),
    markDaysStale(ctx.db, mode, listChangedDays(before, after)),
  ];
}

/**
 * Does what a person waits for before they see figures.
 * @returns how many days are still to be counted, and null if none are: the figures are up to date
 */
export async function recountForView(ctx: Ctx): Promise<{ days: number } | null> {
  const isCounted = await recountDays(ctx, BATCHES_PER_VIEW);
  await updateTotalsForView(ctx);
  const days = await countStaleDays(ctx.db, ctx.config.stripe.mode);
  return isCounted && days === 0 ? null : { days };
}
