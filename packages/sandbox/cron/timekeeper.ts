import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "../stripe/account.ts";
import type { StandIn } from "../stripe/stand-in.ts";
import type { Activity } from "./activity.ts";
import type { CronOptions } from "../options.ts";
import { createCron, type Cron } from "./cron.ts";

const tickMs = 1_000;
/** How long the shop must be quiet after webhooks, and after scheduled jobs alone. */
const quietAfterWebhooksMs = 150;
const quietAfterJobsMs = 20;
const atWorkMs = 500;
/** In a long time that passes, the jobs that only look for what was missed run once a week. */
const longSeconds = 32 * 86_400;
const weekSeconds = 7 * 86_400;
/**
 * In a very long time, a shop with many subscriptions would take a quarter of an hour, so it sees each day at its end.
 */
const veryLongSeconds = 100 * 86_400;
const daySeconds = 86_400;

/** How long a step may make a visitor wait, how long time stands still after one, and how long in all. */
const visitWaitMs = 3_000;
const visitQuietMs = 400;
const visitHoldMs = 5_000;
/** How long time stands still for somebody on Stripe's payment page. */
const payingMs = 60_000;

/** Keeps the time of the shop: starts its scheduled jobs on time, and lets time pass. */
export interface Timekeeper {
  /** Null if the sandbox was started without the URL of the shop's scheduled jobs. */
  readonly cron: Cron | null;
  /** Returns until when time is being passed (Unix seconds); null if it isn't. */
  findTarget(): number | null;
  /**
   * Lets time pass on an account's clock. Without scheduled jobs, and for other accounts than the shop's, it jumps. The
   * time of the shop moves in steps: to whatever Stripe does next, or the next round of scheduled jobs. After each
   * step, webhooks are delivered, due jobs run, and the shop gets the time to finish its work, so that it sees every
   * moment in order. In more than a month, all jobs but the most frequent one run once a week. In more than 100 days,
   * every step is a day. A second call waits for the first.
   * @param stepSeconds the length of every step instead. What Stripe does in one still has its own time at Stripe, but
   *   the shop sees all of it at the step's end
   */
  passTime(account: Account, seconds: number, stepSeconds?: number): Promise<void>;
  /**
   * Waits for the end of the current step, so that a person sees the shop after its jobs, and then keeps the time still
   * until the shop has answered.
   */
  letVisitorIn(account: Account): Promise<void>;
  /** Keeps the time still while somebody pays, at most a minute. @param session the id of an open Checkout session */
  waitForPayment(session: string): void;
  /** Ends the passing of time after the current step. */
  stopTime(): void;
  stop(): Promise<void>;
}

/** How time passes. Without `stepSeconds`, each step ends at the next event. */
type Walk = { seconds: number; stepSeconds: number | undefined; cron: Cron };

export function createTimekeeper(
  standIn: StandIn,
  activity: Activity,
  options: CronOptions | undefined,
): Timekeeper {
  const now = () => standIn.getOrCreateAccount(standIn.mainKey).clock.accountNow();
  const cron = options ? createCron(options, now) : null;
  const state = { target: null as number | null, isStopped: false };
  let lastTickAt = now();
  const visits = {
    latestMs: 0,
    payment: null as { session: string; atMs: number } | null,
    /** Runs the jobs that the latest step left out: a visitor sees none of them late. */
    runLateJobs: null as (() => Promise<void>) | null,
    lateJobs: Promise.resolve(),
  };
  /** Resolves when time stands still after a step. */
  let stillness = Promise.resolve();
  /** What runs now: a walk, or the jobs of one tick. They never run at the same time. */
  let work: Promise<void> = Promise.resolve();
  let isWorking = false;

  function runAlone(task: () => Promise<void>): Promise<void> {
    const runInTurn = async (previous: Promise<void>) => {
      await previous;
      isWorking = true;
      try {
        await task();
      } finally {
        isWorking = false;
      }
    };
    const result = runInTurn(work);
    work = result.catch(() => undefined);
    return result;
  }

  async function runJobsSinceLastTick(gapSeconds?: number): Promise<void> {
    const after = lastTickAt;
    lastTickAt = now();
    await cron?.runDue(after, lastTickAt, gapSeconds);
  }

  async function walk(
    account: Account,
    { seconds, stepSeconds, cron: scheduledJobs }: Walk,
  ): Promise<void> {
    const until = now() + seconds;
    const step = stepSeconds ?? (seconds > veryLongSeconds ? daySeconds : undefined);
    state.target = until;
    await deliverAndWait(account);
    for (;;) {
      await standStill(account);
      await visits.lateJobs;
      visits.runLateJobs = null;
      if (now() >= until || state.target === null || state.isStopped) return;
      const at = now();
      const next =
        step === undefined
          ? Math.min(standIn.findNextJobTime(account) ?? until, scheduledJobs.findNextRound(at))
          : at + step;
      const moving = Promise.withResolvers<void>();
      stillness = moving.promise;
      try {
        jump(account, Math.max(1, Math.min(until, next) - at));
        await deliverAndWait(account);
        const isRare = seconds > longSeconds && now() < until;
        await runJobsSinceLastTick(isRare ? weekSeconds : 0);
        visits.runLateJobs = isRare ? () => scheduledJobs.runDue(at, now(), 1) : null;
        await activity.waitUntilQuiet(quietAfterJobsMs);
      } finally {
        moving.resolve();
      }
    }
  }

  /** Waits while people use the shop: until it is quiet, or they have paid or left. */
  async function standStill(account: Account): Promise<void> {
    const startedMs = Date.now();
    while (state.target !== null && !state.isStopped) {
      const { payment, latestMs } = visits;
      const session = payment && account.objects.find("checkout.session", payment.session);
      const nowMs = Date.now();
      if (session?.status === "open" && nowMs - payment!.atMs < payingMs)
        await activity.waitUntilQuiet(visitQuietMs);
      else if (nowMs - latestMs < visitWaitMs && nowMs - startedMs < visitHoldMs) {
        await activity.waitUntilQuiet(visitQuietMs, visitHoldMs);
        if (visits.latestMs === latestMs) return;
      } else return;
    }
  }

  /** Delivers webhooks. If there were any lately, the shop may still be at work. */
  async function deliverAndWait({ key }: Account): Promise<void> {
    const { latestAttemptMs } = await standIn.webhookSender.sendDue(key);
    if (Date.now() - latestAttemptMs < atWorkMs)
      await activity.waitUntilQuiet(quietAfterWebhooksMs);
  }

  function jump(account: Account, seconds: number): void {
    account.clock.advance(seconds);
    standIn.webhookSender.passTime(account.key, seconds * 1000);
    standIn.commit(account, () => undefined);
  }

  const ticker = cron
    ? setInterval(() => {
        // A round that takes longer than a tick is not overtaken by the next one.
        if (!isWorking) void runAlone(() => runJobsSinceLastTick());
      }, tickMs)
    : undefined;

  return {
    cron,
    findTarget: () => state.target,
    async passTime(account, seconds, stepSeconds) {
      if (!cron || account.key !== standIn.mainKey) return jump(account, seconds);
      await runAlone(() =>
        walk(account, { seconds, stepSeconds, cron }).finally(() => {
          state.target = null;
        }),
      );
    },
    async letVisitorIn(account) {
      if (account.key !== standIn.mainKey) return;
      visits.latestMs = Date.now();
      if (state.target === null) return;
      const isReady = stillness.then(() => {
        if (visits.runLateJobs) visits.lateJobs = visits.runLateJobs();
        visits.runLateJobs = null;
        return visits.lateJobs;
      });
      await Promise.race([isReady, sleep(visitWaitMs, undefined, { ref: false })]);
      visits.latestMs = Date.now();
    },
    waitForPayment(session) {
      visits.payment = { session, atMs: Date.now() };
    },
    stopTime() {
      state.target = null;
    },
    async stop() {
      state.isStopped = true;
      clearInterval(ticker);
      await work;
    },
  };
}
