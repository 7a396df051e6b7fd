import { sql, type SQL } from "drizzle-orm";
import { checkEntitlement } from "../../access/check-entitlement.ts";
import { selectChangesText } from "../../feed/changes.ts";
import { checkoutJson } from "../../feed/checkout.ts";
import { listArchivedOfUser } from "../../feed/archive/read-archive.ts";
import { isPublicText, isPublicType } from "../../feed/event-types.ts";
import { customerJson } from "../../feed/customer.ts";
import { giftJson } from "../../feed/gift.ts";
import { licenseJson } from "../../feed/license.ts";
import { orderJson } from "../../feed/order.ts";
import { subscriptionJson } from "../../feed/subscription.ts";
import { feedEvent, type FeedEvent } from "../../feed/feed-event.ts";
import { resolveSubject, type Subject } from "../../feed/record-events.ts";
import type { FeedRow } from "../../feed/store.ts";
import { toWireEvent } from "../../feed/wire-event.ts";
import type { TestShop } from "../shop.ts";

const isPublic = sql.raw(isPublicText("type"));

/**
 * Returns the events of a user, also the archived ones, or those of an object in the database, oldest first. Fails if
 * one is not what the reference says.
 */
export async function listFeed(
  shop: Pick<TestShop, "ctx">,
  of: { userId: string } | { objectId: string },
): Promise<FeedEvent[]> {
  const filter = "userId" in of ? sql`user_id = ${of.userId}` : sql`object_id = ${of.objectId}`;
  const rows = await shop.ctx().db.all<Record<string, unknown> & { sequence: number }>(sql`
    SELECT sequence, type, user_id AS userId, data, created_at AS createdAt FROM feed_events
    WHERE ${filter} AND ${isPublic} ORDER BY sequence`);
  const present = new Set(rows.map(({ sequence }) => sequence));
  const archived = "userId" in of ? await listArchivedOfUser(shop.ctx(), of.userId) : [];
  const older = archived.filter(
    ({ sequence, type }) => !present.has(sequence) && isPublicType(type),
  );
  return [...older, ...(rows as unknown as FeedRow[])]
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((row) => feedEvent.parse(toWireEvent(row)));
}

/** Returns the types of the events that `act` causes for a user or an object, in order. */
export async function recordTypes(
  shop: Pick<TestShop, "ctx">,
  of: { userId: string } | { objectId: string },
  act: () => Promise<unknown>,
): Promise<string[]> {
  const before = (await listFeed(shop, of)).length;
  await act();
  return (await listFeed(shop, of)).slice(before).map(({ type }) => type);
}

/**
 * Returns what the API answers now for everything that a user has, by id; without open checkouts and without
 * entitlements that never allowed anything, which have no events.
 */
export async function readObjects(
  shop: Pick<TestShop, "ctx">,
  userId: string,
): Promise<Map<string, unknown>> {
  const ctx = shop.ctx();
  const read = (expression: SQL, from: SQL) =>
    ctx.db.all<{ data: string }>(sql`SELECT ${expression} AS data FROM ${from}`);
  const ofUser = (table: string) => sql.raw(`${table} WHERE user_id = '${userId}'`);
  const rows = await Promise.all([
    read(customerJson(ctx), sql`users WHERE id = ${userId}`),
    read(orderJson(ctx), ofUser("orders")),
    read(subscriptionJson(ctx), ofUser("subscriptions")),
    read(licenseJson(ctx), ofUser("license_keys")),
    read(giftJson(ctx), ofUser("gifts")),
    read(checkoutJson(ctx), sql`${ofUser("checkouts")} AND status <> 'open'`),
  ]);
  const objects = new Map<string, unknown>();
  for (const { data } of rows.flat()) {
    const object = JSON.parse(data) as { id: string };
    objects.set(object.id, object);
  }
  const events = await listFeed(shop, { userId });
  for (const { type, data } of events) {
    if (!type.startsWith("entitlement.")) continue;
    const { feature: key } = data as { feature: string };
    objects.set(`${userId}:${key}`, await checkEntitlement(ctx, { userId, key }));
  }
  return objects;
}

/** Returns the data of the newest event of everything that a user has, by id. */
export async function readNewestEvents(
  shop: Pick<TestShop, "ctx">,
  userId: string,
): Promise<Map<string, unknown>> {
  const rows = await shop.ctx().db.all<{ objectId: string }>(sql`
    SELECT object_id AS objectId, type, data, created_at AS createdAt FROM feed_events
    WHERE user_id = ${userId} AND ${isPublic} ORDER BY sequence`);
  return new Map(rows.map((row) => [row.objectId, toWireEvent(row as FeedRow).data]));
}

/** Returns the types of the events that are missing in the feed: none, if every change was recorded. */
export async function listMissingEvents(
  shop: Pick<TestShop, "ctx">,
  subject: Subject,
  now = Date.now(),
): Promise<string[]> {
  const { sources, ids } = resolveSubject(shop.ctx(), subject);
  const missing = await Promise.all(
    sources.map(async (source) => {
      const { results } = await shop
        .ctx()
        .db.$client.prepare(selectChangesText(source))
        .bind(now, "test", JSON.stringify(ids))
        .all<{ type: string; object_id: string; data: string }>();
      return results.map(({ type, data }) => `${type} ${data}`);
    }),
  );
  return missing.flat();
}
