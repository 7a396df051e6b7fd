import type Stripe from "stripe";
import { expect, it } from "vitest";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { findEvent } from "../inbox/store.ts";

async function createPaidCheckout(shop: TestShop) {
  const { userId } = await payForNewProduct(shop);
  const completed = (await shop.events()).find(({ type }) => type === "checkout.session.completed");
  return { userId, completed: completed! };
}

const findStoredEvent = (shop: TestShop, { id }: Stripe.Event) =>
  findEvent(shop.ctx().db, "test", id);

// https://github.com/liberusoftware/genealogy-laravel/pull/1602
it("every delivery is refused without a webhook secret, signed or not", async () => {
  const shop = openTestShop();
  const { completed } = await createPaidCheckout(shop);
  const secrets = shop.env.STRIPE_WEBHOOK_SECRET;
  for (const none of ["", ",", " "]) {
    shop.env.STRIPE_WEBHOOK_SECRET = none;
    expect((await shop.deliver(completed, { signature: null })).status).toBeGreaterThanOrEqual(400);
    const signature = "t=1,v1=00";
    expect((await shop.deliver(completed, { signature })).status).toBeGreaterThanOrEqual(400);
  }
  shop.env.STRIPE_WEBHOOK_SECRET = secrets;
  expect(await findStoredEvent(shop, completed)).toBeUndefined();
  expect(shop.queued).toEqual([]);
});

it("an event that can't be stored is refused, and processed when Stripe sends it again", async () => {
  const shop = openTestShop();
  const { userId, completed } = await createPaidCheckout(shop);
  const database = shop.env.DB;
  shop.env.DB = new Proxy(database, {
    get(target, name: keyof D1Database) {
      if (name === "batch") return () => Promise.reject(new Error("D1 is away"));
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  expect((await shop.deliver(completed)).status).toBe(500);
  expect(shop.queued).toEqual([]);
  shop.env.DB = database;
  expect(await findStoredEvent(shop, completed)).toBeUndefined();
  expect((await shop.deliver(completed)).status).toBe(200);
  await shop.processQueue();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
});

it.each([
  [
    "before it was stored",
    { afterCommit: false, message: "D1 DB reset because its code was updated." },
  ],
  ["after it was stored, so that the answer is lost", { afterCommit: true }],
])("an event that D1 fails %s is stored once, and Stripe hears no error", async (_, fault) => {
  const shop = openTestShop();
  const { userId, completed } = await createPaidCheckout(shop);
  const database = shop.env.DB;
  failDatabase(shop, { sql: "INSERT INTO events", ...fault });
  expect((await shop.deliver(completed)).status).toBe(200);
  shop.env.DB = database;
  expect(shop.queued).toHaveLength(1);
  await shop.processQueue();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
});

it("receiving a delivery makes no request to Stripe", async () => {
  const shop = openTestShop();
  const { completed } = await createPaidCheckout(shop);
  const events = await shop.events();
  const countStripeRequests = async () =>
    (await shop.control<{ requests: unknown[] }>("requests")).requests.length;
  const before = await countStripeRequests();
  for (const event of events) expect((await shop.deliver(event)).status).toBe(200);
  expect(await findStoredEvent(shop, completed)).toMatchObject({ status: "received" });
  expect(await countStripeRequests()).toBe(before);
});
