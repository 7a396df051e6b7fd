import { createFileProduct } from "../../worker/testing/fixtures/downloads.ts";
import { licenseBenefit } from "../../worker/testing/fixtures/licenses.ts";
import { monthly } from "../../worker/testing/fixtures/purchases.ts";
import { createSignedInUser } from "../../worker/testing/clients/sign-in.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import { openCheckout } from "../../worker/checkout/open-checkout.ts";
import { confirmCheckout } from "../../worker/checkout/confirm-checkout.ts";
import { runCron } from "../../worker/run-cron.ts";
import { deliverAndConsume, listEventIdsAfter } from "../storm/deliver-events.ts";
import { CONCURRENCY, runInParallel } from "../storm/run-in-parallel.ts";
import { createTimeControl } from "../storm/time.ts";
import type { SeededRandom } from "../storm/seeded-random.ts";

/** The same share and rate as in the table of costs: half of the customers subscribe, and buy once in 20 months. */
const SUBSCRIBES = 0.5;
const BUYS_IN_A_MONTH = 0.05;

const BOOKS = 12;
const DAYS_IN_MONTH = 31;
const FREQUENT = "*/5 * * * *";
const HOURLY = "17 * * * *";
const NIGHTLY = "23 3 * * *";
/** Runs in a row, which stand for a month's: what is archived or removed in steps gets done. */
const FREQUENT_RUNS = 6;

const firstNames = ["Ada", "Émile", "Noor", "Søren", "Yuki", "Ines", "Tomasz", "Olu"];
const lastNames = ["Lindqvist", "Okafor", "Moreau", "Tanaka", "Kowalska", "da Silva", "Berg"];

type Product = Awaited<ReturnType<TestShop["createPublishedProduct"]>>;

/** A customer who lived through it, signed in. */
export type Customer = Awaited<ReturnType<typeof createCustomer>>;

/**
 * Lets customers sign in, subscribe and buy for some months: every row is written by the Worker, with Stripe's events,
 * emails and the scheduled jobs.
 */
export async function liveYears(
  shop: TestShop,
  random: SeededRandom,
  size: { customers: number; months: number },
) {
  const time = createTimeControl(shop);
  const feature = `export-${crypto.randomUUID()}`;
  const membership = await shop.createPublishedProduct({
    name: "Membership",
    prices: [monthly],
    benefits: [{ type: "feature", name: "Export", settings: { key: feature } }, licenseBenefit()],
  });
  // Nobody buys the same book twice.
  const books: Product[] = [];
  for (let number = 1; number <= BOOKS; number++)
    books.push(await shop.createPublishedProduct({ name: `Book ${number}` }));
  const bought = new Map<Customer, number>();
  await createFileProduct(shop);
  const [latest] = (await shop.ctx().stripe.events.list({ limit: 1 })).data;
  let cursor = latest!.id;
  const customers: Customer[] = [];
  for (let number = 0; number < size.customers; number++)
    customers.push(await createCustomer(shop, random, number));

  const buy = async ({ userId }: Customer, product: Product) => {
    const user = () => shop.asUser(userId);
    const checkout = await openCheckout(user(), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(user(), { id: checkout.id });
  };
  const settle = async () => {
    const { ids, cursor: next } = await listEventIdsAfter(shop, cursor);
    cursor = next;
    await deliverAndConsume(shop, ids);
    for (const cron of [NIGHTLY, HOURLY, ...Array.from({ length: FREQUENT_RUNS }, () => FREQUENT)])
      await runCron(shop.ctx(), cron);
    await deliverAndConsume(shop, []);
  };

  const subscribers = customers.slice(0, Math.round(customers.length * SUBSCRIBES));
  await runInParallel(subscribers, CONCURRENCY, (customer) => buy(customer, membership));
  for (let month = 0; month < size.months; month++) {
    // Each customer buys at least once, or would be none.
    const buyers = customers.filter((customer) =>
      month === 0 ? !subscribers.includes(customer) : random.next() < BUYS_IN_A_MONTH,
    );
    await runInParallel(buyers, CONCURRENCY, async (customer) => {
      const number = bought.get(customer) ?? 0;
      bought.set(customer, number + 1);
      if (number < BOOKS) await buy(customer, books[number]!);
    });
    await settle();
    await time.advance(DAYS_IN_MONTH);
  }
  await settle();
  return { customers, feature };
}

async function createCustomer(shop: TestShop, random: SeededRandom, number: number) {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  return createSignedInUser({ name, email: `${number}.person@mail.example`, env: shop.env });
}
