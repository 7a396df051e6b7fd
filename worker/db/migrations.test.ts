import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import securityMigration from "./migrations/0014_security.sql?raw";
import namesMigration from "./migrations/0023_plain_names.sql?raw";
import centsMigration from "./migrations/0024_whole_cents.sql?raw";
import sellerMigration from "./migrations/0021_seller.sql?raw";
import migration from "./migrations/0012_named_tables.sql?raw";
import licenseMigration from "./migrations/0025_license_history.sql?raw";
import { importLicenses } from "../admin/licenses/import-licenses.ts";
import { listMissingEvents } from "../testing/clients/feed.ts";
import { createDeviceClient, giveLicense } from "../testing/fixtures/licenses.ts";

/** The migration's statements that move rows. Its tables exist already in the test database, except one. */
const moves = migration
  .split("--> statement-breakpoint")
  .map((statement) => statement.trim())
  .filter(
    (statement) =>
      !statement.startsWith("CREATE") ||
      statement.startsWith("CREATE TABLE `starts_and_ends_cache`"),
  );

test("the migration moves rows that are not cursors from `cursors` to their own tables", async () => {
  const product = `prd_${crypto.randomUUID()}`;
  const signal = `cron_${crypto.randomUUID().replaceAll("-", "")}`;
  const backfill = `backfill:${crypto.randomUUID()}`;
  const insert = env.DB.prepare("INSERT INTO cursors (name, value, updated_at) VALUES (?, ?, ?)");
  await env.DB.batch([
    insert.bind(`catalog:live:holders:${product}`, '["product@req_1"]', 11),
    insert.bind(`catalog:test:lease:${product}`, "token", 12),
    insert.bind(`${signal}:test`, '{"firstAt":5}', 13),
    insert.bind(
      "changes:live",
      '{"until":7,"days":[{"day":"2026-01-01","begun":1,"ended":2}]}',
      14,
    ),
    insert.bind(backfill, "{}", 15),
  ]);
  await env.DB.batch(moves.map((statement) => env.DB.prepare(statement)));
  const read = async (sql: string, value: string) =>
    (await env.DB.prepare(sql).bind(value).all()).results;
  expect(await read("SELECT * FROM pending_syncs WHERE product_id = ?", product)).toEqual([
    { mode: "live", kind: "gifts", product_id: product, value: '["product@req_1"]', since: 11 },
  ]);
  expect(await read("SELECT * FROM health_signals WHERE signal = ?", signal)).toEqual([
    { mode: "test", signal, first_at: 5, last_at: 13 },
  ]);
  expect(await read("SELECT * FROM starts_and_ends_cache WHERE mode = ?", "live")).toEqual([
    { mode: "live", until: 7, days: '[{"day":"2026-01-01","begun":1,"ended":2}]', updated_at: 14 },
  ]);
  // A later migration drops it.
  await env.DB.prepare("DROP TABLE starts_and_ends_cache").run();
  expect(await read("SELECT name FROM cursors WHERE name = ?", backfill)).toHaveLength(1);
  const { results } = await env.DB.prepare(
    "SELECT name FROM cursors WHERE name LIKE 'catalog:%' OR name LIKE 'changes:%' OR name LIKE 'cron%'",
  ).all();
  expect(results).toEqual([]);
});

test("the migration gives each grant the mode of its source, and removes the marks of deleted payloads", async () => {
  const shop = openTestShop();
  const { userId, product, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const gifted = await shop.createUser();
  await createGift(shop.ctx(), { userId: gifted, productId: product.id, note: "A gift" });
  const event = `evt_${crypto.randomUUID()}`;
  await env.DB.batch([
    env.DB.prepare("UPDATE orders SET mode = 'live' WHERE user_id = ?").bind(userId),
    env.DB.prepare("UPDATE grants SET mode = 'live' WHERE user_id = ?").bind(gifted),
    env.DB.prepare(
      "INSERT INTO events (id, mode, type, status, payload, created_at, received_at) VALUES (?, 'test', 'x', 'done', '{}', 1, 2)",
    ).bind(event),
  ]);
  const updates = securityMigration
    .split("--> statement-breakpoint")
    // A later migration renames the table.
    .map((statement) => statement.replaceAll(/^--.*$/gm, "").replace("FROM comps", "FROM gifts"))
    .map((statement) => statement.trim())
    .filter((statement) => /^UPDATE (grants|events)/.test(statement));
  expect(updates).toHaveLength(2);
  await env.DB.batch(updates.map((statement) => env.DB.prepare(statement)));
  const modesOf = async (user: string) =>
    (await env.DB.prepare("SELECT DISTINCT mode FROM grants WHERE user_id = ?").bind(user).all())
      .results;
  expect(await modesOf(userId)).toEqual([{ mode: "live" }]);
  expect(await modesOf(gifted)).toEqual([{ mode: "test" }]);
  expect(
    await env.DB.prepare("SELECT payload, payload_removed_at FROM events WHERE id = ?")
      .bind(event)
      .first(),
  ).toEqual({ payload: "", payload_removed_at: 2 });
});

test("the migration makes the same history of MRR and the same first payments as a sync", async () => {
  const shop = openTestShop();
  const yearly = { ...monthly, interval: "year", amountMinor: 10_000 } as const;
  const subscribed = [
    await subscribe(shop),
    await subscribe(shop, { prices: [yearly] }),
    await subscribe(shop, { prices: [{ ...monthly, trialDays: 3 }] }),
    await subscribe(shop, { prices: [{ ...monthly, trialDays: 60 }] }),
  ] as const;
  await subscribed[2].advanceDays(4);
  await shop.ctx().stripe.subscriptions.cancel(subscribed[1].stripeSubscriptionId);
  for (const { sync } of subscribed) await sync();
  const customers = (
    await env.DB.prepare("SELECT customer_id AS id FROM subscriptions").all<{ id: string }>()
  ).results.map(({ id }) => id);
  const read = async (sql: string) =>
    (await env.DB.prepare(sql).bind(JSON.stringify(customers)).all()).results;
  const isOwn = "customer_id IN (SELECT value FROM json_each(?)) ORDER BY customer_id";
  const readAll = async () => [
    await read(`SELECT * FROM mrr_steps WHERE ${isOwn}, at`),
    await read(`SELECT * FROM mrr_movements WHERE ${isOwn}, day`),
    await read(`SELECT * FROM payments WHERE ${isOwn}, created_at`),
  ];
  const synced = await readAll();
  expect(synced.map((rows) => rows.length > 2)).toEqual([true, true, true]);
  await env.DB.batch([
    env.DB.prepare("DELETE FROM mrr_steps"),
    env.DB.prepare("DELETE FROM mrr_movements"),
    env.DB.prepare(
      "UPDATE payments SET source_type = NULL, source_id = NULL, product_id = NULL, is_first = 0",
    ),
  ]);
  const fills = sellerMigration
    .slice(sellerMigration.indexOf("-- What is known about the past"))
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter((statement) => /^(--.*\n)*(INSERT|UPDATE)/.test(statement));
  const later = centsMigration.split("--> statement-breakpoint");
  await env.DB.batch([...fills, ...later].map((statement) => env.DB.prepare(statement)));
  expect(await readAll()).toEqual(synced);
});

test("the migration renames what is stored about gifts and emails, and keeps everything else", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({});
  const [userId, mark] = [await shop.createUser(), crypto.randomUUID()];
  const gift = await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
  const list = async (query: string, ...values: unknown[]) =>
    (
      await env.DB.prepare(query)
        .bind(...values)
        .all()
    ).results;
  const readGrants = async () => [
    await list("SELECT * FROM grants WHERE user_id = ?", userId),
    await list(
      "SELECT * FROM feed_events WHERE user_id = ? AND object_id LIKE 'grt%' ORDER BY sequence",
      userId,
    ),
  ];
  const written = await readGrants();
  expect(written.map(({ length }) => length > 0)).toEqual([true, true]);
  const insertEmail = (id: string, kind: string, key: string, facts: unknown = null) =>
    env.DB.prepare(
      `INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, facts, status, next_attempt_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 'queued', 0, 0)`,
    ).bind(`${id}_${mark}`, userId, kind, key, gift.id, facts && JSON.stringify(facts));
  const insertEntry = (action: string, targetId: string, after: unknown) =>
    env.DB.prepare(
      `INSERT INTO audit_entries (id, actor_type, actor_id, action, target_id, before, after, request_id, created_at)
       VALUES (?, 'system', 'cron', ?, ?, NULL, ?, ?, 0)`,
    ).bind(crypto.randomUUID(), action, targetId, JSON.stringify(after), mark);
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE grants SET source_type = 'manual', reason = 'manual' WHERE user_id = ?",
    ).bind(userId),
    env.DB.prepare(
      `UPDATE feed_events SET data = json_set(data, '$.sourceType', 'manual', '$.reason', 'manual')
       WHERE user_id = ? AND object_id LIKE 'grt%'`,
    ).bind(userId),
    insertEmail("end", "ending_soon", `${mark}:17`),
    insertEmail("copy", "ending_soon", `${mark}:17#29`),
    insertEmail("failed", "refund_failed", `re_${mark}`),
    insertEmail("refund", "refunded", `re_${mark}`, { of: "refund", amountMinor: 5 }),
    insertEmail("price", "price_change", `prm_${mark}:sub_1`),
    insertEmail("plain", "purchase", mark),
    env.DB.prepare(
      `INSERT INTO saved_filters (id, user_id, list, name, query, created_at)
       VALUES (?, ?, 'customers', 'With access', 'who=holders&from=2026-01-01', 0)`,
    ).bind(mark, userId),
    insertEntry("comp.given", gift.id, { note: "A gift" }),
    insertEntry("mail.resent", userId, { mail: "mal_1", kind: "purchase" }),
    insertEntry("settings.updated", "mails", { purchase: false }),
    insertEntry("product.updated", product.id, { exclusiveGroup: "club" }),
  ]);
  const updates = namesMigration
    .split("--> statement-breakpoint")
    .map((statement) => statement.replaceAll(/^--.*$/gm, "").trim())
    .filter((statement) => statement.startsWith("UPDATE"));
  await env.DB.batch(updates.map((statement) => env.DB.prepare(statement)));
  expect(await readGrants()).toEqual(written);
  const emails = await list(
    "SELECT id, facts, copy_of FROM emails WHERE id LIKE ? ORDER BY id",
    `%_${mark}`,
  );
  const end = { of: "end", at: 17 };
  expect(emails.map(({ facts }) => JSON.parse(facts as string))).toEqual([
    end,
    end,
    { of: "failed_refund", refundId: `re_${mark}` },
    null,
    { of: "price_move", moveId: `prm_${mark}` },
    { of: "refund", amountMinor: 5, refundId: `re_${mark}` },
  ]);
  expect(emails.map(({ copy_of: of }) => of)).toEqual([`end_${mark}`, ...Array(5).fill(null)]);
  expect(await list("SELECT query FROM saved_filters WHERE id = ?", mark)).toEqual([
    { query: "who=active&from=2026-01-01" },
  ]);
  const entries = await list(
    "SELECT action, target_id, after FROM audit_entries WHERE request_id = ? ORDER BY action",
    mark,
  );
  expect(entries).toEqual([
    {
      action: "email.resent",
      target_id: userId,
      after: JSON.stringify({ email: "mal_1", kind: "purchase" }),
    },
    {
      action: "gift.given",
      target_id: gift.id,
      after: JSON.stringify({ note: "A gift" }),
    },
    {
      action: "product.updated",
      target_id: product.id,
      after: JSON.stringify({ planGroup: "club" }),
    },
    { action: "settings.updated", target_id: "emails", after: JSON.stringify({ purchase: false }) },
  ]);
});

test("the migration gives the history of each license key what its row has, and no key looks changed", async () => {
  const shop = openTestShop();
  const { userId, benefitId, key } = await giveLicense(shop);
  const imported = crypto.randomUUID();
  const csv = `key,expires_at\n${imported},2099-01-01`;
  await importLicenses(shop.ctx(), { benefitId, csv, handOut: false });
  const device = createDeviceClient(shop);
  for (const each of [key, imported])
    await device("activate", { key: each, fingerprint: "mac", label: "Mac", meta: { os: "mac" } });
  const read = async () => {
    const { results } = await env.DB.prepare(
      `SELECT type, object_id, user_id, data FROM feed_events WHERE instr(data, ?) > 0
       AND sequence IN (SELECT max(sequence) FROM feed_events GROUP BY object_id) ORDER BY type`,
    )
      .bind(benefitId)
      .all<{ type: string; data: string }>();
    return results.filter(({ type }) => /^(license|imported_key)\./.test(type));
  };
  const written = await read();
  expect(written).toHaveLength(2);
  await env.DB.batch([
    env.DB.prepare("DELETE FROM feed_events WHERE object_id GLOB 'imported:*'"),
    env.DB.prepare(
      `UPDATE feed_events SET data = json_remove(data, '$.row', '$.activations[0].meta')
       WHERE user_id = ? AND type LIKE 'license.%'`,
    ).bind(userId),
  ]);
  expect(await read()).not.toEqual(written);
  await env.DB.batch(
    licenseMigration
      .split("--> statement-breakpoint")
      .map((statement) => env.DB.prepare(statement)),
  );
  expect(await read()).toEqual(written);
  expect(await listMissingEvents(shop, { userId, kinds: ["license"] })).toEqual([]);
});
