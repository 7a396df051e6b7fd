import { beforeEach, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { createMember } from "../../testing/fixtures/members.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { recordSignal } from "./health-signals.ts";
import { suspectStalledWebhooks, watchWebhooks } from "./watch-webhooks.ts";

// There is one state for each mode, and all tests share a mode.
beforeEach(emptyDatabase);

const start = Date.now();

/** Opens a shop that has heard a webhook, and runs its jobs. Times are in milliseconds after that. */
async function openWatchedShop() {
  const shop = openTestShop({ hasEmailSender: true });
  const owner = await createMember(shop, "owner");
  const at = (ms: number) => shop.ctx(undefined, start + ms);
  await recordSignal(at(0), "cron_hourly");
  await recordSignal(at(1), "webhook_verified");
  return {
    owner,
    hear: (ms: number) => recordSignal(at(ms), "webhook_verified"),
    /** A backfill finds an event of `eventMs` that no webhook delivered. */
    find: (eventMs: number, ms: number) =>
      suspectStalledWebhooks(at(ms), { newestEventAt: start + eventMs }),
    watch: (ms: number) => watchWebhooks(at(ms)),
    subjects: () => listSubjects(shop, owner.id),
  };
}

const listSubjects = async (shop: TestShop, id: string) =>
  (await shop.emailsTo(id)).map(({ subject }) => subject);

const STALLED = "Webhooks from Stripe stopped arriving";

it("a stall is reported once, however many backfills find events, and its end once", async () => {
  const { find, watch, hear, subjects } = await openWatchedShop();
  await find(HOUR, 2 * HOUR);
  await watch(2 * HOUR);
  expect(await subjects()).toEqual([]);
  await watch(2 * HOUR + 10 * MINUTE);
  expect(await subjects()).toEqual([STALLED]);
  await find(3 * HOUR, 4 * HOUR);
  await watch(4 * HOUR + 10 * MINUTE);
  expect(await subjects()).toEqual([STALLED]);
  await hear(5 * HOUR);
  await watch(5 * HOUR);
  await watch(6 * HOUR);
  expect(await subjects()).toEqual([STALLED, "Webhooks from Stripe are arriving again"]);
});

it("a second stall is reported again", async () => {
  const { find, watch, hear, subjects } = await openWatchedShop();
  await find(HOUR, 2 * HOUR);
  await watch(3 * HOUR);
  await hear(4 * HOUR);
  await watch(4 * HOUR);
  await find(6 * HOUR, 7 * HOUR);
  await watch(8 * HOUR);
  expect((await subjects()).filter((subject) => subject === STALLED)).toHaveLength(2);
});

it("webhooks that arrive after the event, or soon after the suspicion, have not stalled", async () => {
  const { find, watch, hear, subjects } = await openWatchedShop();
  await hear(HOUR);
  await find(HOUR - MINUTE, 2 * HOUR);
  await watch(3 * HOUR);
  await find(2 * HOUR, 3 * HOUR);
  await hear(3 * HOUR + MINUTE);
  await watch(3 * HOUR + 10 * MINUTE);
  await watch(5 * HOUR);
  expect(await subjects()).toEqual([]);
});

it("events that have just happened, or are older than the shop, are no sign of a stall", async () => {
  const { find, watch, subjects } = await openWatchedShop();
  await find(2 * HOUR - 5 * MINUTE, 2 * HOUR);
  await find(-HOUR, 2 * HOUR);
  await watch(3 * HOUR);
  expect(await subjects()).toEqual([]);
});
