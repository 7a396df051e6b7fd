import { expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import {
  createTestEndpoint,
  insertTestEvents,
  openReceiver,
} from "../../testing/fakes/webhooks.ts";
import { deliverEvents } from "../../webhooks/deliver-events.ts";
import { developerSettings } from "../../settings/developer-settings.ts";
import { type FeedEventSummary, closeScan, openScan, type FeedEventDetails } from "./feed.ts";

const FEED = "/api/admin/developers/feed";
const SETTINGS = "/api/admin/developers/settings";

type FeedPage = { items: FeedEventSummary[]; nextCursor: string | null };

test("the feed of a customer is found by id and by email, newest first", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await shop.createUser(email);
  const sequences = await insertTestEvents(shop.ctx(), [userId, userId]);
  for (const search of [userId, email.toUpperCase()]) {
    const { items } = await admin.json<FeedPage>(`${FEED}?${new URLSearchParams({ search })}`);
    const found = items.filter(({ type }) => type === "order.paid");
    expect(found.map(({ sequence }) => sequence)).toEqual(sequences.toReversed());
    expect(found[0]).toMatchObject({ id: `evt_${sequences[1]}`, userEmail: email });
  }
  const unknown = await admin.json<FeedPage>(`${FEED}?search=nobody@example.com`);
  expect(unknown).toEqual({ items: [], nextCursor: null });
});

test("pages of the feed have every event once", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const userId = await shop.createUser();
  const sequences = await insertTestEvents(shop.ctx(), [userId, userId, userId], "gift.ended");
  const seen: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = new URLSearchParams({ search: userId, type: "gift.ended", limit: "2" });
    if (cursor) query.set("cursor", cursor);
    const page: FeedPage = await admin.json<FeedPage>(`${FEED}?${query}`);
    seen.push(...page.items.map(({ sequence }) => sequence));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(sequences.toReversed());
});

test("a page of a rare type looks through a part of the feed, and the next continues after it", () => {
  const first = openScan({ cursor: undefined, newest: 12_000, isBounded: true });
  expect(first).toEqual({ before: 12_001, after: 7000 });
  const { items, nextCursor } = closeScan([], 20, first);
  expect(items).toEqual([]);
  const second = openScan({ cursor: nextCursor!, newest: 99_999, isBounded: true });
  expect(second).toEqual({ before: 7001, after: 2000 });
  const third = openScan({
    cursor: closeScan([], 20, second).nextCursor!,
    newest: 0,
    isBounded: true,
  });
  expect(third).toEqual({ before: 2001, after: 0 });
  expect(closeScan([], 20, third).nextCursor).toBeNull();
});

test("an event shows its data and its deliveries; 404 for one that does not exist", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const { url } = openReceiver();
  const { id: endpointId } = await createTestEndpoint(shop.ctx(), { url });
  const userId = await shop.createUser();
  const [sequence] = await insertTestEvents(shop.ctx(), [userId]);
  await deliverEvents(shop.ctx(), { endpointId, limit: 10 });
  const event = await admin.json<FeedEventDetails>(`${FEED}/evt_${sequence}`);
  expect(event.wire).toMatchObject({
    id: `evt_${sequence}`,
    type: "order.paid",
    customerId: userId,
  });
  expect(event.deliveries.filter((delivery) => delivery.endpointId === endpointId)).toMatchObject([
    { url, status: "delivered", responseStatus: 200 },
  ]);
  expect((await admin.fetch(`${FEED}/evt_999999999`)).status).toBe(404);
});

test("the settings are saved and audited, and an origin with a path is refused", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const before = await developerSettings.read(shop.ctx());
  const save = (body: object) =>
    admin.fetch(SETTINGS, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...before, ...body }),
    });
  for (const wrong of ["https://app.example.com/path", "http://app.example.com", "app.example.com"])
    expect(await (await save({ allowedSuccessOrigins: [wrong] })).json()).toMatchObject({
      code: "invalid_input",
      fields: [{ path: "allowedSuccessOrigins.0" }],
    });
  const saved = await save({ allowedSuccessOrigins: ["https://App.example.com"] });
  expect(await saved.json()).toMatchObject({ allowedSuccessOrigins: ["https://app.example.com"] });
  const audit = await (await admin.fetch("/api/admin/audit?search=developers")).text();
  expect(audit).toContain("settings.updated");
  await save(before);
});
