import type { Ctx } from "../../worker/context.ts";
import { enqueueDirtyCustomers } from "../../worker/sync/customer/enqueue-dirty-customers.ts";
import { findOutageStart } from "../../worker/access/outage-mode.ts";
import { startOutageMode, endOutageMode } from "../../worker/sync/sweeps/outage-mode.ts";
import { backfillEvents } from "../../worker/sync/sweeps/backfill-events.ts";
import { endRebuildPause, pauseRebuild } from "../../worker/sync/sweeps/pause-rebuild.ts";
import { startRebuild, runRebuildStep } from "../../worker/sync/sweeps/rebuild.ts";
import { showRebuild } from "../../worker/sync/sweeps/rebuild-progress.ts";
import { runSweep } from "../../worker/sync/sweeps/run-sweep.ts";
import { showDriftReport } from "../../worker/admin/sync/show-drift-report.ts";
import {
  formatTime,
  formatCount,
  describeDrift,
  describeRebuild,
  describeSweep,
  describeSyncSummary,
} from "./report.ts";
import type { SyncSummary } from "./sync.ts";
import { createProgressPrinter, refuseWhilePaused, watchRebuild } from "./watch-rebuild.ts";

/** The dependencies of a command. */
export type CommandContext = {
  newCtx(): Ctx;
  /** Syncs every customer that was enqueued. */
  syncEnqueuedCustomers(): Promise<SyncSummary>;
  print(line: string): void;
};

export type StripeCommand = (context: CommandContext) => Promise<void>;

const ALL_PAGES = Number.MAX_SAFE_INTEGER;

/** The commands of `npm run stripe`, by their command-line arguments. */
export const stripeCommands: Record<string, StripeCommand> = {
  async sweep(context) {
    await sweep(context);
  },
  backfill,
  rebuild,
  async "rebuild watch"({ newCtx, print }) {
    await watchRebuild(() => showRebuild(newCtx()), print);
  },
  async "rebuild pause"({ newCtx, print }) {
    await pauseRebuild(newCtx());
    await printRebuild(newCtx(), print);
  },
  async "rebuild resume"({ newCtx, print }) {
    const isResumed = await endRebuildPause(newCtx());
    await printRebuild(newCtx(), print);
    if (isResumed) print("The shop continues it within five minutes");
  },
  async drift({ newCtx, print }) {
    const ctx = newCtx();
    const outageSince = await findOutageStart(ctx);
    if (outageSince !== null)
      print(`Outage mode has been on since ${formatTime(outageSince)}: no access is revoked`);
    for (const line of describeDrift(await showDriftReport(ctx))) print(line);
  },
  async "outage begin"({ newCtx, print }) {
    await startOutageMode(newCtx());
    print("Outage mode is on: no access is revoked until `outage end`");
  },
  "outage end": endOutage,
};

/** @throws Error if Stripe rate-limited the sweep; the next sweep continues where this one stopped */
async function sweep(
  { newCtx, syncEnqueuedCustomers, print }: CommandContext,
  kind: "full" | "recent" = "full",
): Promise<void> {
  const { state, sweep: row } = await runSweep(newCtx(), { pages: ALL_PAGES, kind });
  print(`Sweep: ${describeSweep(row)}`);
  printSyncSummary(await syncEnqueuedCustomers(), print);
  if (state === "interrupted")
    throw new Error(
      "Stripe rate-limited the sweep, or the shop is at it. Run it again in a minute.",
    );
}

async function backfill({ newCtx, syncEnqueuedCustomers, print }: CommandContext): Promise<void> {
  const totals = { seen: 0, missed: 0, finished: false };
  while (!totals.finished) {
    const { seen, missed, finished } = await backfillEvents(newCtx());
    totals.seen += seen;
    totals.missed += missed;
    totals.finished = finished;
  }
  print(`Backfill: ${formatCount(totals.seen, "event")} checked, ${totals.missed} missed`);
  printSyncSummary(await syncEnqueuedCustomers(), print);
}

/** Runs the same rebuild as the console, from start to finish, including the customers that cron enqueued meanwhile. */
async function rebuild(context: CommandContext): Promise<void> {
  const { newCtx, syncEnqueuedCustomers, print } = context;
  await startRebuild(newCtx());
  const printProgress = createProgressPrinter(print);
  let customers = 0;
  let rebuilt = (await showRebuild(newCtx()))!;
  while (rebuilt.finishedAt === null) {
    printProgress(rebuilt);
    refuseWhilePaused(rebuilt);
    await runRebuildStep(newCtx());
    // Failed customers stay dirty and are retried below.
    customers += (await syncEnqueuedCustomers()).customers;
    rebuilt = (await showRebuild(newCtx())) ?? rebuilt;
  }
  const remaining = await syncDirtyCustomers(context);
  printSyncSummary({ ...remaining, customers: customers + remaining.customers }, print);
  for (const id of rebuilt.withoutUser)
    print(`  ${id} belongs to a user that this shop doesn't have`);
}

async function printRebuild(ctx: Ctx, print: CommandContext["print"]): Promise<void> {
  const rebuild = await showRebuild(ctx);
  print(rebuild ? describeRebuild(rebuild) : "There has been no rebuild");
}

/** Syncs all dirty customers. */
async function syncDirtyCustomers({
  newCtx,
  syncEnqueuedCustomers,
}: CommandContext): Promise<SyncSummary> {
  const totals: SyncSummary = { customers: 0, failed: [] };
  let after: string | null = "";
  while (after !== null) {
    ({ last: after } = await enqueueDirtyCustomers(newCtx(), { after }));
    const synced = await syncEnqueuedCustomers();
    totals.customers += synced.customers;
    totals.failed.push(...synced.failed);
  }
  return totals;
}

/**
 * Sweeps and backfills first, and then lets access end again. Syncs during outage mode revoked nothing but left the
 * customers clean, so `endOutageMode` marks them dirty and they are synced again here.
 */
async function endOutage(context: CommandContext): Promise<void> {
  const { newCtx, print } = context;
  const since = await findOutageStart(newCtx());
  if (since === null) return print("Outage mode is not on");
  await sweep(context, "recent");
  await backfill(context);
  await endOutageMode(newCtx());
  print(`Outage mode is off. It was on since ${formatTime(since)}`);
  printSyncSummary(await syncDirtyCustomers(context), print);
  for (const line of describeDrift(await showDriftReport(newCtx()), since)) print(line);
}

function printSyncSummary(synced: SyncSummary, print: CommandContext["print"]): void {
  for (const line of describeSyncSummary(synced)) print(line);
}
