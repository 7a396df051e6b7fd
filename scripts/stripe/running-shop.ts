import { setTimeout as sleep } from "node:timers/promises";
import type { DriftReport } from "../../worker/admin/sync/show-drift-report.ts";
import type { OutageRecovery } from "../../worker/sync/sweeps/recover-from-outage.ts";
import type { RebuildProgress } from "../../worker/sync/sweeps/rebuild-progress.ts";
import type { SweepResult } from "../../worker/sync/sweeps/run-sweep.ts";
import { readCommittedConfig } from "../deploy/config.ts";
import { requestJson, signIn, type HttpSession } from "../shop/http-session.ts";
import { refuseWhilePaused, watchRebuild } from "./watch-rebuild.ts";
import {
  describeDrift,
  describeRebuild,
  describeSweep,
  formatCount,
  formatTime,
} from "./report.ts";

/** A shop of `npm start`, and its owner's session. */
type RunningShop = { owner: HttpSession; sandboxUrl: string; print: (line: string) => void };

/** After how many seconds without progress the customers who still wait are left to the scheduled jobs. */
const MAX_SECONDS_STUCK = 30;
/** After how many customers the progress is printed. */
const PROGRESS_STEP = 100;

const readReport = ({ owner }: RunningShop) =>
  requestJson<DriftReport>(owner, "GET", "/api/admin/sweeps");

/**
 * The commands of `npm run stripe` for a shop that runs on this machine. Its database has one writer at a time, so the
 * shop's own Worker does the work, and the command asks for it as the console does.
 */
const commands: Record<string, (shop: RunningShop) => Promise<void>> = {
  async rebuild(shop) {
    const { rebuild } = await requestRebuild(shop, "POST");
    const rebuilt = rebuild && (await watch(shop));
    if (!rebuilt) return;
    refuseWhilePaused(rebuilt);
    const waiting = await waitForSyncs(shop);
    shop.print(`${formatCount(rebuilt.customers - waiting, "customer")} refetched`);
    for (const id of rebuilt.withoutUser)
      shop.print(`  ${id} belongs to a user that this shop doesn't have`);
  },
  async "rebuild watch"(shop) {
    await watch(shop);
  },
  async "rebuild pause"(shop) {
    printRebuild(shop, await requestRebuild(shop, "PUT", "/pause"));
  },
  async "rebuild resume"(shop) {
    printRebuild(shop, await requestRebuild(shop, "DELETE", "/pause"));
  },
  sweep,
  async backfill(shop) {
    await backfill(shop);
    await waitForSyncs(shop);
  },
  async drift(shop) {
    const report = await readReport(shop);
    if (report.frozenSince !== null)
      shop.print(
        `Outage mode has been on since ${formatTime(report.frozenSince)}: no access is revoked`,
      );
    for (const line of describeDrift(report)) shop.print(line);
  },
  async "outage begin"({ owner, print }) {
    await requestJson(owner, "PUT", "/api/admin/outage", {});
    print("Outage mode is on: no access is revoked until `outage end`");
  },
  async "outage end"(shop) {
    const { frozenSince } = await readReport(shop);
    if (frozenSince === null) return shop.print("Outage mode is not on");
    await sweep(shop);
    await backfill(shop);
    let ending: OutageRecovery;
    do {
      ending = await requestJson<OutageRecovery>(shop.owner, "DELETE", "/api/admin/outage");
      if (ending.state === "fetching" && (await waitForSyncs(shop)) > 0)
        throw new Error("Outage mode stays on while customers wait for a sync. Run this again.");
    } while (ending.state !== "ended");
    await waitForSyncs(shop);
    shop.print(`Outage mode is off. It was on since ${formatTime(frozenSince)}`);
    for (const line of describeDrift(await readReport(shop), frozenSince)) shop.print(line);
  },
};

type RebuildAnswer = { rebuild: RebuildProgress | null };

function requestRebuild({ owner }: RunningShop, method: string, path = ""): Promise<RebuildAnswer> {
  const body = method === "GET" || method === "DELETE" ? undefined : {};
  return requestJson<RebuildAnswer>(owner, method, `/api/admin/rebuild${path}`, body);
}

function printRebuild({ print }: RunningShop, { rebuild }: RebuildAnswer): void {
  print(rebuild ? describeRebuild(rebuild) : "There has been no rebuild");
}

const watch = (shop: RunningShop) =>
  watchRebuild(async () => (await requestRebuild(shop, "GET")).rebuild, shop.print);

async function sweep(shop: RunningShop): Promise<void> {
  let { sweep: row } = await requestJson<SweepResult>(shop.owner, "POST", "/api/admin/sweeps", {});
  while (row.finishedAt === null) {
    // The shop continues it by itself.
    await sleep(500);
    row = (await readReport(shop)).sweeps.find(({ id }) => id === row.id) ?? row;
  }
  shop.print(`Sweep: ${describeSweep(row)}`);
  await waitForSyncs(shop);
}

/** Runs the hourly job, which has no request of its own in the console. */
async function backfill({ sandboxUrl, print }: RunningShop): Promise<void> {
  const hourly = readCommittedConfig().triggers?.crons?.find((cron) => /^\d+ \* /.test(cron));
  const answer = await fetch(`${sandboxUrl}/_sandbox/cron`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cron: hourly }),
  });
  if (!answer.ok) throw new Error(`The backfill answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
  print("Backfill: done");
}

/** Waits until the shop has synced every dirty customer. @returns how many could not be synced and stay dirty */
async function waitForSyncs(shop: RunningShop): Promise<number> {
  let { waiting } = await readReport(shop);
  for (let stuck = 0; waiting > 0 && stuck < MAX_SECONDS_STUCK; stuck++) {
    await sleep(1000);
    const before = waiting;
    ({ waiting } = await readReport(shop));
    if (waiting < before) stuck = 0;
    if (Math.floor(waiting / PROGRESS_STEP) < Math.floor(before / PROGRESS_STEP))
      shop.print(`${formatCount(waiting, "customer")} left to refetch …`);
  }
  if (waiting > 0)
    shop.print(
      `${formatCount(waiting, "customer")} could not be refetched yet. The scheduled jobs try again every five minutes`,
    );
  return waiting;
}

/**
 * Runs a command on a shop that runs on this machine.
 * @throws Error if the shop does not run, refuses, or has no such command
 */
export async function runOnRunningShop(
  urls: { url: string; sandboxUrl: string },
  name: string,
  print: (line: string) => void,
): Promise<void> {
  const command = commands[name];
  if (!command) throw new Error(`Unknown command: ${name}`);
  const owner = await signIn(urls.url, "owner").catch((cause: unknown) => {
    throw new Error(`The shop at ${urls.url} does not answer. Run \`npm start\` first.`, { cause });
  });
  try {
    await command({ owner, sandboxUrl: urls.sandboxUrl, print });
  } finally {
    await owner.signOut();
  }
}
