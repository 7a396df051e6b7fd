import type { Ctx } from "./context.ts";
import { commit } from "./db/client.ts";
import { logEvent, logFailure } from "./lib/log.ts";
import { HOUR, MINUTE } from "./lib/time.ts";
import { repeatWhileTransient } from "./db/transient-errors.ts";
import { isStripeFailure } from "./stripe/classify-error.ts";
import { enqueuePendingProducts } from "./sync/catalog/sync-product.ts";
import { matchPendingEvents } from "./sync/customer/match-events.ts";
import { enqueuePriceMoves } from "./sync/price-moves/process-price-move.ts";
import { enqueueDirtyCustomers } from "./sync/customer/enqueue-dirty-customers.ts";
import type { OldRows } from "./db/old-rows.ts";
import { oldNotifications } from "./email/team/store.ts";
import { queueTeamEmails } from "./email/team/queue-team-emails.ts";
import { unusedClaims } from "./claims/store.ts";
import { expiredAnswers } from "./identity/keys/store-idempotency.ts";
import { expiredSignInRows } from "./identity/sign-in/store.ts";
import { recheckSeatDomains } from "./seats/seat-domains.ts";
import { processDueStatements } from "./statements/process-statement.ts";
import { remindOfStatements } from "./statements/remind-team.ts";
import { unmatchedStatements } from "./law/statements/store.ts";
import { oldRenderedMarkdown } from "./markdown/store.ts";
import { expiredLinks } from "./purchases/checkout/store-links.ts";
import { recordUpcomingRenewals } from "./purchases/totals/renewals.ts";
import { recordSubscriptionCounts } from "./purchases/totals/subscription-counts.ts";
import { updateCustomerFigures } from "./purchases/customer-figures/update-customer-figures.ts";
import { updateDailyTotals } from "./purchases/totals/update-daily-totals.ts";
import { backfillEvents, resumeBackfill } from "./sync/sweeps/backfill-events.ts";
import { insertFeedTime } from "./feed/store.ts";
import { eraseArchivedEvents } from "./feed/archive/erase-archived.ts";
import { recordEndedAccess } from "./sync/feed/record-ended-access.ts";
import { archiveFeed } from "./sync/feed/archive-feed.ts";
import { continueFeedWalk, startFeedWalk } from "./sync/feed/walk-feed.ts";
import { watchWebhooks } from "./sync/health/watch-webhooks.ts";
import { keepSignal, recordOrigin, type HealthSignal } from "./sync/health/health-signals.ts";
import { continueRemoval, removeOldRows } from "./sync/health/remove-old-rows.ts";
import { saveStepFailures, type ScheduledJob } from "./sync/health/step-failures.ts";
import { movePayloads } from "./sync/inbox/move-payloads.ts";
import { recountDays } from "./sync/customer/recount-days.ts";
import { packPayments } from "./sync/customer/pack-payments.ts";
import { checkForRelease } from "./sync/health/newer-release.ts";
import { watchShop } from "./sync/watch/watch-shop.ts";
import { removeOldPayloads } from "./sync/inbox/remove-old-payloads.ts";
import { oldEvents } from "./sync/inbox/store.ts";
import { mirrorPayouts } from "./sync/sweeps/mirror-payouts.ts";
import { recoverMissedCheckouts } from "./sync/sweeps/recover-missed-checkouts.ts";
import { beginSweep, resumeJob } from "./sync/sweeps/continue-job.ts";
import { reencryptSecrets } from "./webhooks/reencrypt-secrets.ts";
import { oldDeliveries } from "./webhooks/store-deliveries.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";
import { findCursor, upsertCursor } from "./sync/cursors/store.ts";

/** Pages of the nightly sweep that its run walks. Messages continue it. */
const SWEEP_PAGES = 40;
const FEED_PAGES_PER_RUN = 20;
const ERASED_CHUNKS_PER_RUN = 40;

const HOURLY = "17 * * * *";
const NIGHTLY = "23 3 * * *";

type Steps = Record<string, (ctx: Ctx) => Promise<unknown>>;

/** What is removed some time after it happened. */
export const oldRows: OldRows[] = [
  ...expiredSignInRows,
  ...oldDeliveries,
  unusedClaims,
  expiredLinks,
  expiredAnswers,
  oldRenderedMarkdown,
  oldNotifications,
  oldEvents,
  unmatchedStatements,
];

const hourly: Steps = {
  recordOrigin,
  // Hourly, so that a leaked AUTH_SECRET need not stay in place until the next night.
  reencryptSecrets,
  backfillEvents: async (ctx) => logEvent("info", "backfill.run", await backfillEvents(ctx), ctx),
  mirrorPayouts: async (ctx) => logEvent("info", "payouts.mirrored", await mirrorPayouts(ctx), ctx),
};

const nightly: Steps = {
  removeOldRows: (ctx) => removeOldRows(ctx, oldRows),
  removeOldPayloads,
  recordSubscriptionCounts,
  recordUpcomingRenewals,
  runSweep: (ctx) => beginSweep(ctx, { pages: SWEEP_PAGES, kind: "recent" }),
  remindOfStatements,
  // Loaded when it runs: no request needs it.
  queueRenewalNotices: async (ctx) =>
    (await import("./email/queue-renewal-notices.ts")).queueRenewalNotices(ctx),
  recheckSeatDomains,
  startFeedWalk,
  recordFeedTime: (ctx) => commit(ctx.db, [insertFeedTime(ctx.now)]),
  checkForRelease,
};

const frequent: Steps = {
  recoverMissedCheckouts,
  enqueueNextDirtyCustomers,
  matchEvents,
  enqueuePendingProducts,
  enqueuePriceMoves,
  recordEndedAccess,
  watchWebhooks,
  processDueStatements,
  queueTeamEmails,
  // Loaded when it runs: few requests need it.
  continueMessages: async (ctx) =>
    (await import("./admin/messages/send-message.ts")).continueMessages(ctx),
  // Loaded when it runs: no request needs it.
  remindOfCheckouts: async (ctx) =>
    (await import("./checkout/remind-of-checkouts.ts")).remindOfCheckouts(ctx),
  sendQueuedEmails: (ctx) => resumeJob(ctx, "emails"),
  sendGiftEmails: async (ctx) =>
    (await import("./gifts/send-gift-emails.ts")).sendDueGiftEmails(ctx),
  // Loaded when it runs: no request needs it.
  removeUnpaidGuests: async (ctx) =>
    (await import("./guests/remove-unpaid-guests.ts")).removeUnpaidGuests(ctx),
  recountDays: (ctx) => recountDays(ctx),
  updateDailyTotals: (ctx) => updateDailyTotals(ctx),
  updateCustomerFigures: (ctx) => updateCustomerFigures(ctx),
  recordHourlyFigures,
  resumeSweep: (ctx) => resumeJob(ctx, "sweep"),
  resumeBackfill,
  continueRemoval: (ctx) => continueRemoval(ctx, oldRows),
  resumeRebuild: (ctx) => resumeJob(ctx, "rebuild"),
  continueFeedWalk: (ctx) => continueFeedWalk(ctx, { pages: FEED_PAGES_PER_RUN }),
  archiveFeed,
  eraseArchivedEvents: (ctx) => eraseArchivedEvents(ctx, { chunks: ERASED_CHUNKS_PER_RUN }),
  movePayloads,
  packPayments: (ctx) => packPayments(ctx),
  enqueueWebhooks,
  watchShop,
};

const jobs: Record<ScheduledJob, Steps> = {
  cron_frequent: frequent,
  cron_hourly: hourly,
  cron_nightly: nightly,
};

/**
 * Runs one scheduled job. Each step is safe to repeat. The list of steps is the job.
 * @param cron the expression from wrangler.toml that fired
 * @throws after all steps, if any of them failed
 */
export function runCron(ctx: Ctx, cron: string): Promise<void> {
  const job = nameJob(cron);
  return runSteps(ctx, job, jobs[job]);
}

/** Returns the scheduled job of an expression. */
export function nameJob(cron: string): ScheduledJob {
  if (cron === HOURLY) return "cron_hourly";
  return cron === NIGHTLY ? "cron_nightly" : "cron_frequent";
}

/**
 * Runs every step, whatever the others do, and records that all succeeded, or which did not and why. A step that D1 failed
 * is repeated at once.
 */
async function runSteps(ctx: Ctx, job: ScheduledJob, steps: Steps): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const [step, run] of Object.entries(steps)) {
    try {
      await repeatWhileTransient(ctx, () => run(ctx));
    } catch (error) {
      logFailure(ctx, "cron.step_failed", error, { step });
      failures.set(step, error);
    }
  }
  await repeatWhileTransient(ctx, async () =>
    commit(ctx.db, [
      keepSignal(ctx, chooseSignal(job, [...failures.values()])),
      ...(await saveStepFailures(ctx, job, failures)),
    ]),
  );
  if (failures.size > 0)
    throw new Error(`Steps of ${job} failed: ${[...failures.keys()].join(", ")}`);
}

function chooseSignal(job: ScheduledJob, failures: unknown[]): HealthSignal {
  if (failures.length === 0) return job;
  return failures.every(isStripeFailure) ? "cron_without_stripe" : "cron_step_failed";
}

/**
 * Enqueues from where the last run stopped and wraps around at the end, so customers whose sync keeps failing never
 * block the others.
 */
async function enqueueNextDirtyCustomers(ctx: Ctx): Promise<void> {
  const name = `requeue:${ctx.config.stripe.mode}`;
  const after = (await findCursor(ctx.db, name))?.value ?? "";
  const value = (await enqueueDirtyCustomers(ctx, { after })).last ?? "";
  if (value !== after)
    await commit(ctx.db, [upsertCursor(ctx.db, { name, value, updatedAt: ctx.now })]);
}

async function matchEvents(ctx: Ctx): Promise<void> {
  const { matched, ignored, postponed } = await matchPendingEvents(ctx);
  if (matched + ignored + postponed > 0)
    logEvent(
      postponed > 0 ? "error" : "info",
      "events.matched",
      { matched, ignored, postponed },
      ctx,
    );
}

/** Figures that take too long to count on each view of the overview. */
async function recordHourlyFigures(ctx: Ctx): Promise<void> {
  if (!isLastRunOfHour(ctx.now)) return;
  await recordSubscriptionCounts(ctx);
  await recordUpcomingRenewals(ctx);
}

/** Whether this is the last run of the hour. The last run of a day records that day's final counts. */
function isLastRunOfHour(now: number): boolean {
  return now % HOUR >= HOUR - 5 * MINUTE;
}
