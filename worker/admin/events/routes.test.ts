import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findCustomerOfUser } from "../../sync/customer/store.ts";
import { workDeadLetters } from "../../sync/process-queue.ts";
import { countReads } from "../../testing/count-reads.ts";
import { payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { listEvents, type ShownEvent } from "./list-events.ts";
import { replayEvents } from "./replay-events.ts";
import type { EventPage } from "./show-event.ts";

type Answer = { items: ShownEvent[]; nextCursor: string | null };

/** A buyer whose every event was delivered and has died, since Stripe did not answer. */
async function deliveredAndDead(shop: TestShop) {
  const purchase = await payForNewProduct(shop);
  const events = await shop.events();
  for (const event of events) await shop.deliver(event);
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
  await shop.work();
  const message = { body: { customerId: purchase.customerId } };
  const letters = { queue: "gatehouse-sync-dead", messages: [message] };
  await workDeadLetters(shop.ctx(), letters as unknown as Parameters<typeof workDeadLetters>[1]);
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
  const completed = events.find(({ type }) => type === "checkout.session.completed")!;
  return { ...purchase, eventId: completed.id };
}

const support = (shop: TestShop) => newBuyer({ role: "support", env: shop.env });

const post = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("the inbox", () => {
  it("has the latest to arrive first, page by page, each once", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const delivered = await shop.events();
    for (const event of delivered) await shop.deliver(event);
    const person = await support(shop);
    const seen: string[] = [];
    let cursor = "";
    do {
      const path: string = `/api/admin/events?limit=3${cursor && `&cursor=${cursor}`}`;
      const page = await person.json<Answer>(path);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? "";
    } while (cursor && seen.length < delivered.length);
    const ids = delivered.map(({ id }) => id).toReversed();
    expect(seen.slice(0, ids.length)).toEqual(ids);
  });

  it("shows why one failed, how often it was tried, whose it is and what Stripe sent", async () => {
    const shop = openTestShop();
    const { userId, customerId, eventId } = await deliveredAndDead(shop);
    const person = await support(shop);
    const event = await person.json<EventPage>(`/api/admin/events/${eventId}`);
    expect(event).toMatchObject({
      id: eventId,
      mode: "test",
      status: "dead",
      attempts: 1,
      error: expect.stringContaining("StripeAPIError"),
      customerId,
      userId,
      userName: "A Buyer",
      doneAt: null,
    });
    expect(JSON.parse(event.payload)).toMatchObject({ id: eventId });
  });

  it("404 when nobody sent such an event", async () => {
    const shop = openTestShop();
    const person = await support(shop);
    expect((await person.fetch("/api/admin/events/evt_nobody")).status).toBe(404);
  });

  it("is searched by an event's id, by a customer's, and by an email", async () => {
    const shop = openTestShop();
    const first = await deliveredAndDead(shop);
    const person = await support(shop);
    const find = async (query: string) =>
      (await person.json<Answer>(`/api/admin/events?${query}`)).items;
    const found = await find(`search=${first.eventId}`);
    expect(found.map(({ id }) => id)).toEqual([first.eventId]);
    expect(await find("search=evt_nobody")).toEqual([]);
    const customer = await findCustomerOfUser(shop.ctx().db, first.userId, "test");
    const all = await find(`search=${first.customerId}&limit=100`);
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ userId }) => userId))).toEqual(new Set([first.userId]));
    expect(await find(`search=${customer!.stripeCustomerId}&limit=100`)).toEqual(all);
    expect(await find(`search=${all[0]!.userEmail!.toUpperCase()}&limit=100`)).toEqual(all);
    expect(await find(`search=${first.customerId}&status=dead&limit=100`)).toEqual(all);
    expect(await find(`search=${first.customerId}&status=received`)).toEqual([]);
    expect(await find("search=nobody@example.com")).toEqual([]);
  });

  it("can be narrowed to what waits, what is dead and what is of nobody", async () => {
    const shop = openTestShop();
    const dead = await deliveredAndDead(shop);
    const person = await support(shop);
    const find = async (status: string) =>
      (await person.json<Answer>(`/api/admin/events?status=${status}&limit=100`)).items;
    expect((await find("dead")).map(({ id }) => id)).toContain(dead.eventId);
    expect((await find("received")).map(({ id }) => id)).not.toContain(dead.eventId);
    const ignored = await find("ignored");
    expect(ignored.length).toBeGreaterThan(0);
    expect(new Set(ignored.map(({ status }) => status))).toEqual(new Set(["ignored"]));
    await replayEvents(shop.ctx(), { eventIds: [dead.eventId] });
    expect((await find("received")).map(({ id }) => id)).toContain(dead.eventId);
  });

  it.each(["status=done", "search=x", "limit=0", "other=1"])("422 for ?%s", async (query) => {
    const person = await newBuyer({ role: "support" });
    expect((await person.fetch(`/api/admin/events?${query}`)).status).toBe(422);
  });
});

describe("a replay", () => {
  it("brings back one that died: its customer is looked at again, and the audit log says who asked", async () => {
    const shop = openTestShop();
    const { userId, eventId } = await deliveredAndDead(shop);
    const person = await support(shop);
    shop.queued.splice(0);
    const answer = await person.fetch("/api/admin/replays", post({ eventIds: [eventId] }));
    expect(await answer.json()).toMatchObject({ replayed: 1, leftAlone: 0 });
    const path = `/api/admin/events/${eventId}`;
    expect(await person.json(path)).toMatchObject({ status: "received" });
    await shop.work();
    expect(await person.json(path)).toMatchObject({ status: "done", error: null });
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    const admin = await newBuyer({ role: "admin", env: shop.env });
    expect(await admin.json(`/api/admin/audit?search=${eventId}`)).toMatchObject({
      items: [{ action: "event.replayed", actorId: person.userId, after: { events: [eventId] } }],
    });
  });

  it("of one that is done looks again, and applies nothing of its payload", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const events = await shop.events();
    for (const event of events) await shop.deliver(event);
    await shop.work();
    const [payment] = (await shop.ctx().stripe.paymentIntents.list()).data;
    await shop.ctx().stripe.refunds.create({ payment_intent: payment!.id });
    const completed = events.find(({ type }) => type === "checkout.session.completed")!;
    await replayEvents(shop.ctx(), { eventIds: [completed.id] });
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_refunded"]);
  });

  it("of all that is dead says how many, and leaves none", async () => {
    const shop = openTestShop();
    await env.DB.prepare("UPDATE events SET status = 'done' WHERE status = 'dead'").run();
    await deliveredAndDead(shop);
    const { userId } = await deliveredAndDead(shop);
    const person = await support(shop);
    const before = await person.json<Answer>("/api/admin/events?status=dead&limit=100");
    shop.queued.splice(0);
    const answer = await person.fetch("/api/admin/replays", post({ status: "dead" }));
    expect(await answer.json()).toEqual({
      replayed: before.items.length,
      leftAlone: 0,
      stillDead: 0,
    });
    expect(shop.queued).toHaveLength(2);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("takes a hundred of the dead at a time", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    await env.DB.prepare("UPDATE events SET status = 'done' WHERE status = 'dead'").run();
    await fill({ customerId, prefix: "evt_many", count: 150, status: "dead" });
    const replayDead = () => replayEvents(shop.ctx(), { status: "dead" });
    expect(await replayDead()).toEqual({ replayed: 100, leftAlone: 0, stillDead: 50 });
    expect(await replayDead()).toEqual({ replayed: 50, leftAlone: 0, stillDead: 0 });
    expect(await replayDead()).toEqual({ replayed: 0, leftAlone: 0, stillDead: 0 });
  });

  it("finds whom an event is of that was of nobody when it came", async () => {
    const shop = openTestShop();
    const { customerId, userId } = await payForNewProduct(shop);
    const completed = (await shop.events()).find(
      ({ type }) => type === "checkout.session.completed",
    )!;
    const { stripeCustomerId } = (await findCustomerOfUser(shop.ctx().db, userId, "test"))!;
    const link = (id: string | null) =>
      env.DB.prepare("UPDATE customers SET stripe_customer_id = ? WHERE id = ?")
        .bind(id, customerId)
        .run();
    await link(null);
    await shop.deliver(completed);
    await link(stripeCustomerId);
    const { leftAlone } = await replayEvents(shop.ctx(), { eventIds: [completed.id] });
    expect(leftAlone).toBe(0);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    const person = await support(shop);
    const path = `/api/admin/events/${completed.id}`;
    expect(await person.json(path)).toMatchObject({ status: "done", customerId });
  });

  it("of one of the catalog has the product looked at again", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const { stripe } = shop.ctx();
    const [atStripe] = (await stripe.products.list()).data;
    await stripe.products.update(atStripe!.id, { name: "Edited at Stripe" });
    const updated = (await shop.events()).findLast(({ type }) => type === "product.updated")!;
    await shop.deliver(updated);
    await shop.work();
    shop.queued.splice(0);
    const person = await support(shop);
    const path = `/api/admin/events/${updated.id}`;
    expect(await person.json(path)).toMatchObject({ status: "done" });
    await replayEvents(shop.ctx(), { eventIds: [updated.id] });
    expect(await person.json(path)).toMatchObject({ status: "received" });
    const waiting = await person.json<Answer>("/api/admin/events?status=received&limit=100");
    expect(waiting.items.map(({ id }) => id)).toContain(updated.id);
    expect(shop.queued).toEqual([{ productId: product.id }]);
    await shop.work();
    expect(await person.json(path)).toMatchObject({ status: "done" });
  });

  it("404 when the event is of nobody or not there", async () => {
    const shop = openTestShop();
    const person = await support(shop);
    const answer = await person.fetch("/api/admin/replays", post({ eventIds: ["evt_nobody"] }));
    expect(answer.status).toBe(404);
  });

  it.each([[{}], [{ status: "done" }], [{ eventIds: [] }], [{ eventIds: ["x"] }]])(
    "422 for %j",
    async (body) => {
      const person = await newBuyer({ role: "support" });
      expect((await person.fetch("/api/admin/replays", post(body))).status).toBe(422);
    },
  );
});

const LARGE = 100_000;

it("every page of the inbox reads no more rows among 100,000 events", async () => {
  const shop = openTestShop();
  // What waits is read whole: here it is one event.
  await env.DB.batch([
    env.DB.prepare("UPDATE events SET status = 'done' WHERE status = 'received'"),
    env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq"),
  ]);
  const { customerId } = await payForNewProduct(shop);
  await fill({ customerId, prefix: "evt_a", count: 60, status: "done" });
  await fill({ customerId: null, prefix: "evt_b", count: 60, status: "ignored" });
  await fill({ customerId, prefix: "evt_c", count: 60, status: "dead" });
  await env.DB.prepare("UPDATE events SET status = 'received' WHERE id = 'evt_c1'").run();
  await env.DB.prepare("UPDATE customers SET dirty_seq = 100 WHERE id = ?").bind(customerId).run();
  const asks = [
    {},
    { status: "dead" },
    { status: "ignored" },
    { status: "received" },
    { search: "evt_a1" },
    { search: customerId },
    { search: customerId, status: "dead" },
  ] as const;
  const small = await Promise.all(asks.map((ask) => rowsRead(shop, ask)));
  await fill({ customerId, prefix: "evt_d", count: LARGE / 2, status: "done" });
  await fill({ customerId: null, prefix: "evt_e", count: LARGE / 4, status: "ignored" });
  await fill({ customerId, prefix: "evt_f", count: LARGE / 4, status: "dead" });
  const large = await Promise.all(asks.map((ask) => rowsRead(shop, ask)));
  const more = large.flatMap(({ first, late }, at) =>
    Math.max(first, late) > Math.max(small[at]!.first, small[at]!.late) + 40
      ? [{ ask: asks[at], first, late }]
      : [],
  );
  expect(more).toEqual([]);
});

/** Rows read for the first page, and for one that begins far down. */
async function rowsRead(shop: TestShop, ask: Parameters<typeof listEvents>[1]) {
  const read = async (cursor?: string) => {
    const { db, asked } = countReads(env.DB);
    const page = await listEvents({ ...shop.ctx(), db }, { ...ask, cursor });
    return { page, rows: asked.rowsRead };
  };
  const first = await read();
  let { nextCursor } = first.page;
  let late = first.rows;
  for (let pages = 0; nextCursor && pages < 20; pages++) {
    const next = await read(nextCursor);
    ({ nextCursor } = next.page);
    late = next.rows;
  }
  return { first: first.rows, late };
}

/** Events as ingress would have written them, for the numbers. */
async function fill(input: {
  customerId: string | null;
  prefix: string;
  count: number;
  status: string;
}): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO events (id, mode, type, customer_id, dirty_seq, status, payload, created_at, received_at)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?3)
      SELECT ?1 || n, 'test', 'customer.updated', ?2, iif(?2 IS NULL, NULL, n), ?4, '{}', n, n FROM numbers`,
  )
    .bind(input.prefix, input.customerId, input.count, input.status)
    .run();
}
