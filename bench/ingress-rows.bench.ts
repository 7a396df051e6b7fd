import type Stripe from "stripe";
import { expect, test } from "vitest";
import { listGrantedBenefits } from "../worker/access/list-grants.ts";
import { syncCustomer } from "../worker/sync/customer/sync-stripe-customer.ts";
import { monthly, payForNewProduct } from "../worker/testing/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { countRows } from "./create-counting-d1.ts";
import { openTime } from "./storm/time.ts";

/** As many products as the demo shop has, since a sync reads them all. */
const PRODUCTS = 6;
const A_MONTH = 31;

/** What D1 bills for, by its own count: an index that changes is a row written. */
test("rows read and written", async () => {
  const shop = openTestShop();
  const time = openTime(shop);
  for (let more = PRODUCTS - 2; more > 0; more--) await shop.sell({});
  const order = await payForNewProduct(shop);
  const orderEvents = await latest("checkout.session.completed");
  const subscription = await payForNewProduct(shop, { prices: [monthly] });
  const subscriptionEvents = await latest("checkout.session.completed");
  const count = countRows(shop.env.DB);
  shop.env.DB = count.d1;

  async function latest(...types: Stripe.Event.Type[]): Promise<Stripe.Event[]> {
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
      `${name.padEnd(28)} ${shown(sum)}` +
        (events.length > 0
          ? `   ${events.length} × webhook ${shown(webhook)}, sync ${shown(sync)}`
          : ""),
    );
    return sum;
  }

  await report("purchase, one-time", orderEvents, shop.work);
  await report("purchase, subscription", subscriptionEvents, shop.work);
  await time.advance(A_MONTH);
  const renewal = await latest("invoice.paid", "customer.subscription.updated");
  await report("renewal", renewal, shop.work);
  await report("sync without news", [], () =>
    syncCustomer(shop.ctx(), { customerId: order.customerId, force: true }),
  );
  const check = await report("check of access", [], () => listGrantedBenefits(shop.ctx(), order));
  expect(check.written).toBe(0);
  expect(await listGrantedBenefits(shop.ctx(), subscription)).toHaveLength(1);
});

function shown({ read, written }: { read: number; written: number }): string {
  return `${String(read).padStart(3)} read, ${String(written).padStart(3)} written`;
}
