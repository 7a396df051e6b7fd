import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { deleteAccount } from "../../account/delete-account.ts";
import { exportAccount } from "../../account/export-account.ts";
import { listEvents } from "../../admin/events/list-events.ts";
import { replayEvents } from "../../admin/events/replay-events.ts";
import { showEvent } from "../../admin/events/show-event.ts";
import type { Ctx } from "../../context.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { movePayloads } from "./move-payloads.ts";
import { removeOldPayloads } from "./remove-old-payloads.ts";

// A run moves all payloads, and retention covers all of them.
beforeEach(async () => {
  await emptyDatabase();
  const { objects } = await env.FILES.list({ prefix: "stripe-events/" });
  await env.FILES.delete(objects.map(({ key }) => key));
});

const NIGHTLY = "23 3 * * *";
const FREQUENT = "*/5 * * * *";
const now = Date.now();

/** Inserts events received `ageDays` ago, with their payloads where older versions stored them. @returns their ids */
async function insertOldEvents(ageDays: number, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `evt_${crypto.randomUUID().replaceAll("-", "")}`);
  await env.DB.prepare(
    `INSERT INTO events (id, mode, type, status, payload, created_at, received_at)
     SELECT value, 'test', 'product.updated', 'dead', json_object('id', value), ?2, ?2 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(ids), now - ageDays * DAY)
    .run();
  return ids;
}

/** A paid checkout whose event has just arrived. */
async function receivePurchase(shop: TestShop) {
  const { userId } = await payForNewProduct(shop);
  const event = (await shop.events()).find(
    ({ type, data }) =>
      type === "checkout.session.completed" && JSON.stringify(data).includes(userId),
  )!;
  expect((await shop.deliver(event)).status).toBe(200);
  return { userId, event, payload: JSON.stringify(event) };
}

const countInDatabase = async () =>
  env.DB.prepare(
    "SELECT (SELECT count(*) FROM event_payloads) + (SELECT count(*) FROM events WHERE payload <> '') AS n",
  ).first<number>("n");

const listKeys = async () =>
  (await env.FILES.list({ prefix: "stripe-events/" })).objects.map(({ key }) => key);

/** The lines of all objects. */
async function readBucket(): Promise<string> {
  const texts = (await listKeys()).map(async (key) => {
    const object = (await env.FILES.get(key))!;
    return new Response(object.body.pipeThrough(new DecompressionStream("gzip"))).text();
  });
  return (await Promise.all(texts)).join("");
}

/** A bucket in which one operation does something else. */
const withBucket = (ctx: Ctx, changed: Partial<R2Bucket>): Ctx => ({
  ...ctx,
  files: new Proxy(ctx.files, {
    get: (bucket, name) =>
      Reflect.get(changed, name) ?? (Reflect.get(bucket, name) as () => void).bind(bucket),
  }),
});

it("a payload moves to R2 within five minutes, and the console shows it before and after", async () => {
  const shop = openTestShop();
  const { event, payload } = await receivePurchase(shop);
  expect(await showEvent(shop.ctx(), { id: event.id })).toMatchObject({ payload });
  expect(await countInDatabase()).toBe(1);
  await runCron(shop.ctx(), FREQUENT);
  expect(await countInDatabase()).toBe(0);
  expect(await listKeys()).toHaveLength(1);
  expect(await showEvent(shop.ctx(), { id: event.id })).toMatchObject({
    payload,
    payloadRemovedAt: null,
    isPayloadUnavailable: false,
  });
});

it("an event that is delivered again after its payload moved stores no second one", async () => {
  const shop = openTestShop();
  const { event } = await receivePurchase(shop);
  await movePayloads(shop.ctx());
  await shop.deliver(event);
  expect(await countInDatabase()).toBe(0);
});

it("a run that fails after it wrote to R2 is repeated, and nothing is lost or there twice", async () => {
  const shop = openTestShop();
  const { event, payload } = await receivePurchase(shop);
  failDatabase(shop, { sql: "DELETE FROM event_payloads" });
  await expect(movePayloads(shop.ctx())).rejects.toThrow("Network connection lost");
  expect(await listKeys()).toHaveLength(1);
  expect(await countInDatabase()).toBe(1);
  await movePayloads(shop.ctx());
  expect(await countInDatabase()).toBe(0);
  expect(await listKeys()).toHaveLength(1);
  expect(await showEvent(shop.ctx(), { id: event.id })).toMatchObject({ payload });
});

it("a run waits for another one, but not for one that began 20 minutes ago", async () => {
  const shop = openTestShop();
  await receivePurchase(shop);
  await env.DB.prepare("INSERT INTO cursors (name, value, updated_at) VALUES (?, ?, ?)")
    .bind("lease:payloads:test", "another run", now + 20 * MINUTE)
    .run();
  await movePayloads(shop.ctx(undefined, now + 19 * MINUTE));
  expect(await countInDatabase()).toBe(1);
  await movePayloads(shop.ctx(undefined, now + 20 * MINUTE));
  expect(await countInDatabase()).toBe(0);
});

it("payloads in the rows of events, from older versions, move without those that are too old", async () => {
  const shop = openTestShop();
  const ids = [...(await insertOldEvents(3, 450)), ...(await insertOldEvents(1))];
  const [expired] = await insertOldEvents(92);
  await movePayloads(shop.ctx(undefined, now));
  expect(await countInDatabase()).toBe(0);
  for (const id of [ids[0]!, ids[449]!, ids[450]!])
    expect(await showEvent(shop.ctx(), { id })).toMatchObject({ payload: JSON.stringify({ id }) });
  expect(await showEvent(shop.ctx(), { id: expired! })).toMatchObject({ payload: null });
  expect(await readBucket()).not.toContain(expired);
});

it("the payloads of events older than 90 days are deleted every night, and the list says so", async () => {
  const shop = openTestShop();
  const [old] = await insertOldEvents(91);
  const [young] = await insertOldEvents(89);
  const before = shop.ctx(undefined, now - 3 * DAY);
  await movePayloads(before);
  expect(await showEvent(before, { id: old! })).toMatchObject({ payloadRemovedAt: null });
  expect(await listKeys()).toHaveLength(2);
  await runCron(shop.ctx(undefined, now), NIGHTLY);
  expect(await listKeys()).toHaveLength(1);
  const ctx = shop.ctx(undefined, now);
  expect(await showEvent(ctx, { id: young! })).toMatchObject({ payloadRemovedAt: null });
  expect(await showEvent(ctx, { id: old! })).toMatchObject({
    payload: null,
    payloadRemovedAt: Math.floor(now / DAY) * DAY,
  });
  const { items } = await listEvents(ctx, {});
  expect(items.map(({ id, payloadRemovedAt }) => [id, payloadRemovedAt !== null])).toEqual([
    [young, false],
    [old, true],
  ]);
});

it("the owner chooses for how many days, but a payload never outlives its event", async () => {
  const shop = openTestShop();
  Object.assign(shop.env, { EVENT_PAYLOAD_DAYS: "80", EVENT_DAYS: "60" });
  await insertOldEvents(61);
  const [kept] = await insertOldEvents(59);
  await movePayloads(shop.ctx(undefined, now - 9 * DAY));
  await removeOldPayloads(shop.ctx(undefined, now));
  const text = await readBucket();
  expect(text.split("\n")).toHaveLength(2);
  expect(text).toContain(kept);
});

it("the payloads of a deleted account are erased in R2, and those beside them stay", async () => {
  const shop = openTestShop();
  const gone = await receivePurchase(shop);
  const other = await receivePurchase(shop);
  await movePayloads(shop.ctx());
  expect(await listKeys()).toHaveLength(1);
  await deleteAccount(shop.asUser(gone.userId));
  expect(await showEvent(shop.ctx(), { id: gone.event.id })).toMatchObject({ payload: null });
  const broken = withBucket(shop.ctx(), { put: () => Promise.reject(new Error("R2 is down")) });
  await expect(movePayloads(broken)).rejects.toMatchObject({ code: "unavailable" });
  await movePayloads(shop.ctx());
  expect(await readBucket()).not.toContain(gone.event.id);
  expect(await showEvent(shop.ctx(), { id: other.event.id })).toMatchObject({
    payload: other.payload,
  });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM payload_erasures").first("n")).toBe(0);
  await deleteAccount(shop.asUser(other.userId));
  await movePayloads(shop.ctx());
  expect(await listKeys()).toEqual([]);
});

it("a payload that is moving while its account is deleted is erased by the same run", async () => {
  const shop = openTestShop();
  const { userId, event } = await receivePurchase(shop);
  const ctx = shop.ctx();
  const put: R2Bucket["put"] = async (...input) => {
    await deleteAccount(shop.asUser(userId));
    return ctx.files.put(...(input as Parameters<R2Bucket["put"]>));
  };
  await movePayloads(withBucket(ctx, { put } as Partial<R2Bucket>));
  expect(await readBucket()).not.toContain(event.id);
});

it("an account's export has the payloads from the database and from R2", async () => {
  const shop = openTestShop();
  const { userId, event, payload } = await receivePurchase(shop);
  const readExport = async (ctx = shop.asUser(userId)) =>
    (await exportAccount(ctx)).events.find(({ id }) => id === event.id)?.payload;
  expect(await readExport()).toBe(payload);
  await movePayloads(shop.ctx());
  expect(await readExport()).toBe(payload);
  const get = () => Promise.reject(new Error("R2 is down"));
  const broken = { ...shop.asUser(userId), files: withBucket(shop.ctx(), { get }).files };
  await expect(readExport(broken)).rejects.toMatchObject({ code: "unavailable" });
});

it("an event is shown without its payload while R2 does not answer, or if the object is gone", async () => {
  const shop = openTestShop();
  const { event } = await receivePurchase(shop);
  await movePayloads(shop.ctx());
  const list = () => Promise.reject(new Error("R2 is down"));
  const broken = withBucket(shop.ctx(), { list });
  expect(await showEvent(broken, { id: event.id })).toMatchObject({
    payload: null,
    payloadRemovedAt: null,
    isPayloadUnavailable: true,
  });
  await env.FILES.delete(await listKeys());
  expect(await showEvent(shop.ctx(), { id: event.id })).toMatchObject({
    payload: null,
    payloadRemovedAt: null,
    isPayloadUnavailable: false,
  });
});

it("replaying an event about the catalog without its payload says why it can't be replayed", async () => {
  const shop = openTestShop();
  const eventIds = await insertOldEvents(92);
  await expect(replayEvents(shop.ctx(), { eventIds })).rejects.toMatchObject({
    code: "event_payload_removed",
  });
});
