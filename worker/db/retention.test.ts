import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY } from "../lib/time.ts";
import { oldRows } from "../run-cron.ts";
import { daysKept, retentionDays, type ExpiringKind } from "../shared/retention-days.ts";
import { retention } from "../shared/retention.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { openTestShop } from "../testing/shop.ts";

// A removal covers the rows of all users.
beforeEach(emptyDatabase);

const EVENT_DAYS = 50;
const now = Date.now();
const shop = openTestShop();
const atNow = () => {
  const ctx = shop.ctx(undefined, now);
  return {
    ...ctx,
    config: { ...ctx.config, stripe: { ...ctx.config.stripe, eventDays: EVENT_DAYS } },
  };
};

type Value = string | number | null;

/** A row for each kind of old rows: the column that its age counts from, and what else makes it one of the kind. */
const planted: Record<string, { table: string; time: string; set?: Record<string, Value> }> = {
  "expired sessions": { table: "sessions", time: "expires_at" },
  "expired requests to link a provider": { table: "link_intents", time: "expires_at" },
  "expired sign-in links": { table: "email_tokens", time: "expires_at" },
  "counted sign-in links": { table: "email_link_requests", time: "created_at" },
  "expired requests for a fresh sign-in": {
    table: "fresh_sign_in_requests",
    time: "expires_at",
  },
  "delivered webhooks": {
    table: "webhook_deliveries",
    time: "created_at",
    set: { status: "delivered" },
  },
  "failed webhooks": { table: "webhook_deliveries", time: "created_at", set: { status: "failed" } },
  "unclaimed gifts": { table: "claims", time: "expires_at" },
  "expired checkout links": { table: "checkout_links", time: "expires_at" },
  "expired answers": { table: "idempotent_requests", time: "created_at" },
  "rendered texts": { table: "rendered_markdown", time: "created_at" },
  "notifications of the team": { table: "notifications", time: "created_at" },
  "events from Stripe": { table: "events", time: "received_at", set: { status: "done" } },
  "statements about unknown contracts": {
    table: "statements",
    time: "received_at",
    set: { user_id: null },
  },
};

type Column = { name: string; type: string; notnull: number; pk: number; dflt_value: unknown };

/** Inserts a row with a text or a number in each column that needs one, and the rows that it refers to. */
async function insertRow(table: string, set: Record<string, Value>): Promise<number> {
  const [columns, references] = await env.DB.batch([
    env.DB.prepare(`SELECT * FROM pragma_table_info('${table}')`),
    env.DB.prepare(`SELECT "table", "from", "to" FROM pragma_foreign_key_list('${table}')`),
  ]);
  const row = { ...set };
  for (const { name, type, notnull, pk, dflt_value: initial } of columns!.results as Column[]) {
    // The database counts a key that is a number.
    const isNeeded = pk > 0 ? !/INT/i.test(type) : notnull === 1 && initial === null;
    if (isNeeded && !(name in row)) row[name] = /INT/i.test(type) ? 1 : crypto.randomUUID();
  }
  for (const each of references!.results as Record<"table" | "from" | "to", string>[]) {
    const value = row[each.from];
    if (value != null) await insertRow(each.table, { [each.to]: value });
  }
  const inserted = await env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(", ")})
     VALUES (${Object.keys(row).map(() => "?")}) RETURNING rowid AS id`,
  )
    .bind(...Object.values(row))
    .first<number>("id");
  return inserted!;
}

test("cron removes each kind when the schedule says so: what is older is gone, what is younger stays", async () => {
  const names = oldRows.map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(planted).toSorted());
  const rows = [];
  for (const { name, kind } of oldRows) {
    const { table, time, set } = planted[name]!;
    const end = now - daysKept(kind, { EVENT_DAYS, EVENT_PAYLOAD_DAYS: 7 }) * DAY;
    const older = await insertRow(table, { ...set, [time]: end - 1 });
    const younger = await insertRow(table, { ...set, [time]: end + 1 });
    rows.push({ name, table, older, younger });
  }
  await removeOldRows(atNow(), oldRows);
  for (const { name, table, older, younger } of rows) {
    const left = await env.DB.prepare(`SELECT rowid AS id FROM ${table}`).all<{ id: number }>();
    const ids = left.results.map(({ id }) => id);
    expect.soft([ids.includes(older), ids.includes(younger)], name).toEqual([false, true]);
  }
});

test("each kind that the schedule leaves to cron has something that removes it", () => {
  const kinds = Object.entries(retention).flatMap(([kind, { by }]) =>
    by === "cron" ? [kind] : [],
  );
  expect(Object.keys(retentionDays).toSorted()).toEqual(kinds.toSorted());
  const removed = new Set<ExpiringKind>(oldRows.map(({ kind }) => kind));
  // Payloads are in R2, where another step of the night removes them.
  expect(kinds.filter((kind) => !removed.has(kind as ExpiringKind))).toEqual(["stripe_payloads"]);
});

test("the schedule gives a ground for every table with the id of a user or a customer", async () => {
  // The benches leave copies of tables in the database of their worker.
  const { results } = await env.DB.prepare(
    `SELECT DISTINCT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'copy_of_*'
     AND c.name IN ('user_id', 'customer_id', 'email')`,
  ).all<{ name: string }>();
  expect(results.length).toBeGreaterThan(20);
  const grounded = new Set<string>(
    Object.values(retention).flatMap(({ ground, tables }) => (ground === null ? [] : tables)),
  );
  expect(results.map(({ name }) => name).filter((name) => !grounded.has(name))).toEqual([]);
});
