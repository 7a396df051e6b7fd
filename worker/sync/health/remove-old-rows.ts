import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { findOldest, keptMsOf, type OldRows } from "../../db/old-rows.ts";
import { logEvent, logFailure } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { defineCursor } from "../cursors/store.ts";

/** Rows of a statement: few enough that it never keeps a buyer waiting. */
const ROWS_PER_STEP = 1000;
/**
 * Statements for each kind of rows in a run. The rest is removed five minutes later, so 5.7 million rows a day can go:
 * more than a shop of a million customers adds.
 */
const STEPS_PER_RUN = 20;

/** Rows are due during a day, and removed at night. Later than this, more are added than removed. */
export const REMOVAL_LATE_MS = 2 * DAY;

/** A kind of old rows of which some are left, and since when the oldest of them should be gone (Unix milliseconds). */
export type Backlog = { name: string; dueSince: number };

const cursor = defineCursor<Backlog[]>("old-rows");

/** Returns the old rows that the latest run could not remove. */
export const showBacklog = async (ctx: Ctx): Promise<Backlog[]> => (await cursor.read(ctx)) ?? [];

/** Begins a removal, every night: of all kinds. */
export async function removeOldRows(ctx: Ctx, kinds: OldRows[]): Promise<void> {
  await removeInSteps(ctx, kinds, await showBacklog(ctx));
}

/** Goes on, every five minutes, with the kinds of which the latest run left some. */
export async function continueRemoval(ctx: Ctx, kinds: OldRows[]): Promise<void> {
  const before = await showBacklog(ctx);
  const left = new Set(before.map(({ name }) => name));
  if (left.size > 0)
    await removeInSteps(
      ctx,
      kinds.filter(({ name }) => left.has(name)),
      before,
    );
}

/** Removes rows of every kind, whatever happens to the others, and saves what is left. */
async function removeInSteps(ctx: Ctx, kinds: OldRows[], before: Backlog[]): Promise<void> {
  const backlog: Backlog[] = [];
  const removed: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const kind of kinds) {
    const { name } = kind;
    try {
      const { count, dueSince } = await removeSome(ctx, kind);
      if (count > 0) removed[name] = count;
      if (dueSince !== null) backlog.push({ name, dueSince });
    } catch (error) {
      logFailure(ctx, "old_rows.failed", error, { name });
      failures.push(error);
      backlog.push(before.find((each) => each.name === name) ?? { name, dueSince: ctx.now });
    }
  }
  if (Object.keys(removed).length > 0) logEvent("info", "old_rows.removed", removed, ctx);
  for (const { name, dueSince } of backlog)
    if (dueSince < ctx.now - REMOVAL_LATE_MS)
      logEvent("error", "old_rows.late", { name, due_since: dueSince }, ctx);
  if (backlog.length > 0 || before.length > 0) await commit(ctx.db, [cursor.save(ctx, backlog)]);
  if (failures.length > 0)
    throw new Error(`Could not remove: ${failures.length} kinds of old rows`, {
      cause: failures[0],
    });
}

/** @returns how many rows were removed, and since when the oldest of the rest is due; null if there is none */
async function removeSome(
  ctx: Ctx,
  kind: OldRows,
): Promise<{ count: number; dueSince: number | null }> {
  const kept = keptMsOf(kind.kind, ctx.config);
  const input = { until: ctx.now - kept, now: ctx.now, limit: ROWS_PER_STEP };
  let count = 0;
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const results = await commit(ctx.db, kind.remove(input));
    const changes = results.reduce((sum, { meta }) => sum + meta.changes, 0);
    count += changes;
    if (changes < ROWS_PER_STEP) return { count, dueSince: null };
  }
  const oldest = await findOldest(ctx.db, kind);
  return { count, dueSince: oldest !== null && oldest <= input.until ? oldest + kept : null };
}
