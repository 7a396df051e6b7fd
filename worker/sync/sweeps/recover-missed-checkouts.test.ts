import { beforeEach, describe, expect, it } from "vitest";
import { readActionItemFacts } from "../../admin/overview/action-items.query.ts";
import { runDoctor } from "../../admin/doctor/run-doctor.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { listAccessReasons, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { recoverMissedCheckouts } from "./recover-missed-checkouts.ts";

// There is one cursor for each mode, and all tests share a mode.
beforeEach(emptyDatabase);

/** Returns a context some minutes from now. */
const later = (shop: TestShop, minutes: number) =>
  shop.ctx(undefined, Date.now() + minutes * MINUTE);

async function countEventRequests(shop: TestShop): Promise<number> {
  const { requests } = await shop.control<{ requests: { method: string; path: string }[] }>(
    "requests",
  );
  return requests.filter(({ method, path }) => method === "GET" && path === "/v1/events").length;
}

describe("a paid checkout without a webhook", () => {
  it("a missed checkout gives access with the next cron job after two minutes, and is a finding", async () => {
    const shop = openTestShop();
    const { userId, checkout, customerId } = await payForNewProduct(shop);
    await runCron(later(shop, 1), "*/5 * * * *");
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual([]);

    await runCron(later(shop, 3), "*/5 * * * *");
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect((await showDriftReport(shop.ctx())).incidents).toMatchObject([
      {
        kind: "missed_checkout",
        customerId,
        stripeObjectId: new URL(checkout.url).pathname.split("/").at(-1),
        userId,
      },
    ]);
  });

  it("a missed checkout is under attention and in the doctor's report for a day", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const findCheck = async (ctx: Parameters<typeof runDoctor>[0]) =>
      (await runDoctor(ctx)).checks.find(({ id }) => id === "missed_checkouts");
    // Before the next run, nobody knows of it: the check says no more than what was looked at.
    expect(await findCheck(later(shop, 1))).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/^In the last 24 hours, the shop found no paid checkout/),
    });
    await recoverMissedCheckouts(later(shop, 3));
    const { db } = shop.ctx();
    const count = async (now: number) =>
      (await readActionItemFacts(db, "test", now)).missedCheckouts;
    expect(await count(Date.now() + 5 * MINUTE)).toBe(1);
    expect(await count(Date.now() + DAY + 5 * MINUTE)).toBe(0);
    expect(await findCheck(later(shop, 5))).toMatchObject({
      state: "warning",
      message: expect.stringContaining("1 paid checkout"),
    });
    expect(await findCheck(later(shop, 25 * 60))).toMatchObject({ state: "ok" });
  });

  it("a missed checkout is repaired once, and a webhook that comes later changes nothing", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    expect(await recoverMissedCheckouts(later(shop, 3))).toBe(1);
    expect(await recoverMissedCheckouts(later(shop, 8))).toBe(0);
    await shop.processQueue();
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await recoverMissedCheckouts(later(shop, 13))).toBe(0);
    expect((await showDriftReport(shop.ctx())).incidents).toHaveLength(1);
  });

  it("a missed checkout is found by a later run if Stripe does not answer", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/events", times: 99, status: 500 });
    await runCron(later(shop, 3), "*/5 * * * *");
    await shop.control("faults", { match: "GET /v1/events", times: 0 });
    await runCron(later(shop, 8), "*/5 * * * *");
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  it("a checkout is no finding if the webhook came in time", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    for (const event of await shop.events()) await shop.deliver(event);
    expect(await recoverMissedCheckouts(later(shop, 3))).toBe(0);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect((await showDriftReport(shop.ctx())).incidents).toEqual([]);
  });
});

describe("without a checkout that may be paid", () => {
  it("Stripe is not asked, and with many open ones it is asked once", async () => {
    const shop = openTestShop();
    await recoverMissedCheckouts(later(shop, 3));
    expect(await countEventRequests(shop)).toBe(0);
    const product = await shop.createPublishedProduct({});
    for (let buyers = 0; buyers < 3; buyers++)
      await openCheckout(shop.asUser(await shop.createUser()), {
        priceId: product.prices[0]!.id,
      });
    await recoverMissedCheckouts(later(shop, 1));
    expect(await countEventRequests(shop)).toBe(0);
    await recoverMissedCheckouts(later(shop, 3));
    expect(await countEventRequests(shop)).toBe(1);
  });
});
