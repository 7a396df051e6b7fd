import type { Ctx } from "./context.ts";
import { commit } from "./db/client.ts";
import { logEvent } from "./lib/log.ts";
import { HOUR, MINUTE } from "./lib/time.ts";
import { requeueProducts } from "./sync/catalog/sync-product.ts";
import { requeueCustomers } from "./sync/customer/enqueue-dirty-customers.ts";
import { sendMails } from "./mail/send-queued-emails.ts";
import { rememberChanges } from "./admin/overview/starts-and-ends.ts";
import { noteStand } from "./admin/overview/mrr-snapshot.ts";
import { addUpPayments } from "./purchases/payments/update-daily-totals.ts";
import { forgetExpired } from "./identity/sign-in/delete-expired-sign-in-data.ts";
import { backfillEvents, resumeBackfill } from "./sync/sweeps/backfill-events.ts";
import { noteMoment } from "./sync/health/health-signals.ts";
import { resumeRebuild } from "./sync/sweeps/rebuild.ts";
import { resumeSweep, runSweep } from "./sync/sweeps/run-sweep.ts";
import { findCursor, putCursor } from "./sync/health/store.ts";

/** Pages that one run walks: well within the calls that one invocation may make. */
const PAGES_PER_RUN = 40;
const REBUILD_STEPS_PER_RUN = 4;

const HOURLY = "17 * * * *";
const NIGHTLY = "23 3 * * *";

/**
 * The clockwork: hourly the backfill of events, nightly a sweep, and every five minutes what was left over (dirty
 * customers, what is owed for products, lapsed periods, a sweep, backfill or rebuild that was cut short), the mails that
 * are due and the overview's totals. Each notes that it has run.
 * @param cron the expression of wrangler.toml that fired
 */
export async function runCron(ctx: Ctx, cron: string): Promise<void> {
  switch (cron) {
    case HOURLY:
      logEvent("info", "backfill.run", await backfillEvents(ctx));
      return noteMoment(ctx, "cron_hourly");
    case NIGHTLY:
      await forgetExpired(ctx);
      await rememberChanges(ctx);
      await noteStand(ctx);
      report(await runSweep(ctx, { pages: PAGES_PER_RUN }));
      return noteMoment(ctx, "cron_nightly");
    default: {
      await requeueNext(ctx);
      await requeueProducts(ctx);
      await sendMails(ctx);
      await addUpPayments(ctx);
      if (isLastOfHour(ctx.now)) await noteStand(ctx);
      const resumed = await resumeSweep(ctx, { pages: PAGES_PER_RUN });
      if (resumed) report(resumed);
      await resumeBackfill(ctx);
      await resumeRebuild(ctx, { steps: REBUILD_STEPS_PER_RUN });
      await noteMoment(ctx, "cron_frequent");
    }
  }
}

/** Goes on where the last run stopped, and around: however many cannot be synced, nobody waits behind them for ever. */
async function requeueNext(ctx: Ctx): Promise<void> {
  const name = `requeue:${ctx.config.stripe.mode}`;
  const after = (await findCursor(ctx.db, name))?.value ?? "";
  const value = (await requeueCustomers(ctx, { after })).last ?? "";
  if (value !== after)
    await commit(ctx.db, [putCursor(ctx.db, { name, value, updatedAt: ctx.now })]);
}

/** Whether the next run is in another hour: the last one of a day notes how the day ended. */
function isLastOfHour(now: number): boolean {
  return now % HOUR >= HOUR - 5 * MINUTE;
}

function report({ state, sweep }: Awaited<ReturnType<typeof runSweep>>): void {
  const { id, checked, drifted } = sweep;
  logEvent(drifted > 0 ? "error" : "info", `sweep.${state}`, { id, checked, drifted });
}
