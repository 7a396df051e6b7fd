import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import worker from "../worker/index.ts";
import { payForNewProduct } from "../worker/testing/purchases.ts";
import { openTestShop, sign } from "../worker/testing/shop.ts";
import { measure, printTimes, ratio } from "./measure.ts";

const SIZE = { warmUp: 10, rounds: 60, calls: 25 };
const CALLS = (SIZE.warmUp + SIZE.rounds) * SIZE.calls;
const GOAL = 0.7;

/**
 * What it costs to take a delivery: the whole route (headers, verification, one batch, answer) and the work it defers (the
 * message to the queue), against a bare D1 batch that writes the same two rows. Every delivery is of a new event of a
 * known customer, and was signed before.
 *
 * The first event of a clean customer sends a message; those that follow before the customer is synced send none. Both
 * are measured to the end of their deferred work, and the first once more until its answer alone.
 */
test("webhook ingress against a bare batch of two statements", async () => {
  const shop = openTestShop();
  await payForNewProduct(shop);
  const template = (await shop.events()).find(({ type }) => type === "checkout.session.completed")!;
  const deliveriesTo = (customers: string[]) =>
    Promise.all(
      customers.map(async (customer) => {
        const payload = JSON.stringify(copy(template, customer));
        return new Request("http://localhost:8787/api/stripe/webhook", {
          method: "POST",
          headers: { "stripe-signature": await sign(shop.ctx().stripe, payload) },
          body: payload,
        });
      }),
    );
  const clean = await makeCustomers(2 * CALLS);
  const [busy, another] = (await makeCustomers(2)) as [string, string];
  const firsts = await deliveriesTo(clean);
  const further = await deliveriesTo(Array<string>(CALLS).fill(busy));
  const rows = Array.from({ length: 2 * CALLS }, () => copy(template, another));
  const bareBatch = () => writeBare(rows.pop()!);

  // Nobody consumes this queue, so that no sync runs meanwhile.
  const queue = (env as Env & { IDLE_QUEUE: Queue }).IDLE_QUEUE;
  let sent = 0;
  const counted = { send: (message: unknown) => (sent++, queue.send(message)) } as unknown as Queue;
  const withQueue = { ...shop.env, SYNC_QUEUE: counted };
  const deferred: Promise<unknown>[] = [];
  const execution = {
    waitUntil: (work: Promise<unknown>) => void deferred.push(work),
    passThroughOnException() {},
  } as unknown as ExecutionContext;
  const post = async (requests: Request[], to: Env) => {
    const response = await worker.fetch(requests.pop()!, to, execution);
    if (!response.ok) throw new Error(await response.text());
    await Promise.all(deferred.splice(0));
  };

  await post(await deliveriesTo([busy]), withQueue);
  expect(sent).toBe(1);
  const times = await measure(
    {
      "first event": () => post(firsts, withQueue),
      "first event, until its answer": () => post(firsts, shop.env),
      "further event": () => post(further, withQueue),
      "bare batch": bareBatch,
      "bare batch, then a bare send": async () => {
        await bareBatch();
        await queue.send({ customerId: another });
      },
    },
    SIZE,
  );
  printTimes(times);
  const bare = times["bare batch"];
  const print = (name: string, value: number, goal = "") =>
    console.log(`${name.padEnd(64)} ${value.toFixed(2)}${goal}`);
  const goal = ` (goal ≥ ${GOAL.toFixed(2)})`;
  print(
    "bare batch ÷ first event, until its answer: message deferred",
    ratio(bare, times["first event, until its answer"]),
    goal,
  );
  print(
    "bare batch ÷ further event: a message is on its way already",
    ratio(bare, times["further event"]),
    goal,
  );
  print("bare batch ÷ first event, with its deferred message", ratio(bare, times["first event"]));
  print(
    "bare batch and send ÷ first event, with its deferred message",
    ratio(times["bare batch, then a bare send"], times["first event"]),
  );

  expect(sent + shop.queued.length).toBe(1 + 2 * CALLS);
  const { received } = (await env.DB.prepare(
    "SELECT count(*) AS received FROM events WHERE status = 'received'",
  ).first<{ received: number }>())!;
  expect(received).toBe(1 + 5 * CALLS);
});

/** A new event like that one, of this Stripe customer. */
function copy(event: Stripe.Event, customer: string): Stripe.Event {
  const object = { ...event.data.object, customer };
  return {
    ...event,
    id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
    data: { object },
  } as Stripe.Event;
}

/** So many people who have never bought. @returns their Stripe customers */
async function makeCustomers(count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => crypto.randomUUID().replaceAll("-", ""));
  const list = JSON.stringify(names);
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO users (id, name, created_at, updated_at) SELECT 'usr_' || value, 'A Buyer', 0, 0 FROM json_each(?)",
    ).bind(list),
    env.DB.prepare(
      "INSERT INTO customers (id, user_id, mode, stripe_customer_id, created_at) SELECT 'cst_' || value, 'usr_' || value, 'test', 'cus_' || value, 0 FROM json_each(?)",
    ).bind(list),
  ]);
  return names.map((name) => `cus_${name}`);
}

function writeBare(event: Stripe.Event): Promise<D1Result[]> {
  const { customer } = event.data.object as { customer: string };
  const customerId = customer.replace("cus_", "cst_");
  return env.DB.batch([
    env.DB.prepare(
      `INSERT INTO events (id, mode, type, stripe_customer_id, customer_id, dirty_seq, status, payload, created_at, received_at)
        VALUES (?, 'test', ?, ?, ?, 1, 'received', ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).bind(
      event.id,
      event.type,
      customer,
      customerId,
      JSON.stringify(event),
      event.created * 1000,
      Date.now(),
    ),
    env.DB.prepare("UPDATE customers SET dirty_seq = dirty_seq + 1 WHERE id = ?").bind(customerId),
  ]);
}
