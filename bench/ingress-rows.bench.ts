import type Stripe from "stripe";
import { expect, test } from "vitest";
import { listGrantsInForce } from "../worker/access/list-grants.ts";
import { syncStripeCustomer } from "../worker/sync/customer/sync-stripe-customer.ts";
import { monthly, payForNewProduct } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../worker/testing/database/empty-database.ts";
import { createTimeControl } from "./storm/time.ts";

/** The number of products in the shop. A sync reads all of them. */
const PRODUCTS = 6;
const DAYS_IN_MONTH = 31;

/** Prints the rows that D1 bills for. Each changed index counts as a row written. */
test("rows read and written", async () => {
  await emptyDatabase();
  const shop = openTestShop({ hasEmailSender: true });
  const time = createTimeControl(shop);
  for (let missing = PRODUCTS - 2; missing > 0; missing--) await shop.createPublishedProduct({});
  const order = await payForNewProduct(shop);
  const orderEvents = await findLatestEvents("checkout.session.completed");
  const subscription = await payForNewProduct(shop, { prices: [monthly] });
  const subscriptionEvents = await findLatestEvents("checkout.session.completed");
  const count = createCountingD1(shop.env.DB);
  shop.env.DB = count.d1;

  async function findLatestEvents(...types: Stripe.Event.Type[]): Promise<Stripe.Event[]> {
    const events = (await shop.events()).toReversed();
    return types.map((type) => events.find((event) => event.type === type)!);
  }

  async function report(name: string, events: Stripe.Event[], work: () => Promise<unknown>) {
    for (const event of events) await shop.deliver(event);
    const webhook = count.take();
    await work();
    const sync = count.take();
    const sum = { read: webhook.read + sync.read, written: webhook.written + sync.written };
    console.log(
      `${name.padEnd(28)} ${formatRowCount(sum)}` +
        (events.length > 0
          ? `   ${events.length} × webhook ${formatRowCount(webhook)}, sync ${formatRowCount(sync)}`
          : ""),
    );
    return sum;
  }

  await report("purchase, one-time", orderEvents, shop.processQueue);
  await report("purchase, subscription", subscriptionEvents, shop.processQueue);
  await time.advance(DAYS_IN_MONTH);
  const renewal = await findLatestEvents("invoice.paid", "customer.subscription.updated");
  await report("renewal", renewal, shop.processQueue);
  await report("sync without changes", [], () =>
    syncStripeCustomer(shop.ctx(), { customerId: order.customerId, force: true }),
  );
  const check = await report("access check", [], () => listGrantsInForce(shop.ctx(), order));
  expect(check.written).toBe(0);
  expect(await listGrantsInForce(shop.ctx(), subscription)).toHaveLength(1);
});

function formatRowCount({ read, written }: { read: number; written: number }): string {
  return `${String(read).padStart(3)} read, ${String(written).padStart(3)} written`;
}
