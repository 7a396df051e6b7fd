import { describe, expect, test } from "vitest";
import { commit } from "../db/client.ts";
import { feedEvents } from "../db/schema/feed.ts";
import { DAY } from "../lib/time.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { openTestShop } from "../testing/shop.ts";
import { listEvents } from "./list-events.ts";
import { recordEvents } from "./record-events.ts";
import { insertFeedTime } from "./store.ts";

type Page = { data: { id: string; type: string; sequence: number }[]; nextCursor: string | null };

/** Records a new user and returns the sequence of the event. */
async function recordUser(shop: ReturnType<typeof openTestShop>, now = Date.now()) {
  const userId = await shop.createUser();
  const ctx = shop.ctx(undefined, now);
  const [written] = await commit(ctx.db, recordEvents(ctx, { userId, kinds: ["customer"] }));
  return { userId, sequence: written!.meta.last_row_id };
}

describe("the feed", () => {
  test("the feed is read page by page, oldest first, and ends at the newest event", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop, ["events:read"]);
    const first = await recordUser(shop);
    const others = [await recordUser(shop), await recordUser(shop)];
    const all = [first, ...others].map(({ sequence }) => sequence);
    let after: string | null = String(first.sequence - 1);
    const seen: number[] = [];
    while (after !== null) {
      const { status, body }: { status: number; body: Page } = await client.get<Page>(
        `/events?after=${after}&limit=2`,
      );
      expect(status).toBe(200);
      seen.push(...body.data.map(({ sequence }) => sequence));
      after = body.nextCursor;
    }
    expect(seen).toEqual(all);
    const { body } = await client.get(`/events/evt_${first.sequence}`);
    expect(body).toMatchObject({
      id: `evt_${first.sequence}`,
      type: "customer.created",
      sequence: first.sequence,
      customerId: first.userId,
      data: { id: first.userId },
    });
  });

  test("the feed gives only the types that were asked for, and passes over the others", async () => {
    const shop = openTestShop();
    const { sequence } = await recordUser(shop);
    const read = (types: ("customer.created" | "order.paid")[]) =>
      listEvents(shop.ctx(), { after: sequence - 1, limit: 1, types });
    expect((await read(["customer.created"])).data).toHaveLength(1);
    expect(await read(["order.paid"])).toEqual({
      data: [],
      nextCursor: null,
      newestSequence: sequence,
    });
  });

  test("the feed continues in pages without events where there are too many of other types", async () => {
    const shop = openTestShop();
    const { sequence } = await recordUser(shop);
    const { db } = shop.ctx();
    await db.$client
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5500)
        INSERT INTO feed_events (mode, type, object_id, data, actor_type, actor_id, request_id, created_at)
        SELECT 'test', 'product.updated', 'prd_many', '{}', 'system', 'test', 'req', ?1 FROM n`,
      )
      .bind(Date.now())
      .run();
    const last = await recordUser(shop);
    const input = { limit: 100, types: ["customer.created" as const] };
    const first = await listEvents(shop.ctx(), { ...input, after: sequence });
    expect(first).toEqual({
      data: [],
      nextCursor: String(sequence + 5000),
      newestSequence: last.sequence,
    });
    const second = await listEvents(shop.ctx(), { ...input, after: sequence + 5000 });
    expect(second.data.map((event) => event.sequence)).toEqual([last.sequence]);
    await db.$client.prepare("DELETE FROM feed_events WHERE object_id = 'prd_many'").run();
  });

  test("the feed hides the other mode", async () => {
    const shop = openTestShop();
    const { sequence } = await recordUser(shop);
    const { db } = shop.ctx();
    await commit(db, [
      db.insert(feedEvents).values({
        mode: "live",
        type: "product.created",
        objectId: "prd_live",
        data: "{}",
        actorType: "system",
        actorId: "test",
        requestId: "req",
        createdAt: Date.now(),
      }),
    ]);
    const { data } = await listEvents(shop.ctx(), { after: sequence - 1, limit: 100 });
    expect(data.map((event) => event.sequence)).toEqual([sequence]);
    const client = await createApiClient(shop, ["events:read"]);
    expect((await client.get(`/events/evt_${sequence + 1}`)).status).toBe(404);
  });

  test("the feed has the events of one customer alone, also by type", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop, ["events:read"]);
    const [ann, bob] = [await recordUser(shop, Date.now()), await recordUser(shop, Date.now())];
    const customer = await shop.env.DB.prepare(
      "SELECT user_id AS id FROM feed_events WHERE sequence = ?",
    )
      .bind(ann.sequence)
      .first<string>("id");
    const path = `/events?customer=${customer}`;
    const sequencesOf = async (query: string) =>
      (await client.get<{ data: { sequence: number }[] }>(path + query)).body.data.map(
        ({ sequence }) => sequence,
      );
    expect(await sequencesOf("")).toContain(ann.sequence);
    expect(await sequencesOf("")).not.toContain(bob.sequence);
    expect(await sequencesOf("&types=order.paid")).toEqual([]);
    expect(await sequencesOf(`&after=${ann.sequence}`)).toEqual([]);
  });

  test("the feed hides events after 90 days, and shows an older reader where to start", async () => {
    const shop = openTestShop();
    const now = Date.now() + 400 * DAY;
    const old = await recordUser(shop, now - 91 * DAY);
    await commit(shop.ctx().db, [insertFeedTime(now - 91 * DAY)]);
    const first = await recordUser(shop, now);
    const ctx = shop.ctx(undefined, now);
    const read = (after?: number) => listEvents(ctx, { after, limit: 100 });
    expect((await read()).data.map(({ sequence }) => sequence)).toEqual([first.sequence]);
    expect((await read(old.sequence)).data).toHaveLength(1);
    await expect(read(old.sequence - 1)).rejects.toMatchObject({
      code: "cursor_expired",
      oldestSequence: first.sequence,
    });
    await ctx.db.$client
      .prepare("DELETE FROM feed_events WHERE sequence IN (?, ?)")
      .bind(old.sequence, first.sequence)
      .run();
  });
});

test("a reader needs the scope, a type that exists and a cursor that is a sequence", async () => {
  const shop = openTestShop();
  const client = await createApiClient(shop, ["events:read"]);
  expect((await client.get("/events?types=order.sold")).status).toBe(422);
  expect((await client.get("/events?after=evt_1")).status).toBe(422);
  expect((await client.get("/events/evt_0")).status).toBe(404);
  expect((await client.get("/events/evt_999999999")).status).toBe(404);
  const other = await createApiClient(shop, ["orders:read"]);
  expect((await other.get("/events")).body).toMatchObject({ code: "insufficient_scope" });
});
