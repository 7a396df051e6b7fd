import type { Ctx, JobName, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { defineCursor } from "../cursors/store.ts";
import { isStripeBusy } from "../cursors/stripe-backoff.ts";
import { countDirtyCustomers } from "../customer/enqueue-dirty-customers.ts";
import { endRebuildPause } from "./pause-rebuild.ts";
import { continueRebuild, startRebuild } from "./rebuild.ts";
import { resumeSweep, runSweep, type SweepResult } from "./run-sweep.ts";
import type { SweepRow } from "./store.ts";

/** Pages of a sweep for each message: some ten seconds, and far fewer calls to D1 than an invocation may make. */
const SWEEP_PAGES = 40;
/** Steps of a rebuild for each message. A step can take a hundred calls to D1. */
const REBUILD_STEPS = 8;
/**
 * If more customers wait for a sync, a rebuild adds few more: a purchase waits behind them. Some may never succeed, so
 * it never stops.
 */
const MANY_WAITING = 500;
/** Ten consumers sync about seven customers a second (wrangler.toml), as many as eight steps in half a minute add. */
const REBUILD_PAUSE_MS = 30 * SECOND;
/** While a rebuild restores rows, buyers use the database between its messages. */
const RESTORE_PAUSE_MS = SECOND;

/** A message that is so late was lost. */
const LOST_AFTER_MS = 2 * MINUTE;

/** When the next message of a job is due. Only one is on its way, so that a job never runs twice at the same time. */
const nextMessages = {
  sweep: defineCursor<number>("job-sweep"),
  rebuild: defineCursor<number>("job-rebuild"),
  emails: defineCursor<number>("job-emails"),
} satisfies Record<JobName, unknown>;

/** Does a piece of a job. @returns after how long a message continues it, in milliseconds; null if none shall */
const jobs: Record<JobName, (ctx: Ctx) => Promise<number | null>> = {
  async sweep(ctx) {
    if (await isStripeBusy(ctx)) return null;
    const resumed = await resumeSweep(ctx, { pages: SWEEP_PAGES });
    if (resumed) logSweep(ctx, resumed);
    return resumed?.canContinue ? 0 : null;
  },
  async rebuild(ctx) {
    if (await isStripeBusy(ctx)) return null;
    const steps = (await countDirtyCustomers(ctx)) > MANY_WAITING ? 1 : REBUILD_STEPS;
    const rebuild = await continueRebuild(ctx, { steps });
    if (!rebuild || rebuild.finishedAt !== null) return null;
    return rebuild.restoredUpTo === null ? REBUILD_PAUSE_MS : RESTORE_PAUSE_MS;
  },
  emails: async (ctx) => (await sendQueuedEmails(ctx)).nextInMs,
};

/** Continues a job because its message has arrived, and sends the next one unless it is finished. */
export async function continueJob(ctx: Ctx, job: JobName): Promise<void> {
  const due = (await nextMessages[job].read(ctx)) ?? 0;
  // Another message is on its way. The clocks of two machines may differ.
  if (due > ctx.now + SECOND) return;
  await continueAt(ctx, job, due, await jobs[job](ctx));
}

/** Continues a job every five minutes, unless its next message is on its way. */
export async function resumeJob(ctx: Ctx, job: JobName): Promise<void> {
  const due = (await nextMessages[job].read(ctx)) ?? 0;
  if (due > ctx.now - LOST_AFTER_MS) return;
  await continueAt(ctx, job, due, await jobs[job](ctx));
}

/** Starts a sweep, or continues one, and lets messages continue it. */
export async function beginSweep(
  ctx: Ctx,
  input: { pages: number; kind: SweepRow["kind"] },
): Promise<SweepResult> {
  const result = await runSweep(ctx, input);
  logSweep(ctx, result);
  if (result.canContinue) await continueAt(ctx, "sweep", 0, 0);
  return result;
}

/** Starts a rebuild, or joins the one that is not finished, and lets messages continue it. */
export async function beginRebuild(ctx: Ctx): Promise<void> {
  const { startedAt } = await startRebuild(ctx);
  if (startedAt === ctx.now) await continueAt(ctx, "rebuild", 0, 0);
}

/** Lets a paused rebuild go on, by messages. Does nothing if none is paused. */
export async function resumeRebuild(ctx: Ctx): Promise<void> {
  if (await endRebuildPause(ctx)) await continueAt(ctx, "rebuild", 0, 0);
}

async function continueAt(
  ctx: Ctx,
  job: JobName,
  due: number,
  pauseMs: number | null,
): Promise<void> {
  const next = pauseMs === null ? 0 : ctx.now + pauseMs;
  if (next !== due) await commit(ctx.db, [nextMessages[job].save(ctx, next)]);
  if (pauseMs !== null)
    await ctx.syncQueue.send({ job } satisfies SyncMessage, { delaySeconds: pauseMs / SECOND });
}

function logSweep(ctx: Ctx, { state, sweep }: SweepResult): void {
  const { id, kind, checked, drifted } = sweep;
  logEvent(drifted > 0 ? "error" : "info", `sweep.${state}`, { id, kind, checked, drifted }, ctx);
}
