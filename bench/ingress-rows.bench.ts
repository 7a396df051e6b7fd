import type Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { listGrantsInForce } from "../worker/access/list-grants.ts";
import { syncStripeCustomer } from "../worker/sync/customer/sync-stripe-customer.ts";
import { fillShopSql } from "../worker/testing/fill/fill-shop.ts";
import { monthly, payForNewProduct } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../worker/testing/database/empty-database.ts";
import { budgets, goals, type Work } from "./ingress-rows-budget.ts";
import { createTimeControl } from "./storm/time.ts";

/** What other people do in the shop: a statement that reads all of it is over its budget. */
const PRODUCTS = 200;
const OTHERS = { orders: 1000, subscriptions: 200 };
const DAYS_IN_MONTH = 31;

/**
 * Counts the rows that D1 bills for. Each changed index counts as a row written. Neither the size of the catalog nor the
 * speed of the machine changes them, so the goals are the same at length and in brief.
 */
test("rows read and written", async () => {
  await emptyDatabase();
  countTime();
  const shop = openTestShop({ hasEmailSender: true });
  const time = createTimeControl(shop);
  const order = await payForNewProduct(shop);
  const orderEvents = await findLatestEvents("checkout.session.completed");
  const subscription = await payForNewProduct(shop, { prices: [monthly] });
  const subscriptionEvents = await findLatestEvents("checkout.session.completed");
  const { userId, customerId, product } = await payForNewProduct(shop);
  // Once a minute the shop records that webhooks arrive, which is no purchase's cost.
  const recordArrival = (id: string) =>
    shop.deliver({ ...orderEvents[0]!, ...eventOfNoCustomer, id } as Stripe.Event);
  await recordArrival("evt_fill");
  const others = { userId, customerId, productId: product.id, now: Date.now(), ...OTHERS };
  const fill = [
    fillCatalogSql,
    fillCustomersSql(userId),
    fillNotificationsSql,
    ...fillShopSql(others),
  ];
  for (const sql of fill) await shop.env.DB.prepare(sql).run();
  const count = createCountingD1(shop.env.DB);
  shop.env.DB = count.d1;

  async function findLatestEvents(...types: Stripe.Event.Type[]): Promise<Stripe.Event[]> {
    const events = (await shop.events()).toReversed();
    return types.map((type) => events.find((event) => event.type === type)!);
  }

  async function report(name: Work, events: Stripe.Event[], work: () => Promise<unknown>) {
    count.take();
    count.takeClasses();
    for (const event of events) await shop.deliver(event);
    const webhook = count.take();
    await work();
    const sync = count.take();
    const sum = { read: webhook.read + sync.read, written: webhook.written + sync.written };
    const { read, written } = goals[name];
    console.log(
      `${name.padEnd(28)} ${formatRowCount(sum)} (goal ${read}/${written})` +
        (events.length > 0
          ? `   ${events.length} × webhook ${formatRowCount(webhook)}, sync ${formatRowCount(sync)}`
          : ""),
    );
    const over = [...count.takeClasses()].filter(([statement, rows]) => {
      const [mostRead, mostWritten] = budgets[name][statement] ?? [0, 0];
      return rows.read > mostRead || rows.written > mostWritten;
    });
    const texts = over.map(([statement, rows]) => `${statement} ${formatRowCount(rows)}`);
    expect.soft({ name, over: texts }).toEqual({ name, over: [] });
    expect.soft(sum.read).toBeLessThanOrEqual(read);
    expect.soft(sum.written).toBeLessThanOrEqual(written);
  }

  await report("purchase, one-time", orderEvents, shop.processQueue);
  await report("purchase, subscription", subscriptionEvents, shop.processQueue);
  await time.advance(DAYS_IN_MONTH);
  const renewal = await findLatestEvents("invoice.paid", "customer.subscription.updated");
  await recordArrival("evt_fill_2");
  await report("renewal", renewal, shop.processQueue);
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: order.customerId, force: true });
  // Stripe made the invoice of the order after its payment, so this sync has a change.
  await sync();
  await report("sync without changes", [], sync);
  await report("access check", [], () => listGrantsInForce(shop.ctx(), order));
  expect(await listGrantsInForce(shop.ctx(), subscription)).toHaveLength(1);
});

const fillCatalogSql = `INSERT INTO products (id, slug, name, mode, stripe_product_id, created_at, updated_at)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PRODUCTS})
  SELECT 'prd_fill' || i, 'fill-' || i, 'Product ' || i, 'test', 'prod_fill' || i, 0, 0 FROM n`;

const eventOfNoCustomer = {
  type: "file.created",
  data: { object: { id: "file_fill", object: "file" } },
};

/**
 * A Stripe customer who sorts after those of the test, whose ids are random: looking for the last one in an index reads
 * a row fewer.
 */
const fillCustomersSql = (
  userId: string,
) => `INSERT INTO customers (id, user_id, mode, stripe_customer_id, is_secondary, created_at)
  VALUES ('cus_fill', '${userId}', 'test', 'cus_~', 1, 0)`;

/** The first row of a table that counts its rows is written without reading the count. */
const fillNotificationsSql = `INSERT INTO notifications
    (mode, kind, dedupe_key, source_type, source_id, facts, created_at)
  VALUES ('test', 'sale', 'fill', 'shop', '', '{}', 0)`;

/** Lets a millisecond pass with each look at the clock: what is read again after seconds is not the machine's speed. */
function countTime(): void {
  const realNow = Date.now;
  let now = realNow();
  Date.now = () => ++now;
  onTestFinished(() => {
    Date.now = realNow;
  });
}

function formatRowCount({ read, written }: { read: number; written: number }): string {
  return `${String(read).padStart(3)} read, ${String(written).padStart(3)} written`;
}
