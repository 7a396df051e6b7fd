import type { CronOptions } from "../options.ts";
import { findNextRun, parseSchedule, type Schedule } from "./schedule.ts";

const timeoutMs = 120_000;

/** One run of a scheduled job. `status` is null if the shop did not answer. */
export interface CronRun {
  cron: string;
  /** Unix seconds, by the shop's time. */
  at: number;
  status: number | null;
  error: string | null;
}

/** The shop's scheduled jobs. On Cloudflare, cron triggers start them. */
export interface Cron {
  readonly expressions: readonly string[];
  /** Runs a job now, and waits until it has ended. */
  run(expression: string): Promise<CronRun>;
  /**
   * Runs each job once that was due later than `after` and not later than `until` (Unix seconds). Leaves out a job that
   * was last due less than `gapSeconds` before, except the most frequent one.
   */
  runDue(after: number, until: number, gapSeconds?: number): Promise<void>;
  /** Returns the time (Unix seconds) by which every job will have run again. */
  findNextRound(after: number): number;
  /** Returns the latest run of a job since the sandbox started. */
  findLatestRun(expression: string): CronRun | undefined;
}

/** @param now returns the shop's time, in Unix seconds */
export function createCron({ url, expressions }: CronOptions, now: () => number): Cron {
  const schedules = expressions.map(parseSchedule);
  const [mostFrequent] = schedules.toSorted(
    (one, two) => countRunsPerDay(two) - countRunsPerDay(one),
  );
  const latest = new Map<string, CronRun>();
  /** When each job was last due. It may have started later, and still is due again after the same time. */
  const latestDue = new Map<string, number>();

  async function run(expression: string): Promise<CronRun> {
    const result = { cron: expression, at: now(), ...(await callShop(url, expression)) };
    latest.set(expression, result);
    return result;
  }

  return {
    expressions,
    run,
    async runDue(after, until, gapSeconds = 0) {
      const due = schedules
        .map((schedule) => ({ schedule, at: findNextRun(schedule, after) }))
        .filter(({ at }) => at <= until)
        .filter(
          ({ schedule, at }) =>
            schedule === mostFrequent ||
            at - (latestDue.get(schedule.expression) ?? 0) >= gapSeconds,
        )
        .toSorted((one, two) => one.at - two.at);
      for (const { schedule, at } of due) {
        latestDue.set(schedule.expression, at);
        await run(schedule.expression);
      }
    },
    findNextRound: (after) =>
      Math.max(...schedules.map((schedule) => findNextRun(schedule, after))),
    findLatestRun: (expression) => latest.get(expression),
  };
}

const countRunsPerDay = ({ minutes, hours }: Schedule) => minutes.size * hours.size;

async function callShop(
  url: string,
  expression: string,
): Promise<Pick<CronRun, "status" | "error">> {
  try {
    const response = await fetch(`${url}?${new URLSearchParams({ cron: expression })}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, error: response.ok ? null : text.slice(0, 200) };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
