import { describe, expect, test, vi } from "vitest";
import { openTestShop } from "../testing/shop.ts";
import {
  createTestEndpoint,
  insertTestEvents,
  openReceiver,
  runDeliveries,
} from "../testing/fakes/webhooks.ts";
import { MINUTE } from "../lib/time.ts";
import { enqueueWebhooks } from "./enqueue-webhooks.ts";

const userIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

describe("the webhook queue", () => {
  test("the webhook queue gets an endpoint when an event is in the feed, and not when it has all of them", async () => {
    const shop = openTestShop();
    const { id } = await createTestEndpoint(shop.ctx(), { url: openReceiver().url });
    await enqueueWebhooks(shop.ctx());
    expect(shop.queuedWebhooks).not.toContainEqual({ endpointId: id });
    await insertTestEvents(shop.ctx(), userIds(1));
    await enqueueWebhooks(shop.ctx());
    expect(shop.queuedWebhooks).toContainEqual({ endpointId: id });
    await runDeliveries(shop, id, { from: Date.now() });
    shop.queuedWebhooks.length = 0;
    await enqueueWebhooks(shop.ctx());
    expect(shop.queuedWebhooks).not.toContainEqual({ endpointId: id });
  });

  test("the webhook queue gets an endpoint when a retry is due", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    await receiver.answer([{ status: 500 }]);
    await insertTestEvents(ctx, userIds(1));
    await runDeliveries(shop, id, { from: ctx.now });
    await enqueueWebhooks(ctx);
    expect(shop.queuedWebhooks).not.toContainEqual({ endpointId: id });
    await enqueueWebhooks(shop.ctx(undefined, ctx.now + MINUTE));
    expect(shop.queuedWebhooks).toContainEqual({ endpointId: id });
  });

  test("the webhook queue drains more events than one run attempts, by enqueuing the endpoint again", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    const sequences = await insertTestEvents(ctx, userIds(90));
    shop.queuedWebhooks.push({ endpointId: id }, { endpointId: id });
    let runs = 0;
    while (shop.queuedWebhooks.length > 0) {
      await shop.processWebhooks(ctx.now);
      runs++;
    }
    expect((await receiver.receivedSequences()).toSorted((a, b) => a - b)).toEqual(sequences);
    expect(runs).toBe(3);
  });

  test("the webhook queue delivers to an endpoint while another one in the same batch hangs", async () => {
    const shop = openTestShop();
    const [slow, quick] = [openReceiver(), openReceiver()];
    const ctx = shop.ctx();
    const endpoints = [
      await createTestEndpoint(ctx, { url: slow.url }),
      await createTestEndpoint(ctx, { url: quick.url }),
    ];
    await slow.answer([{ hang: true }]);
    const [sequence] = await insertTestEvents(ctx, userIds(1));
    shop.queuedWebhooks.push(...endpoints.map(({ id }) => ({ endpointId: id })));
    const processed = shop.processWebhooks(ctx.now);
    await vi.waitUntil(async () => (await quick.received()).length > 0, { timeout: 60_000 });
    expect(await quick.receivedSequences()).toEqual([sequence]);
    await slow.answer([]);
    await processed;
    expect(await slow.receivedSequences()).toEqual([sequence]);
  });
});
