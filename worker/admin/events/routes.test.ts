import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { processDeadLetters } from "../../sync/process-queue.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { fillEvents } from "../../testing/fill/fill-events.ts";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { EventSummary } from "./list-events.ts";
import { replayEvents } from "./replay-events.ts";
import type { EventDetails } from "./show-event.ts";

// A replay of dead events covers the whole shop.
beforeEach(emptyDatabase);

type Answer = { items: EventSummary[]; nextCursor: string | null };

/** Creates a user whose events were all delivered and are dead because Stripe did not answer. */
async function createDeadEvents(shop: TestShop) {
  const purchase = await payForNewProduct(shop);
  const events = await shop.events();
  for (const event of events) await shop.deliver(event);
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
  await shop.processQueue();
  const message = { body: { customerId: purchase.customerId } };
  const letters = { queue: "gatehouse-sync-dead", messages: [message] };
  await processDeadLetters(
    shop.ctx(),
    letters as unknown as Parameters<typeof processDeadLetters>[1],
  );
  await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
  const completed = events.find(({ type }) => type === "checkout.session.completed")!;
  return { ...purchase, eventId: completed.id };
}

const support = (shop: TestShop) => createSignedInUser({ role: "support", env: shop.env });

const post = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("the inbox", () => {
  it("pages through each event once, latest arrival first", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const delivered = await shop.events();
    for (const event of delivered) await shop.deliver(event);
    const member = await support(shop);
    const seen: string[] = [];
    let cursor = "";
    do {
      const path: string = `/api/admin/events?limit=3${cursor && `&cursor=${cursor}`}`;
      const page = await member.json<Answer>(path);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? "";
    } while (cursor && seen.length < delivered.length);
    const ids = delivered.map(({ id }) => id).toReversed();
    expect(seen.slice(0, ids.length)).toEqual(ids);
  });

  it("the inbox shows an event's error, attempts, user and payload", async () => {
    const shop = openTestShop();
    const { userId, customerId, eventId } = await createDeadEvents(shop);
    const member = await support(shop);
    const event = await member.json<EventDetails>(`/api/admin/events/${eventId}`);
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
    expect(JSON.parse(event.payload ?? "")).toMatchObject({ id: eventId });
  });

  it("the inbox returns 404 for an unknown event", async () => {
    const shop = openTestShop();
    const member = await support(shop);
    expect((await member.fetch("/api/admin/events/evt_nobody")).status).toBe(404);
  });

  it("the inbox is searched by an event id, a customer id, or an email", async () => {
    const shop = openTestShop();
    const first = await createDeadEvents(shop);
    const member = await support(shop);
    const find = async (query: string) =>
      (await member.json<Answer>(`/api/admin/events?${query}`)).items;
    const found = await find(`search=${first.eventId}`);
    expect(found.map(({ id }) => id)).toEqual([first.eventId]);
    expect(await find("search=evt_nobody")).toEqual([]);
    const customer = await findStripeCustomerOfUser(shop.ctx().db, first.userId, "test");
    const all = await find(`search=${first.customerId}&limit=100`);
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ userId }) => userId))).toEqual(new Set([first.userId]));
    expect(await find(`search=${customer!.stripeCustomerId}&limit=100`)).toEqual(all);
    expect(await find(`search=${all[0]!.userEmail!.toUpperCase()}&limit=100`)).toEqual(all);
    expect(await find(`search=${first.customerId}&status=dead&limit=100`)).toEqual(all);
    expect(await find(`search=${first.customerId}&status=received`)).toEqual([]);
    expect(await find("search=nobody@example.com")).toEqual([]);
  });

  it("the inbox filters by received, dead and ignored", async () => {
    const shop = openTestShop();
    const dead = await createDeadEvents(shop);
    const member = await support(shop);
    const find = async (status: string) =>
      (await member.json<Answer>(`/api/admin/events?status=${status}&limit=100`)).items;
    expect((await find("dead")).map(({ id }) => id)).toContain(dead.eventId);
    expect((await find("received")).map(({ id }) => id)).not.toContain(dead.eventId);
    const ignored = await find("ignored");
    expect(ignored.length).toBeGreaterThan(0);
    expect(new Set(ignored.map(({ status }) => status))).toEqual(new Set(["ignored"]));
    await replayEvents(shop.ctx(), { eventIds: [dead.eventId] });
    expect((await find("received")).map(({ id }) => id)).toContain(dead.eventId);
  });

  it.each(["status=done", "search=x", "limit=0", "other=1"])(
    "the inbox returns 422 for ?%s",
    async (query) => {
      const member = await createSignedInUser({ role: "support" });
      expect((await member.fetch(`/api/admin/events?${query}`)).status).toBe(422);
    },
  );
});

describe("a replay", () => {
  it("a replay processes a dead event by syncing its customer, and audits who requested it", async () => {
    const shop = openTestShop();
    const { userId, eventId } = await createDeadEvents(shop);
    const member = await support(shop);
    shop.queued.splice(0);
    const answer = await member.fetch("/api/admin/replays", post({ eventIds: [eventId] }));
    expect(await answer.json()).toMatchObject({ replayed: 1, skipped: 0 });
    const path = `/api/admin/events/${eventId}`;
    expect(await member.json(path)).toMatchObject({ status: "received" });
    await shop.processQueue();
    expect(await member.json(path)).toMatchObject({ status: "done", error: null });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    expect(await admin.json(`/api/admin/audit?search=${eventId}`)).toMatchObject({
      items: [{ action: "event.replayed", actorId: member.userId, after: { events: [eventId] } }],
    });
  });

  it("a replay of a done event syncs the customer without applying the payload", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const events = await shop.events();
    for (const event of events) await shop.deliver(event);
    await shop.processQueue();
    const [payment] = (await shop.ctx().stripe.paymentIntents.list()).data;
    await shop.ctx().stripe.refunds.create({ payment_intent: payment!.id });
    const completed = events.find(({ type }) => type === "checkout.session.completed")!;
    await replayEvents(shop.ctx(), { eventIds: [completed.id] });
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
  });

  it("a replay of all dead events returns their number and leaves none", async () => {
    const shop = openTestShop();
    await createDeadEvents(shop);
    const { userId } = await createDeadEvents(shop);
    const member = await support(shop);
    const before = await member.json<Answer>("/api/admin/events?status=dead&limit=100");
    shop.queued.splice(0);
    const answer = await member.fetch("/api/admin/replays", post({ status: "dead" }));
    expect(await answer.json()).toEqual({
      replayed: before.items.length,
      skipped: 0,
      stillDead: 0,
    });
    expect(shop.queued).toHaveLength(2);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  it("a replay takes 100 dead events at a time", async () => {
    const shop = openTestShop();
    const { customerId } = await payForNewProduct(shop);
    await fillEvents({ customerId, prefix: "evt_many", count: 150, status: "dead" });
    const replayDead = () => replayEvents(shop.ctx(), { status: "dead" });
    expect(await replayDead()).toEqual({ replayed: 100, skipped: 0, stillDead: 50 });
    expect(await replayDead()).toEqual({ replayed: 50, skipped: 0, stillDead: 0 });
    expect(await replayDead()).toEqual({ replayed: 0, skipped: 0, stillDead: 0 });
  });

  it("a replay assigns an event to a customer that was unknown when it arrived", async () => {
    const shop = openTestShop();
    const { customerId, userId } = await payForNewProduct(shop);
    const completed = (await shop.events()).find(
      ({ type }) => type === "checkout.session.completed",
    )!;
    const { stripeCustomerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
    const link = (id: string | null) =>
      env.DB.prepare("UPDATE customers SET stripe_customer_id = ? WHERE id = ?")
        .bind(id, customerId)
        .run();
    await link(null);
    await shop.deliver(completed);
    await link(stripeCustomerId);
    const { skipped: skippedCount } = await replayEvents(shop.ctx(), { eventIds: [completed.id] });
    expect(skippedCount).toBe(0);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    const member = await support(shop);
    const path = `/api/admin/events/${completed.id}`;
    expect(await member.json(path)).toMatchObject({ status: "done", customerId });
  });

  it("a replay of an ignored dispute asks Stripe for its charge, even without the payload", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    await shop.control("disputes", { charge: charge!.id });
    const disputed = (await shop.events()).find(({ type }) => type === "charge.dispute.created")!;
    await shop.deliver(disputed);
    await env.DB.prepare(
      "UPDATE events SET status = 'ignored', ignored_reason = 'gave_up', payload = '', payload_removed_at = 1 WHERE id = ?",
    )
      .bind(disputed.id)
      .run();
    const answer = await replayEvents(shop.ctx(), { eventIds: [disputed.id] });
    expect(answer).toEqual({ replayed: 1, skipped: 0, stillDead: 0 });
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_disputed"]);
    const member = await support(shop);
    expect(await member.json(`/api/admin/events/${disputed.id}`)).toMatchObject({
      status: "done",
      customerId,
      ignoredReason: null,
    });
  });

  it("a replay skips events that are foreign or about nothing, and says why", async () => {
    const shop = openTestShop();
    const stranger = await shop.ctx().stripe.customers.create({});
    const other = { object: "charge", id: "ch_live", customer: "cus_live" };
    const [foreign, empty, live] = await Promise.all(
      [
        { data: { object: { object: "customer", id: stranger.id } } },
        { type: "balance.available", data: { object: { object: "balance" } } },
        { livemode: true, type: "charge.refunded", data: { object: other } },
      ].map((event) => shop.control<Stripe.Event>("events", event)),
    );
    const eventIds = [foreign!.id, empty!.id, live!.id];
    for (const event of [foreign!, empty!, live!]) await shop.deliver(event);
    const member = await support(shop);
    const answer = await member.fetch("/api/admin/replays", post({ eventIds }));
    expect(await answer.json()).toEqual({ replayed: 0, skipped: 3, stillDead: 0 });
    const find = (id: string) => member.json<EventDetails>(`/api/admin/events/${id}`);
    expect(await Promise.all(eventIds.map(find))).toMatchObject([
      { status: "ignored", ignoredReason: "foreign" },
      { status: "ignored", ignoredReason: "no_subject" },
      { status: "ignored", ignoredReason: "other_mode", payload: null },
    ]);
  });

  it("a replay leaves the event waiting for its customer while Stripe does not answer", async () => {
    const shop = openTestShop();
    const stranger = await shop.ctx().stripe.customers.create({});
    const event = await shop.control<Stripe.Event>("events", {
      data: { object: { object: "customer", id: stranger.id } },
    });
    await shop.deliver(event);
    await shop.control("faults", { match: "GET /v1/customers/*", times: 9, status: 400 });
    const answer = await replayEvents(shop.ctx(), { eventIds: [event.id] });
    expect(answer).toEqual({ replayed: 1, skipped: 0, stillDead: 0 });
    const member = await support(shop);
    const { items } = await member.json<Answer>("/api/admin/events?status=unmatched");
    expect(items).toMatchObject([
      { id: event.id, attempts: 1, error: expect.stringContaining("400") },
    ]);
  });

  it("a replay of a catalog event syncs the product", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const { stripe } = shop.ctx();
    const [atStripe] = (await stripe.products.list()).data;
    await stripe.products.update(atStripe!.id, { name: "Edited at Stripe" });
    const updated = (await shop.events()).findLast(({ type }) => type === "product.updated")!;
    await shop.deliver(updated);
    await shop.processQueue();
    shop.queued.splice(0);
    const member = await support(shop);
    const path = `/api/admin/events/${updated.id}`;
    expect(await member.json(path)).toMatchObject({ status: "done" });
    await replayEvents(shop.ctx(), { eventIds: [updated.id] });
    expect(await member.json(path)).toMatchObject({ status: "received" });
    const waiting = await member.json<Answer>("/api/admin/events?status=received&limit=100");
    expect(waiting.items.map(({ id }) => id)).toContain(updated.id);
    expect(shop.queued).toEqual([{ productId: product.id }]);
    await shop.processQueue();
    expect(await member.json(path)).toMatchObject({ status: "done" });
  });

  it("a replay of an unknown event returns 404", async () => {
    const shop = openTestShop();
    const member = await support(shop);
    const answer = await member.fetch("/api/admin/replays", post({ eventIds: ["evt_nobody"] }));
    expect(answer.status).toBe(404);
  });

  it.each([[{}], [{ status: "done" }], [{ eventIds: [] }], [{ eventIds: ["x"] }]])(
    "a replay returns 422 for %j",
    async (body) => {
      const member = await createSignedInUser({ role: "support" });
      expect((await member.fetch("/api/admin/replays", post(body))).status).toBe(422);
    },
  );
});
