import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { MINUTE } from "../../lib/time.ts";
import { defineLease, type Lease } from "../cursors/store.ts";
import { backOffFromStripe } from "../cursors/stripe-backoff.ts";
import { markDirtyAndEnqueue } from "../customer/find-stripe-customers.ts";
import { recordIncident } from "../incidents/record-incident.ts";
import { phases } from "./phases.ts";
import { planFullSweep, planRecentSweep, planRestOfSweep } from "./plan-sweep.ts";
import {
  findRunningSweep,
  insertSweep,
  updateSweep,
  type Finding,
  type SweepRow,
  type SweepTask,
} from "./store.ts";

/**
 * - `finished`: every list was walked to its end
 * - `interrupted`: Stripe rate limited us, this run used up its pages, or another worker is at it; the next run
 *   continues from there
 */
export type SweepResult = {
  state: "finished" | "interrupted";
  /** Whether it was interrupted only because this run used up its pages. */
  canContinue: boolean;
  sweep: SweepRow;
};

/**
 * Pages that are walked at the same time. A page takes Stripe a second or so, so this is about four requests a second:
 * far from the limits of 100 for an account and 25 for a list, which are there for buyers.
 */
const PAGES_AT_ONCE = 4;

const lease = defineLease("sweep", 2 * MINUTE);

/**
 * Compares what is at Stripe with what is here, page by page, and enqueues every customer that differs. The sweep
 * itself changes no mirrored rows, and nothing is deleted because a list lacks it: only a customer's own sync writes.
 * Saves its progress after each page. Continues a running sweep; a full one replaces the rest of another.
 * @param input.pages how many pages this run may walk
 * @param input.kind what a new sweep compares: everything by default. `recent`: what may have changed since the last one
 */
export async function runSweep(
  ctx: Ctx,
  input: { pages: number; kind?: SweepRow["kind"] },
): Promise<SweepResult> {
  let sweep = await startOrContinue(ctx, input.kind ?? "full");
  const held = await lease.take(ctx);
  if (!held) return { state: "interrupted", canContinue: false, sweep };
  let isStopped = false;
  try {
    for (let pages = 0; !isStopped && pages < input.pages && sweep.finishedAt === null;) {
      const step = await walkPages(ctx, sweep, held, input.pages - pages);
      sweep = step.sweep;
      pages += step.pages;
      ({ isStopped } = step);
    }
  } finally {
    await held.release();
  }
  const isFinished = sweep.finishedAt !== null;
  return {
    state: isFinished ? "finished" : "interrupted",
    canContinue: !isFinished && !isStopped,
    sweep,
  };
}

/**
 * Resumes an interrupted sweep. Starts none.
 * @returns null if no sweep is running
 */
export async function resumeSweep(ctx: Ctx, input: { pages: number }): Promise<SweepResult | null> {
  const running = await findRunningSweep(ctx.db, ctx.config.stripe.mode);
  return running ? runSweep(ctx, { ...input, kind: running.kind }) : null;
}

async function startOrContinue(ctx: Ctx, kind: SweepRow["kind"]): Promise<SweepRow> {
  const { mode } = ctx.config.stripe;
  const running = await findRunningSweep(ctx.db, mode);
  if (running && (running.kind === kind || kind === "recent")) {
    const tasks = running.tasks ?? planRestOfSweep(running);
    if (running.tasks === null) await commit(ctx.db, [updateSweep(ctx.db, running, { tasks })]);
    return { ...running, tasks };
  }
  const plan = await (kind === "full" ? planFullSweep(ctx) : planRecentSweep(ctx));
  const start = { ...plan, phase: plan.tasks[0]!.phase, startingAfter: null };
  await commit(ctx.db, [
    running
      ? updateSweep(ctx.db, running, start)
      : insertSweep(ctx.db, { ...start, id: newId("swp", ctx.now), mode, startedAt: ctx.now }),
  ]);
  const started = await findRunningSweep(ctx.db, mode);
  if (!started) throw new Error("The sweep that was just begun is not there");
  return started;
}

/**
 * Walks a page of each of the first tasks. What succeeded is saved, also if another page fails.
 * @returns `isStopped` if Stripe rate limited us, or another worker has gone on meanwhile
 */
async function walkPages(
  ctx: Ctx,
  sweep: SweepRow,
  held: Lease,
  limit: number,
): Promise<{ sweep: SweepRow; pages: number; isStopped: boolean }> {
  const tasks = sweep.tasks ?? [];
  const atOnce = tasks.slice(0, Math.min(PAGES_AT_ONCE, limit));
  const results = await Promise.allSettled(atOnce.map((task) => walkPage(ctx, task)));
  const findings: Finding[] = [];
  const left: SweepTask[] = [];
  const errors: unknown[] = [];
  let { checked } = sweep;
  for (const [at, result] of results.entries()) {
    const task = atOnce[at]!;
    if (result.status === "rejected") {
      errors.push(result.reason);
      left.push(task);
      continue;
    }
    findings.push(...result.value.findings);
    checked += result.value.checked;
    if (result.value.last !== null) left.push({ ...task, after: result.value.last });
  }
  const pages = results.length - errors.length;
  let next = sweep;
  if (pages > 0) {
    left.push(...tasks.slice(atOnce.length));
    const set = {
      tasks: left,
      phase: left[0]?.phase ?? sweep.phase,
      startingAfter: left[0]?.after ?? null,
      checked,
      drifted: sweep.drifted + findings.length,
      finishedAt: left.length === 0 ? ctx.now : null,
    };
    const [updated] = await commit(ctx.db, [
      updateSweep(ctx.db, sweep, set),
      held.renew(),
      ...findings.map((finding) => recordIncident(ctx, { ...finding, sweepId: sweep.id })),
    ]);
    await markDirtyAndEnqueue(ctx, { ids: findings.flatMap(customerIdsOf) });
    if (updated?.meta.changes === 0) return { sweep, pages, isStopped: true };
    next = { ...sweep, ...set };
  }
  for (const error of errors) {
    if (error instanceof Stripe.errors.StripeRateLimitError) await backOffFromStripe(ctx, error);
    else throw error;
  }
  return { sweep: next, pages, isStopped: errors.length > 0 };
}

function walkPage(ctx: Ctx, { phase, ...walk }: SweepTask) {
  const found = phases.find(({ name }) => name === phase);
  if (!found) throw new Error(`The sweep is in a phase that nobody knows: ${phase}`);
  return found.walk(ctx, walk);
}

function customerIdsOf({ customerId }: Finding): string[] {
  return customerId === null ? [] : [customerId];
}
