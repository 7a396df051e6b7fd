import type { Ctx } from "../../context.ts";
import { readWithSize } from "../../db/client.ts";
import type { ShopProblem } from "../../db/schema/notifications.ts";
import { readOutboxState } from "../../email/store-state.ts";
import { MINUTE } from "../../lib/time.ts";
import { findLatePayloads } from "../inbox/move-payloads.ts";
import { countDeadEvents, selectOldestWaitingTime } from "../inbox/store-waiting.ts";
import { REMOVAL_LATE_MS, showBacklog } from "../health/remove-old-rows.ts";
import { listStepFailures, scheduledJobs, type ScheduledJob } from "../health/step-failures.ts";
import { findStall } from "../health/watch-webhooks.ts";

/** The largest database that D1 allows. Nobody can enlarge it. */
export const MAX_DATABASE_BYTES = 10_000_000_000;
/** The parts of it at which the team is told. */
export const FILLING = 0.6;
export const NEARLY_FULL = 0.8;

/** A sync takes seconds, and its retries minutes. */
const SYNCS_LATE_MS = 30 * MINUTE;
/** Cron sends what is due every five minutes. */
export const EMAILS_LATE_MS = 30 * MINUTE;
/** So many of the latest emails are not one wrong address. */
const MANY_REJECTED = 5;
/** A step that failed in fewer runs may succeed in the next one. */
const RUNS_THAT_FAIL: Record<ScheduledJob, number> = {
  cron_frequent: 3,
  cron_hourly: 2,
  cron_nightly: 2,
};
/** Limits the rows that are read. */
const COUNT_LIMIT = 100;

/**
 * Something that is wrong with the shop itself, not with one customer.
 * @property since in Unix milliseconds
 * @property names of the steps that fail, or of the old rows that are left
 * @property count of dead events or rejected emails
 * @property bytes of the database
 */
export type Problem = {
  code: ShopProblem;
  since: number;
  names?: string[];
  count?: number;
  bytes?: number;
};

/**
 * Looks for everything that is wrong, except that cron is late: it is cron that looks. Reads few rows while nothing is
 * wrong. The size of the database comes with the answer to one of the queries.
 * @returns also since when the oldest event and the oldest due email wait, in Unix milliseconds; now if none does
 */
export async function findProblems(
  ctx: Ctx,
): Promise<{ problems: Problem[]; databaseBytes: number; eventSince: number; emailSince: number }> {
  const { db, now } = ctx;
  const [{ rows, databaseBytes }, dead, stalledSince, emails, backlog, payloads, steps] =
    await Promise.all([
      readWithSize<{ at: number | null }>(db, selectOldestWaitingTime(COUNT_LIMIT)),
      countDeadEvents(db, ctx.config.stripe.mode, COUNT_LIMIT),
      findStall(ctx),
      readOutboxState(db),
      showBacklog(ctx),
      findLatePayloads(ctx),
      listFailingSteps(ctx),
    ]);
  const problems: Problem[] = [];
  const waitingSince = rows[0]?.at ?? null;
  if (waitingSince !== null && waitingSince < now - SYNCS_LATE_MS)
    problems.push({ code: "syncs_late", since: waitingSince });
  if (dead > 0) problems.push({ code: "events_dead", since: now, count: dead });
  if (stalledSince !== null) problems.push({ code: "webhooks_stopped", since: stalledSince });
  for (const [code, isOfStripe] of [
    ["jobs_failing", false],
    ["stripe_unavailable", true],
  ] as const) {
    const failing = steps.filter((step) => step.isOfStripe === isOfStripe);
    if (failing.length > 0)
      problems.push({
        code,
        since: Math.min(...failing.map(({ since }) => since)),
        names: failing.map(({ step }) => step),
      });
  }
  if (ctx.config.auth.emailSender && emails.dueSince !== null)
    if (emails.dueSince < now - EMAILS_LATE_MS)
      problems.push({ code: "emails_late", since: emails.dueSince });
  if (emails.rejected >= MANY_REJECTED)
    problems.push({ code: "emails_rejected", since: now, count: emails.rejected });
  problems.push(...judgeSize(now, databaseBytes));
  const late = backlog.filter(({ dueSince }) => dueSince < now - REMOVAL_LATE_MS);
  const kept = [
    ...late.map(({ name, dueSince }) => ({ name, since: dueSince })),
    ...(payloads ? [{ name: "payloads of Stripe events", since: payloads.since }] : []),
  ];
  if (kept.length > 0)
    problems.push({
      code: "old_data_kept",
      since: Math.min(...kept.map(({ since }) => since)),
      names: kept.map(({ name }) => name),
    });
  const [eventSince, emailSince] = [waitingSince ?? now, emails.dueSince ?? now];
  return { problems, databaseBytes, eventSince, emailSince };
}

/** Returns the steps that have failed in so many runs that the next one will hardly succeed. */
export async function listFailingSteps(ctx: Ctx) {
  const ofJobs = await Promise.all(
    scheduledJobs.map(async (job) =>
      (await listStepFailures(ctx, job)).filter(({ runs }) => runs >= RUNS_THAT_FAIL[job]),
    ),
  );
  return ofJobs.flat();
}

/** Whether the size of the database is a problem. A nearly full database is filling, too. */
function judgeSize(now: number, bytes: number): Problem[] {
  const limits = [
    ["database_filling", FILLING],
    ["database_nearly_full", NEARLY_FULL],
  ] as const;
  return limits.flatMap(([code, part]) =>
    bytes >= part * MAX_DATABASE_BYTES ? [{ code, since: now, bytes }] : [],
  );
}
