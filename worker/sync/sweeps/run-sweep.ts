import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { markDirtyAndEnqueue } from "../customer/find-stripe-customers.ts";
import { recordIncident } from "../incidents/record-incident.ts";
import { phases } from "./phases.ts";
import {
  findRunningSweep,
  insertSweep,
  updateSweep,
  type Finding,
  type SweepRow,
} from "./store.ts";

/**
 * - `finished`: every list was walked to its end
 * - `interrupted`: Stripe rate limited us, or this run used up its pages; the next run continues from there
 */
export type SweepResult = { state: "finished" | "interrupted"; sweep: SweepRow };

/**
 * Compares everything at Stripe with everything here, page by page, and enqueues every customer that differs. The sweep
 * itself changes no mirrored rows, and nothing is deleted because a list lacks it: only a customer's own sync writes.
 * Saves its cursor after each page.
 * @param input.pages how many pages this run may walk
 */
export async function runSweep(ctx: Ctx, input: { pages: number }): Promise<SweepResult> {
  let sweep = await startOrResumeSweep(ctx);
  for (let page = 0; page < input.pages; page++) {
    try {
      sweep = await walkPage(ctx, sweep);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeRateLimitError)
        return { state: "interrupted", sweep };
      throw error;
    }
    if (sweep.finishedAt !== null) return { state: "finished", sweep };
  }
  return { state: "interrupted", sweep };
}

/**
 * Resumes an interrupted sweep. Starts none.
 * @returns null if no sweep is running
 */
export async function resumeSweep(ctx: Ctx, input: { pages: number }): Promise<SweepResult | null> {
  const running = await findRunningSweep(ctx.db, ctx.config.stripe.mode);
  return running ? runSweep(ctx, input) : null;
}

async function startOrResumeSweep(ctx: Ctx): Promise<SweepRow> {
  const { mode } = ctx.config.stripe;
  const first = phases[0].name;
  const row = { id: newId("swp", ctx.now), mode, phase: first, startedAt: ctx.now };
  await commit(ctx.db, [insertSweep(ctx.db, row)]);
  const running = await findRunningSweep(ctx.db, mode);
  if (!running) throw new Error("The sweep that was just begun is not there");
  return running;
}

async function walkPage(ctx: Ctx, sweep: SweepRow): Promise<SweepRow> {
  const at = phases.findIndex(({ name }) => name === sweep.phase);
  const phase = phases[at];
  if (!phase) throw new Error(`The sweep is in a phase that nobody knows: ${sweep.phase}`);
  const { findings, checked, last } = await phase.walk(ctx, sweep.startingAfter);
  const next = phases[at + 1];
  const set = {
    phase: last !== null || !next ? phase.name : next.name,
    startingAfter: last,
    checked: sweep.checked + checked,
    drifted: sweep.drifted + findings.length,
    finishedAt: last === null && !next ? ctx.now : null,
  };
  await commit(ctx.db, [
    ...findings.map((finding) => recordIncident(ctx, { ...finding, sweepId: sweep.id })),
    updateSweep(ctx.db, sweep.id, set),
  ]);
  await markDirtyAndEnqueue(ctx, { ids: findings.flatMap(customerIdsOf) });
  return { ...sweep, ...set };
}

function customerIdsOf({ customerId }: Finding): string[] {
  return customerId === null ? [] : [customerId];
}
