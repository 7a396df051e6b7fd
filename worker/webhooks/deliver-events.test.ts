import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { Database } from "../db/client.ts";
import { openTestShop } from "../testing/shop.ts";
import {
  createTestEndpoint,
  insertTestEvents,
  openReceiver,
  runDeliveries,
} from "../testing/fakes/webhooks.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../lib/time.ts";
import { countWaiting } from "../admin/developers/endpoints.query.ts";
import { requireEvent, listEvents } from "../feed/list-events.ts";
import { deliverEvents } from "./deliver-events.ts";
import { listDeliveries, retryDelivery, retryDeliveries } from "./deliveries.ts";
import { editEndpoint, showEndpoint } from "./endpoints.ts";

const users = () => [crypto.randomUUID(), crypto.randomUUID()] as const;

async function openShopWithEndpoint(input: { types?: string[] } = {}) {
  const shop = openTestShop();
  const receiver = openReceiver();
  const ctx = shop.ctx();
  const endpoint = await createTestEndpoint(ctx, { url: receiver.url, ...input });
  const deliveries = async () => {
    const { items } = await listDeliveries(ctx, { endpointId: endpoint.id, limit: 100 });
    return items.toReversed();
  };
  return { shop, receiver, ctx, now: ctx.now, endpointId: endpoint.id, ...endpoint, deliveries };
}

describe("an event", () => {
  test("an event arrives signed, as the API shows it", async () => {
    const { shop, receiver, ctx, now, endpointId, secret } = await openShopWithEndpoint();
    const [ann] = users();
    const [sequence] = await insertTestEvents(ctx, [ann]);
    await runDeliveries(shop, endpointId, { from: now });
    const [hook, ...others] = await receiver.received();
    expect(others).toEqual([]);
    expect(hook?.headers["webhook-id"]).toBe(`evt_${sequence}`);
    expect(new Webhook(secret).verify(hook?.body ?? "", hook?.headers ?? {})).toEqual({
      id: `evt_${sequence}`,
      type: "order.paid",
      timestamp: new Date(now).toISOString(),
      sequence,
      customerId: ann,
      data: {
        id: "ord_0",
        number: expect.any(String),
        customer: ann,
        locale: null,
        promotionCodeId: null,
        giftId: null,
        lines: null,
        upgradeOf: null,
        linkId: null,
        metadata: {},
      },
    });
  });

  test("an event of a type that the endpoint did not choose is not sent", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint({
      types: ["order.refunded"],
    });
    const [ann, bob] = users();
    await insertTestEvents(ctx, [ann, bob]);
    const [refund] = await insertTestEvents(ctx, [ann], "order.refunded");
    await runDeliveries(shop, endpointId, { from: now });
    expect(await receiver.receivedSequences()).toEqual([refund]);
  });

  test("an event for the shop's own history alone is not sent, and is in no list", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    const [ann] = users();
    const [grant] = await insertTestEvents(ctx, [ann], "grant.created");
    await insertTestEvents(ctx, [ann], "closure.created");
    const [order] = await insertTestEvents(ctx, [ann]);
    expect((await countWaiting(ctx.db, endpointId)).count).toBe(1);
    await runDeliveries(shop, endpointId, { from: now });
    expect(await receiver.receivedSequences()).toEqual([order]);
    const { data } = await listEvents(ctx, { after: grant! - 1, limit: 100 });
    expect(data.map(({ sequence }) => sequence)).toContain(order);
    expect(data.map(({ type }) => type).filter((type) => /^(grant|closure)/.test(type))).toEqual(
      [],
    );
    await expect(requireEvent(ctx, { sequence: grant! })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("an event from before the endpoint was created is not sent", async () => {
    const shop = openTestShop();
    const receiver = openReceiver();
    await insertTestEvents(shop.ctx(), users().slice());
    const { id } = await createTestEndpoint(shop.ctx(), { url: receiver.url });
    await runDeliveries(shop, id, { from: Date.now() });
    expect(await receiver.received()).toEqual([]);
  });

  test("a failed event is retried at growing intervals up to a day, each up to a tenth later", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    await receiver.answer([{ status: 500 }]);
    await insertTestEvents(ctx, users().slice(0, 1));
    const times = await runDeliveries(shop, endpointId, { from: now, until: now + 4.5 * DAY });
    const delays = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    const schedule = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      10 * HOUR,
    ];
    for (const [i, expected] of [...schedule, DAY, DAY].entries()) {
      expect(delays[i]).toBeGreaterThanOrEqual(expected);
      expect(delays[i]).toBeLessThanOrEqual(expected * 1.1 + 1);
    }
    expect(await receiver.received()).toHaveLength(times.length);
  });

  test("a failed event blocks the later events of its user, and no others", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    const [ann, bob] = users();
    const [first, second, third, fourth] = await insertTestEvents(ctx, [ann, ann, bob, ann]);
    await receiver.answer([{ match: `"sequence":${first},`, status: 500, times: 1 }]);
    await runDeliveries(shop, endpointId, { from: now });
    expect((await receiver.receivedSequences()).toSorted((a, b) => a - b)).toEqual([first, third]);
    await runDeliveries(shop, endpointId, { from: now + 6 * SECOND });
    expect((await receiver.receivedSequences()).slice(2)).toEqual([first, second, fourth]);
  });

  test("an event that only fails is given up after its schedule; then the user's later events arrive", async () => {
    const { shop, receiver, ctx, now, endpointId, deliveries } = await openShopWithEndpoint();
    const [ann, bob] = users();
    const [bad, next] = await insertTestEvents(ctx, [ann, ann]);
    await receiver.answer([{ match: `"sequence":${bad},`, status: 500 }]);
    for (let at = now; at < now + 3 * DAY; at += 4 * HOUR) {
      await insertTestEvents(ctx, [bob]);
      await runDeliveries(shop, endpointId, { from: at, until: at + 3 * HOUR });
    }
    const [first, second] = await deliveries();
    expect(first).toMatchObject({ status: "failed", error: "bad_status", responseStatus: 500 });
    expect(first?.attempts).toBeGreaterThanOrEqual(9);
    expect(second).toMatchObject({ status: "delivered", eventId: `evt_${next}` });
  });

  test("an event that was given up can be retried, alone or all since a time, in order", async () => {
    const { shop, receiver, ctx, now, endpointId, deliveries } = await openShopWithEndpoint();
    const [ann] = users();
    const sequences = await insertTestEvents(ctx, [ann, ann, ann]);
    await runDeliveries(shop, endpointId, { from: now });
    const before = await deliveries();
    for (const { id } of before)
      await ctx.db.$client
        .prepare("UPDATE webhook_deliveries SET status = 'failed' WHERE id = ?")
        .bind(id)
        .run();
    await retryDelivery(ctx, { id: before[1]?.id ?? "" });
    await runDeliveries(shop, endpointId, { from: now });
    expect((await receiver.receivedSequences()).slice(3)).toEqual([sequences[1]]);
    expect(await retryDeliveries(ctx, { endpointId, since: now })).toEqual({ retried: 2 });
    expect(shop.queuedWebhooks).toContainEqual({ endpointId });
    await runDeliveries(shop, endpointId, { from: now });
    expect((await receiver.receivedSequences()).slice(4)).toEqual([sequences[0], sequences[2]]);
  });

  test("a retry sends everything that waits now, in the order of the events", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    const [ann, bob] = users();
    const [first, second, third] = await insertTestEvents(ctx, [ann, ann, bob]);
    await receiver.answer([{ status: 500 }]);
    await runDeliveries(shop, endpointId, { from: now, until: now + MINUTE });
    const attempts = (await receiver.received()).length;
    await receiver.answer([]);
    const later = shop.ctx(undefined, now + 2 * MINUTE);
    expect(await retryDeliveries(later, { endpointId, since: now })).toEqual({ retried: 3 });
    await runDeliveries(shop, endpointId, { from: later.now, until: later.now + 1 });
    const arrived = (await receiver.receivedSequences()).slice(attempts);
    expect(arrived.toSorted((a, b) => a - b)).toEqual([first, second, third]);
    expect(arrived.indexOf(first!)).toBeLessThan(arrived.indexOf(second!));
  });

  test("a retry of one event sends the earlier ones of its customer that wait before it", async () => {
    const { shop, receiver, ctx, now, endpointId, deliveries } = await openShopWithEndpoint();
    const [ann, bob] = users();
    const [first, second, third] = await insertTestEvents(ctx, [ann, ann, ann, bob]);
    await receiver.answer([{ status: 500 }]);
    await runDeliveries(shop, endpointId, { from: now, until: now + MINUTE });
    const attempts = (await receiver.received()).length;
    await receiver.answer([]);
    const later = shop.ctx(undefined, now + 2 * MINUTE);
    await retryDelivery(later, { id: (await deliveries())[1]!.id });
    const ownOf = async () =>
      (await receiver.received())
        .slice(attempts)
        .map(({ body }) => JSON.parse(body) as { sequence: number; customerId: string })
        .filter(({ customerId }) => customerId === ann)
        .map(({ sequence }) => sequence);
    await runDeliveries(shop, endpointId, { from: later.now, until: later.now + 1 });
    expect(await ownOf()).toEqual([first, second, third]);
    // An earlier one than those that wait: they wait for it.
    await retryDelivery(later, { id: (await deliveries())[0]!.id });
    await runDeliveries(shop, endpointId, { from: later.now, until: later.now + 1 });
    expect(await ownOf()).toEqual([first, second, third, first]);
  });

  test("an event is sent again if a run dies between sending and recording", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    const [sequence] = await insertTestEvents(ctx, users().slice(0, 1));
    const dying = { ...ctx, now, db: failSecondBatch(ctx.db) };
    await expect(deliverEvents(dying, { endpointId, limit: 40 })).rejects.toThrow("the run died");
    await runDeliveries(shop, endpointId, { from: now + MINUTE });
    expect(await receiver.receivedSequences()).toEqual([sequence]);
    await runDeliveries(shop, endpointId, { from: now + 2 * MINUTE });
    expect(await receiver.receivedSequences()).toEqual([sequence, sequence]);
  });

  test("an event is sent once by two runs at the same time", async () => {
    const { receiver, ctx, endpointId } = await openShopWithEndpoint();
    const sequences = await insertTestEvents(ctx, [...users(), ...users()]);
    await Promise.all([1, 2].map(() => deliverEvents(ctx, { endpointId, limit: 40 })));
    expect((await receiver.receivedSequences()).toSorted((a, b) => a - b)).toEqual(sequences);
  });
});

/** A database whose second batch fails, as if the Worker was stopped before it. */
function failSecondBatch(db: Database): Database {
  let batches = 0;
  const client = new Proxy(db.$client, {
    get(target, name) {
      if (name === "batch")
        return (statements: D1PreparedStatement[]) => {
          if (++batches === 2) throw new Error("the run died");
          return target.batch(statements);
        };
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return new Proxy(db, {
    get: (target, name) => (name === "$client" ? client : (Reflect.get(target, name) as unknown)),
  });
}

describe("an endpoint", () => {
  test("an endpoint that is down for three days loses nothing and gets everything in order", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    const [ann, bob] = users();
    await receiver.answer([{ status: 503 }]);
    const sequences: number[] = [];
    for (let at = now; at < now + 3 * DAY; at += 6 * HOUR) {
      sequences.push(...(await insertTestEvents(ctx, [ann, bob, ann])));
      await runDeliveries(shop, endpointId, { from: at, until: at + 5 * HOUR });
    }
    const failed = (await receiver.received()).length;
    await receiver.answer([]);
    // The next attempts are due within a day.
    await runDeliveries(shop, endpointId, { from: now + 3 * DAY, until: now + 4.2 * DAY });
    const arrived = (await receiver.received()).slice(failed).map(({ body }) => JSON.parse(body));
    expect(arrived.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(sequences);
    for (const user of [ann, bob]) {
      const own = arrived.filter(({ customerId }) => customerId === user);
      expect(own.map(({ sequence }) => sequence)).toEqual(
        own.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
      );
    }
    expect((await showEndpoint(ctx, { id: endpointId })).failingSince).toBeNull();
  });

  test("an endpoint that fails throughout is only probed, however many events wait", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    await receiver.answer([{ status: 500 }]);
    await insertTestEvents(
      ctx,
      Array.from({ length: 300 }, () => crypto.randomUUID()),
    );
    await runDeliveries(shop, endpointId, { from: now, until: now + HOUR });
    // One full round, then two attempts at most every five minutes, more often at first.
    expect((await receiver.received()).length).toBeLessThan(150);
  });

  test("an endpoint that fails for 5 days is paused, with an email; resuming delivers everything", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const adminId = await shop.createUser();
    await shop
      .ctx()
      .db.$client.prepare("UPDATE users SET role = 'admin' WHERE id = ?")
      .bind(adminId)
      .run();
    const receiver = openReceiver();
    const ctx = shop.ctx();
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    await receiver.answer([{ status: 500 }]);
    const [ann] = users();
    const sequences = await insertTestEvents(ctx, [ann, ann]);
    await runDeliveries(shop, id, { from: ctx.now, until: ctx.now + 7 * DAY });
    expect(await showEndpoint(ctx, { id })).toMatchObject({
      status: "paused",
      statusReason: "failing",
    });
    const [email, ...more] = await shop.emailsTo(adminId);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ subject: "A webhook endpoint was paused" });
    expect(email?.text).toContain("for 5 days");
    expect(email?.text).toContain("resume");
    expect(email?.text).toContain(`/admin/developers/webhooks/${id}`);

    const later = shop.ctx(undefined, ctx.now + 8 * DAY);
    sequences.push(...(await insertTestEvents(later, [ann])));
    const attempts = (await receiver.received()).length;
    await runDeliveries(shop, id, { from: later.now });
    expect(await receiver.received()).toHaveLength(attempts);

    await receiver.answer([]);
    await editEndpoint(later, { id, changes: { status: "enabled" } });
    expect(shop.queuedWebhooks).toContainEqual({ endpointId: id });
    await runDeliveries(shop, id, { from: later.now });
    expect((await receiver.receivedSequences()).slice(attempts)).toEqual(sequences);
  });

  test("an endpoint that answers 410 is disabled", async () => {
    const { shop, receiver, ctx, now, endpointId } = await openShopWithEndpoint();
    await receiver.answer([{ status: 410 }]);
    await insertTestEvents(ctx, [...users()]);
    await runDeliveries(shop, endpointId, { from: now, until: now + DAY });
    expect(await receiver.received()).toHaveLength(2);
    expect(await showEndpoint(ctx, { id: endpointId })).toMatchObject({
      status: "disabled",
      statusReason: "gone",
    });
  });

  test("an endpoint that redirects fails, and the redirect is not followed", async () => {
    const { shop, receiver, ctx, now, endpointId, deliveries } = await openShopWithEndpoint();
    const target = openReceiver();
    await receiver.answer([{ status: 302, headers: { location: target.url } }]);
    await insertTestEvents(ctx, users().slice(0, 1));
    await runDeliveries(shop, endpointId, { from: now });
    expect(await deliveries()).toMatchObject([{ error: "redirect", responseStatus: 302 }]);
    expect(await target.received()).toEqual([]);
  });

  test("an endpoint that answers with 5 MB has 1 kB of it kept", async () => {
    const { shop, receiver, ctx, now, endpointId, deliveries } = await openShopWithEndpoint();
    await receiver.answer([{ body: "0123456789", repeat: 500_000 }]);
    await insertTestEvents(ctx, users().slice(0, 1));
    await runDeliveries(shop, endpointId, { from: now });
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: "delivered", responseStatus: 200 });
    expect(delivery?.responseBody).toHaveLength(1024);
  });
});
