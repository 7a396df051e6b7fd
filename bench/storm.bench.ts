import { expect, inject, test } from "vitest";
import { runSweep } from "../worker/sync/sweeps/run-sweep.ts";
import { showDriftReport } from "../worker/admin/sync/show-drift-report.ts";
import { matchPendingEvents } from "../worker/sync/customer/match-events.ts";
import { openTestShop, type TestShop } from "../worker/testing/shop.ts";
import { emptyDatabase } from "../worker/testing/database/empty-database.ts";
import { createStormUsers } from "./storm/storm-users.ts";
import { createSeededRandom } from "./storm/seeded-random.ts";
import { countSyncs } from "./storm/count-syncs.ts";
import { createHistory } from "./storm/history.ts";
import { deliverAndConsume, simulateDeliveries } from "./storm/deliver-events.ts";
import { createStopwatch } from "./storm/time.ts";
import { findWrongAccess } from "./storm/find-wrong-access.ts";

/** The share of all events made by the end of each phase. No later events make up for those lost in the last phase. */
const PHASE_SHARES = [0.5, 0.65, 0.8, 0.95, 1];
const GOAL = 1.2;
const ALL_PAGES = Number.MAX_SAFE_INTEGER;

/**
 * Users buy, renew, cancel, get refunds and dispute payments at Stripe. The events reach the webhook route in random
 * order, a tenth of them never and a third of them twice, while the queue is being processed. After one sweep, every
 * user's access must match the access computed from Stripe's objects alone.
 */
test("after shuffled, lost and duplicated events and one sweep, every user has the right access", async () => {
  const { customers, events, seed, isBrief } = inject("bench");
  await emptyDatabase();
  const random = createSeededRandom(seed);
  const attachCounter = countSyncs();
  const shop = openTestShop({ hasEmailSender: true });
  const takeSyncCounts = await attachCounter(shop);
  const stormUsers = await createStormUsers(shop, customers);
  const runPhase = await createHistory(shop, random, stormUsers);
  const readStopwatch = createStopwatch();
  const sum = { created: 0, lost: 0, deliveries: 0, dirtied: 0, refetched: 0 };
  const deliveredEventIds: string[] = [];

  for (const [phase, share] of PHASE_SHARES.entries()) {
    const created = await runPhase(events * share - sum.created);
    console.log(`phase ${phase + 1}: ${created.length} events created (${readStopwatch()})`);
    const simulated = simulateDeliveries(created, random);
    await deliverAndConsume(shop, simulated.deliveries);
    const { dirtied, refetched } = await takeSyncCounts();
    console.log(
      `         ${simulated.deliveries.length} deliveries; customers became dirty ${dirtied} times and were refetched ${refetched} times (${readStopwatch()})`,
    );
    console.log(`         the database holds ${await readDatabaseMegabytes(shop)} MB`);
    deliveredEventIds.push(...simulated.kept);
    sum.created += created.length;
    sum.lost += simulated.lost.length;
    sum.deliveries += simulated.deliveries.length;
    sum.dirtied += dirtied;
    sum.refetched += refetched;
  }
  await placeAllEvents(shop);
  const before = await findWrongAccess(shop, stormUsers);
  const { sweep } = await runSweep(shop.ctx(), { pages: ALL_PAGES });
  await deliverAndConsume(shop, []);
  const after = await findWrongAccess(shop, stormUsers);
  const sweepCounts = await takeSyncCounts();
  const refetchesPerDirtyCustomer =
    (sum.refetched + sweepCounts.refetched) / (sum.dirtied + sweepCounts.dirtied);

  console.log(
    `${sum.created} events of ${customers} customers, ${sum.lost} of them lost, in ${sum.deliveries} deliveries`,
  );
  console.log(`wrong access before the sweep    ${before.length} customers`);
  console.log(
    `sweep                            ${sweep.checked} objects, ${sweep.drifted} differed (${readStopwatch()})`,
  );
  console.log(`wrong access after the sweep     ${after.length} customers (goal 0)`);
  console.log(
    `refetches per dirty customer     ${refetchesPerDirtyCustomer.toFixed(2)} (goal ≤ ${GOAL.toFixed(2)})`,
  );
  console.log(`    all refetches, including the sweep's ÷ how often a clean customer became dirty`);
  console.log(
    `refetches per customer and phase ${(sum.refetched / customers / PHASE_SHARES.length).toFixed(2)}`,
  );
  console.log(
    `    above 1 means that a customer's events arrived throughout a phase and made it dirty again after a sync`,
  );
  console.log(`refetches per delivery           ${(sum.refetched / sum.deliveries).toFixed(2)}`);

  expect(after).toEqual([]);
  expect(await findUnprocessedEvents(shop, deliveredEventIds)).toEqual([]);
  // A second sweep finds nothing, so the first one also mirrored the lost events.
  expect(await runSecondSweep(shop)).toEqual([]);
  // A few events say little about how many syncs many of them take.
  expect(isBrief ? 0 : refetchesPerDirtyCustomer).toBeLessThanOrEqual(GOAL);
});

/** Returns the size of the database. The test runtime keeps it in memory, so it is part of the runtime's memory. */
async function readDatabaseMegabytes(shop: TestShop): Promise<number> {
  const { meta } = await shop.env.DB.prepare("SELECT 1").run();
  return Math.round(meta.size_after / 1e6);
}

/** Does what cron does with events that named no known payment when they arrived. */
async function placeAllEvents(shop: TestShop): Promise<void> {
  for (let decided = 1; decided > 0;) {
    const { matched, ignored, postponed } = await matchPendingEvents(shop.ctx());
    console.log(`events matched later              ${matched}, ignored ${ignored}`);
    expect(postponed).toBe(0);
    decided = matched + ignored;
  }
  await deliverAndConsume(shop, []);
}

/** Runs another sweep and returns what it finds. */
async function runSecondSweep(shop: TestShop): Promise<string[]> {
  const { sweep } = await runSweep(shop.ctx(), { pages: ALL_PAGES });
  const { incidents } = await showDriftReport(shop.ctx());
  return incidents
    .filter(({ sweepId }) => sweepId === sweep.id)
    .map(({ stripeObjectId, detail }) => `${stripeObjectId} ${detail}`);
}

/** Returns the ids of delivered events that aren't in the inbox or aren't processed. */
async function findUnprocessedEvents(shop: TestShop, eventIds: string[]): Promise<string[]> {
  const { results } = await shop.env.DB.prepare(
    "SELECT id FROM events WHERE status IN ('done', 'ignored')",
  ).all<{ id: string }>();
  const processedIds = new Set(results.map(({ id }) => id));
  return eventIds.filter((id) => !processedIds.has(id));
}
