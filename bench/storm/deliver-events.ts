import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import type { SyncMessage } from "../../worker/context.ts";
import worker from "../../worker/index.ts";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { runInParallel } from "./run-in-parallel.ts";

/** The same values as in wrangler.toml. */
const BATCH_SIZE = 10;
const CONSUMERS = 4;
/** The number of concurrent deliveries. */
const CONCURRENT_DELIVERIES = 6;
/** The number of deliveries while each consumer processes one batch. */
const DELIVERIES_PER_STEP = 200;

const subscribedTypes = new Set<string>(eventTypes);

/**
 * Returns the ids of the events after `cursor` that our webhook endpoint subscribes to, oldest first. Only the ids,
 * because the payloads of a large storm would fill the memory that the benchmark watches.
 */
export async function listEventIdsAfter(
  shop: TestShop,
  cursor: string,
): Promise<{ ids: string[]; cursor: string }> {
  const ids: string[] = [];
  for (let lastId = cursor; ;) {
    const { data, has_more: more } = await shop
      .ctx()
      .stripe.events.list({ limit: 100, ending_before: lastId });
    for (const { id, type } of data.toReversed()) if (subscribedTypes.has(type)) ids.push(id);
    lastId = data[0]?.id ?? lastId;
    if (!more) return { ids, cursor: lastId };
  }
}

/** Simulates deliveries: loses a tenth of the events, duplicates a third, and shuffles all of them. */
export function simulateDeliveries(ids: string[], random: SeededRandom) {
  const shuffled = random.shuffle(ids);
  const tenth = Math.round(ids.length / 10);
  const lost = shuffled.slice(0, tenth);
  const kept = shuffled.slice(tenth);
  const duplicated = kept.slice(0, Math.round(ids.length / 3));
  return { lost, kept, deliveries: random.shuffle([...kept, ...duplicated]) };
}

/**
 * Delivers events to the webhook route while consuming the queue, until both are done. Deliveries run in fixed steps,
 * because otherwise they would starve the consumers' requests to Stripe.
 */
export async function deliverAndConsume(shop: TestShop, eventIds: string[]): Promise<void> {
  for (let at = 0; at < eventIds.length; at += DELIVERIES_PER_STEP) {
    await Promise.all([
      deliver(shop, eventIds.slice(at, at + DELIVERIES_PER_STEP)),
      consumeOnce(shop),
    ]);
  }
  while (shop.queued.length > 0) await consumeOnce(shop);
}

async function deliver(shop: TestShop, eventIds: string[]): Promise<void> {
  const { stripe } = shop.ctx();
  await runInParallel(eventIds, CONCURRENT_DELIVERIES, async (id) => {
    const event = await stripe.events.retrieve(id);
    const response = await shop.deliver(event);
    if (!response.ok) throw new Error(`${event.type} got the response ${response.status}`);
  });
}

/** Lets each consumer process one batch. Messages to retry go to the end of the queue. */
async function consumeOnce(shop: TestShop): Promise<void> {
  const retries = await Promise.all(Array.from({ length: CONSUMERS }, () => consumeBatch(shop)));
  shop.queued.push(...retries.flat());
}

/** Processes one batch with the Worker's own `queue` handler. @returns the messages to retry */
async function consumeBatch(shop: TestShop): Promise<SyncMessage[]> {
  const messages = shop.queued
    .splice(0, BATCH_SIZE)
    .map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body }));
  if (messages.length === 0) return [];
  const batch = createMessageBatch<SyncMessage>("gatehouse-sync", messages);
  const execution = createExecutionContext();
  await worker.queue(batch, shop.env, execution);
  const { retryMessages } = await getQueueResult(batch, execution);
  const retryIds = new Set(retryMessages.map(({ msgId }) => msgId));
  return messages.filter(({ id }) => retryIds.has(id)).map(({ body }) => body);
}
