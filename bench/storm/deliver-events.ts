import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import type Stripe from "stripe";
import type { SyncMessage } from "../../worker/context.ts";
import worker from "../../worker/index.ts";
import { eventTypes } from "../../worker/stripe/event-types.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { Chance } from "./seeded-random.ts";
import { inParallel } from "./run-in-parallel.ts";

/** As in wrangler.toml. */
const BATCH = 10;
const CONSUMERS = 4;
/** Deliveries under way at a time. */
const COURIERS = 6;
/** So many deliveries arrive while each consumer works one batch. */
const STEP = 200;

const subscribed = new Set<string>(eventTypes);

/** Events that a webhook endpoint of ours is sent and that Stripe made after `cursor`, oldest first. */
export async function eventsAfter(
  shop: TestShop,
  cursor: string,
): Promise<{ events: Stripe.Event[]; cursor: string }> {
  const events: Stripe.Event[] = [];
  for (let last = cursor; ;) {
    const { data, has_more: more } = await shop
      .ctx()
      .stripe.events.list({ limit: 100, ending_before: last });
    events.push(...data.toReversed());
    last = events.at(-1)?.id ?? last;
    if (!more) return { events: events.filter(({ type }) => subscribed.has(type)), cursor: last };
  }
}

/** How the mail fares: a tenth is lost, a third comes twice, and all of it out of order. */
export function fate(events: Stripe.Event[], chance: Chance) {
  const shuffled = chance.shuffle(events);
  const tenth = Math.round(events.length / 10);
  const lost = shuffled.slice(0, tenth);
  const kept = shuffled.slice(tenth);
  const twice = kept.slice(0, Math.round(events.length / 3));
  return { lost, kept, deliveries: chance.shuffle([...kept, ...twice]) };
}

/**
 * Delivers to the webhook route while the queue is worked, until nothing is left of either. The pace is fixed, since
 * calls within this process would otherwise leave none of their turns to the consumers' calls to Stripe.
 */
export async function deliverAndWork(shop: TestShop, events: Stripe.Event[]): Promise<void> {
  for (let at = 0; at < events.length; at += STEP) {
    await Promise.all([deliver(shop, events.slice(at, at + STEP)), workOnce(shop)]);
  }
  while (shop.queued.length > 0) await workOnce(shop);
}

async function deliver(shop: TestShop, events: Stripe.Event[]): Promise<void> {
  await inParallel(events, COURIERS, async (event) => {
    const response = await shop.deliver(event);
    if (!response.ok) throw new Error(`${event.type} was answered ${response.status}`);
  });
}

/** Each consumer takes one batch. What they want to try again is put at the end of the queue. */
async function workOnce(shop: TestShop): Promise<void> {
  const again = await Promise.all(Array.from({ length: CONSUMERS }, () => workBatch(shop)));
  shop.queued.push(...again.flat());
}

/** One batch through the Worker's own `queue` handler. @returns what it wants to try again */
async function workBatch(shop: TestShop): Promise<SyncMessage[]> {
  const messages = shop.queued
    .splice(0, BATCH)
    .map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body }));
  if (messages.length === 0) return [];
  const batch = createMessageBatch<SyncMessage>("gatehouse-sync", messages);
  const execution = createExecutionContext();
  await worker.queue(batch, shop.env, execution);
  const { retryMessages } = await getQueueResult(batch, execution);
  const again = new Set(retryMessages.map(({ msgId }) => msgId));
  return messages.filter(({ id }) => again.has(id)).map(({ body }) => body);
}
