import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { isStripeDown } from "../../stripe/classify-error.ts";
import { defineCursor } from "../cursors/store.ts";

/** The scheduled jobs. Each is a list of steps in `worker/run-cron.ts`. */
export const scheduledJobs = ["cron_frequent", "cron_hourly", "cron_nightly"] as const;
export type ScheduledJob = (typeof scheduledJobs)[number];

/**
 * A step of a scheduled job that failed in its latest run.
 * @property since when it failed first, in Unix milliseconds; it has not succeeded since
 * @property runs how many runs in a row it failed in
 * @property isOfStripe whether Stripe was down the last time
 */
export type StepFailure = { step: string; since: number; runs: number; isOfStripe: boolean };

const cursors = {
  cron_frequent: defineCursor<StepFailure[]>("failed-steps-frequent"),
  cron_hourly: defineCursor<StepFailure[]>("failed-steps-hourly"),
  cron_nightly: defineCursor<StepFailure[]>("failed-steps-nightly"),
} satisfies Record<ScheduledJob, unknown>;

/** Returns the steps that failed in the latest run of a job. */
export const listStepFailures = async (ctx: Ctx, job: ScheduledJob): Promise<StepFailure[]> =>
  (await cursors[job].read(ctx)) ?? [];

/** Returns the write that saves which steps failed in this run: none if none failed, and none did before. */
export async function saveStepFailures(
  ctx: Ctx,
  job: ScheduledJob,
  failures: ReadonlyMap<string, unknown>,
): Promise<Statement[]> {
  const before = await listStepFailures(ctx, job);
  if (before.length === 0 && failures.size === 0) return [];
  const now = [...failures].map(([step, error]): StepFailure => {
    const earlier = before.find((failure) => failure.step === step);
    return {
      step,
      since: earlier?.since ?? ctx.now,
      runs: (earlier?.runs ?? 0) + 1,
      isOfStripe: isStripeDown(error),
    };
  });
  return [cursors[job].save(ctx, now)];
}
