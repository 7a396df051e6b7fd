import type { Ctx } from "../worker/context.ts";
import { requeueCustomers } from "../worker/sync/customer/enqueue-dirty-customers.ts";
import { frozenSince } from "../worker/access/outage-mode.ts";
import {
  freezeRevocations,
  unfreezeRevocations,
} from "../worker/sync/sweeps/freeze-revocations.ts";
import { backfillEvents } from "../worker/sync/sweeps/backfill-events.ts";
import { beginRebuild, stepRebuild } from "../worker/sync/sweeps/rebuild.ts";
import { runSweep } from "../worker/sync/sweeps/run-sweep.ts";
import { showDriftReport } from "../worker/admin/sync/show-drift-report.ts";
import { at, count, describeDrift, describeSweep, describeSynced } from "./stripe-report.ts";
import type { Synced } from "./stripe-sync.ts";

/** What a command works with. */
export type Desk = {
  newCtx(): Ctx;
  /** Syncs every customer that was enqueued. */
  syncQueued(): Promise<Synced>;
  print(line: string): void;
};

export type Command = (desk: Desk) => Promise<void>;

const ALL_PAGES = Number.MAX_SAFE_INTEGER;

/** What `npm run stripe` can do, by the words it is asked with. */
export const commands: Record<string, Command> = {
  async sweep(desk) {
    await sweep(desk);
  },
  backfill,
  rebuild,
  async drift({ newCtx, print }) {
    const ctx = newCtx();
    const frozen = await frozenSince(ctx);
    if (frozen !== null) print(`Outage mode is on since ${at(frozen)}: nothing is taken away`);
    for (const line of describeDrift(await showDriftReport(ctx))) print(line);
  },
  async "outage begin"({ newCtx, print }) {
    await freezeRevocations(newCtx());
    print("Outage mode is on: nobody loses access until `outage end`");
  },
  "outage end": endOutage,
};

/** @throws Error where Stripe asked to slow down: what was compared so far is kept, and the next sweep goes on there */
async function sweep({ newCtx, syncQueued, print }: Desk): Promise<void> {
  const { state, sweep: row } = await runSweep(newCtx(), { pages: ALL_PAGES });
  print(`Sweep: ${describeSweep(row)}`);
  report(await syncQueued(), print);
  if (state === "interrupted")
    throw new Error("Stripe asked to slow down. Run it again in a minute: it goes on from there.");
}

async function backfill({ newCtx, syncQueued, print }: Desk): Promise<void> {
  const all = { seen: 0, missed: 0, finished: false };
  while (!all.finished) {
    const { seen, missed, finished } = await backfillEvents(newCtx());
    all.seen += seen;
    all.missed += missed;
    all.finished = finished;
  }
  print(`Backfill: ${count(all.seen, "event")} seen, ${all.missed} of them new`);
  report(await syncQueued(), print);
}

/** The console's, from the beginning to the end. What cron did of it meanwhile is synced here too. */
async function rebuild(desk: Desk): Promise<void> {
  const { newCtx, syncQueued, print } = desk;
  let rebuilt = await beginRebuild(newCtx());
  let customers = 0;
  while (rebuilt.finishedAt === null) {
    rebuilt = (await stepRebuild(newCtx())) ?? rebuilt;
    // Who fails is tried once more at the end.
    customers += (await syncQueued()).customers;
  }
  const rest = await syncDirty(desk);
  report({ ...rest, customers: customers + rest.customers }, print);
  for (const id of rebuilt.withoutUser) print(`  ${id} names a user that this shop does not have`);
}

/** Syncs whoever is dirty, however many. */
async function syncDirty({ newCtx, syncQueued }: Desk): Promise<Synced> {
  const all: Synced = { customers: 0, failed: [] };
  let after: string | null = "";
  while (after !== null) {
    ({ last: after } = await requeueCustomers(newCtx(), { after }));
    const synced = await syncQueued();
    all.customers += synced.customers;
    all.failed.push(...synced.failed);
  }
  return all;
}

/**
 * First everything is made up for, then what should have ended does. A sync leaves a customer clean though the freeze
 * kept it from taking anything away, so all that were synced meanwhile are looked at once more.
 */
async function endOutage(desk: Desk): Promise<void> {
  const { newCtx, print } = desk;
  const since = await frozenSince(newCtx());
  if (since === null) return print("Outage mode is not on");
  await sweep(desk);
  await backfill(desk);
  await unfreezeRevocations(newCtx());
  print(`Outage mode is off, after it was on since ${at(since)}`);
  report(await syncDirty(desk), print);
  for (const line of describeDrift(await showDriftReport(newCtx()), since)) print(line);
}

function report(synced: Synced, print: Desk["print"]): void {
  for (const line of describeSynced(synced)) print(line);
}
