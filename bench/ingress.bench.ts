import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import worker from "@gatehouse/worker";
import { payForNewProduct } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop, signWebhook } from "../worker/testing/shop.ts";
import { checkGoal, chooseSize, measure, printRatio, printTimes, ratio } from "./measure.ts";

const SIZE = chooseSize({ warmUp: 10, rounds: 60, calls: 25 });
const CALLS = (SIZE.warmUp + SIZE.rounds) * SIZE.calls;
const GOAL = 0.83;

/**
 * Compares the cost of a webhook delivery with a bare D1 batch that writes the same two rows. A delivery is the whole
 * route (headers, verification, one batch, response) and its deferred work (the queue message). Each delivery has a new
 * event of a known Stripe customer, and is signed before its round: a signature is valid for five minutes, and all rounds
 * take longer on a busy machine.
 *
 * The first event of a clean customer sends a message; later events before the sync send none. Both are measured
 * including their deferred work, and the first event also without it.
 */
test("webhook ingress against a bare batch of two statements", async () => {
  const shop = openTestShop();
  await payForNewProduct(shop);
  const template = (await shop.events()).find(({ type }) => type === "checkout.session.completed")!;
  const deliveriesTo = (customers: string[]) =>
    Promise.all(
      customers.map(async (customer) => {
        const payload = JSON.stringify(copyEvent(template, customer));
        return new Request("http://localhost:8787/api/stripe/webhook", {
          method: "POST",
          headers: {
            "content-type": "application/json; charset=utf-8",
            // Stripe sends this header, but `Request` doesn't set it.
            "content-length": String(payload.length),
            "stripe-signature": await signWebhook(payload),
          },
          body: payload,
        });
      }),
    );
  const cleanCustomers = await insertCustomers(2 * CALLS);
  const [dirtyCustomer, otherCustomer] = (await insertCustomers(2)) as [string, string];
  const unusedCustomers = [...cleanCustomers];
  let requests: Request[] = [];
  async function prepare(candidate: string) {
    const { calls } = SIZE;
    if (candidate.startsWith("first event"))
      requests = await deliveriesTo(unusedCustomers.splice(0, calls));
    else if (candidate.startsWith("later event"))
      requests = await deliveriesTo(Array<string>(calls).fill(dirtyCustomer));
  }
  const rows = Array.from({ length: 2 * CALLS }, () => copyEvent(template, otherCustomer));
  const bareBatch = () => writeBareBatch(rows.pop()!);

  // This queue has no consumer, so no sync runs during the measurement.
  const queue = (env as Env & { IDLE_QUEUE: Queue }).IDLE_QUEUE;
  let sent = 0;
  const countingQueue = {
    send: (message: unknown) => (sent++, queue.send(message)),
  } as unknown as Queue;
  const withQueue = { ...shop.env, SYNC_QUEUE: countingQueue };
  const deferred: Promise<unknown>[] = [];
  const execution = {
    waitUntil: (work: Promise<unknown>) => void deferred.push(work),
    passThroughOnException() {},
  } as unknown as ExecutionContext;
  const post = async (request: Request, to: Env) => {
    const response = await worker.fetch(request, to, execution);
    if (!response.ok) throw new Error(await response.text());
    await Promise.all(deferred.splice(0));
  };

  const [earlierEvent] = await deliveriesTo([dirtyCustomer]);
  await post(earlierEvent!, withQueue);
  expect(sent).toBe(1);
  const times = await measure(
    {
      "first event": () => post(requests.pop()!, withQueue),
      "first event, until its response": () => post(requests.pop()!, shop.env),
      "later event": () => post(requests.pop()!, withQueue),
      "bare batch": bareBatch,
      "bare batch, then a bare send": async () => {
        await bareBatch();
        await queue.send({ customerId: otherCustomer });
      },
    },
    { ...SIZE, prepare },
  );
  printTimes(times);
  const bare = times["bare batch"];
  checkGoal(
    "bare batch ÷ first event, until its response",
    ratio(bare, times["first event, until its response"]),
    GOAL,
  );
  checkGoal("bare batch ÷ later event, without a message", ratio(bare, times["later event"]), GOAL);
  printRatio("bare batch ÷ first event, with its message", ratio(bare, times["first event"]));
  printRatio(
    "bare batch and send ÷ first event, with its message",
    ratio(times["bare batch, then a bare send"], times["first event"]),
  );

  expect(sent + shop.queued.length).toBe(1 + 2 * CALLS);
  const { received } = (await env.DB.prepare(
    "SELECT count(*) AS received FROM events WHERE status = 'received' AND stripe_customer_id IN (SELECT value FROM json_each(?))",
  )
    .bind(JSON.stringify([...cleanCustomers, dirtyCustomer, otherCustomer]))
    .first<{ received: number }>())!;
  expect(received).toBe(1 + 5 * CALLS);
});

/** Copies an event with a new id and the given Stripe customer. */
function copyEvent(event: Stripe.Event, customer: string): Stripe.Event {
  const object = { ...event.data.object, customer };
  return {
    ...event,
    id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
    data: { object },
  } as Stripe.Event;
}

/** Inserts users without purchases. @returns the ids of their Stripe customers */
async function insertCustomers(count: number): Promise<string[]> {
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

function writeBareBatch(event: Stripe.Event): Promise<D1Result[]> {
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
