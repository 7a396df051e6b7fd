import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import worker from "../worker/index.ts";
import { findCustomerOfUser } from "../worker/features/customers/store.ts";
import { subjectOf } from "../worker/stripe/events.ts";
import { payForNewProduct } from "../worker/testing/purchases.ts";
import { openTestShop, sign } from "../worker/testing/shop.ts";
import { measure, printTimes, ratio } from "./measure.ts";

const SIZE = { warmUp: 10, rounds: 60, calls: 25 };
const GOAL = 0.7;

/**
 * What it costs to take a delivery: the whole route (headers, verification, one batch, enqueue, answer) against a bare
 * D1 batch that writes the same two rows. Every delivery is of a new event of a known customer, and was signed before.
 */
test("webhook ingress against a bare batch of two statements", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop);
  const customer = await findCustomerOfUser(shop.ctx().db, userId, "test");
  const [template] = (await shop.events()).filter(
    (event) => subjectOf(event).stripeCustomerId === customer?.stripeCustomerId,
  );
  expect(template).toBeDefined();

  const calls = (SIZE.warmUp + SIZE.rounds) * SIZE.calls;
  const requests = await Promise.all(
    copies(template!, 2 * calls).map(async (event) => {
      const payload = JSON.stringify(event);
      return new Request("http://localhost:8787/api/stripe/webhook", {
        method: "POST",
        headers: { "stripe-signature": await sign(shop.ctx().stripe, payload) },
        body: payload,
      });
    }),
  );
  const rows = copies(template!, 2 * calls);
  // A queue that nobody consumes, so that no sync runs meanwhile.
  const shopEnv = { ...shop.env, SYNC_QUEUE: (env as Env & { IDLE_QUEUE: Queue }).IDLE_QUEUE };
  const execution = createExecutionContext();

  const post = async (to: Env) => {
    const response = await worker.fetch(requests.pop()!, to, execution);
    if (!response.ok) throw new Error(await response.text());
  };
  const times = await measure(
    {
      "webhook ingress": () => post(shopEnv),
      "… and the queue costs nothing": () => post(shop.env),
      "bare batch of two statements": () => bareBatch(rows.pop()!, customerId),
      "bare batch, then a bare send": async () => {
        await bareBatch(rows.pop()!, customerId);
        await shopEnv.SYNC_QUEUE.send({ customerId });
      },
    },
    SIZE,
  );
  printTimes(times);
  const batch = times["bare batch of two statements"];
  const ours = times["webhook ingress"];
  const print = (name: string, value: number, goal = "") =>
    console.log(`${name.padEnd(48)} ${value.toFixed(2)}${goal}`);
  print("webhook ingress ÷ bare batch", ratio(batch, ours), ` (goal ≥ ${GOAL.toFixed(2)})`);
  print("… without the queue", ratio(batch, times["… and the queue costs nothing"]));
  print(
    "webhook ingress ÷ bare batch and send",
    ratio(times["bare batch, then a bare send"], ours),
  );
  const { received } = (await env.DB.prepare(
    "SELECT count(*) AS received FROM events WHERE customer_id = ?",
  )
    .bind(customerId)
    .first<{ received: number }>())!;
  expect(received).toBe(4 * calls);
});

/** So many events that differ in their ids alone. */
function copies(event: Stripe.Event, count: number): Stripe.Event[] {
  return Array.from({ length: count }, () => ({
    ...event,
    id: `evt_${crypto.randomUUID().replaceAll("-", "")}`,
  }));
}

function bareBatch(event: Stripe.Event, customerId: string): Promise<D1Result[]> {
  const now = Date.now();
  return env.DB.batch([
    env.DB.prepare(
      `INSERT INTO events (id, mode, type, stripe_customer_id, customer_id, dirty_seq, status, payload, created_at, received_at)
        VALUES (?, 'test', ?, ?, ?, 1, 'received', ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).bind(
      event.id,
      event.type,
      subjectOf(event).stripeCustomerId,
      customerId,
      JSON.stringify(event),
      event.created * 1000,
      now,
    ),
    env.DB.prepare("UPDATE customers SET dirty_seq = dirty_seq + 1 WHERE id = ?").bind(customerId),
  ]);
}
