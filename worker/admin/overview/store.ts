import { and, eq, gte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { cursors } from "../../db/schema/sweeps.ts";
import { dailySubscriptions } from "../../db/schema/totals.ts";
import { MINUTE } from "../../lib/time.ts";

/** Fails where the database is unreachable or not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM products LIMIT 1`);
}

/** How the subscriptions of one currency stand. */
export type StandFacts = Omit<typeof dailySubscriptions.$inferSelect, "mode" | "day">;

const standFacts = {
  currency: dailySubscriptions.currency,
  monthlyMinor: dailySubscriptions.monthlyMinor,
  activeCount: dailySubscriptions.activeCount,
  trialingCount: dailySubscriptions.trialingCount,
};

/** A `pause_collection` whose paid time is over: nothing is paid, though the status says that it lives. */
const isRunning = (now: number) =>
  sql`(subscriptions.paused_from IS NULL OR subscriptions.paused_from > ${now})`;

/** How many subscriptions live, by currency and status. */
export function countLiving(db: Database, mode: Mode, now: number) {
  return db.all<{ currency: string; status: string; count: number }>(sql`
    SELECT currency, status, count(*) AS count FROM subscriptions
    WHERE mode = ${mode} AND status IN ('active', 'past_due', 'trialing') AND currency IS NOT NULL AND ${isRunning(now)}
    GROUP BY currency, status ORDER BY currency`);
}

/** What subscriptions that pay are billed, by currency and interval. */
export function sumRecurring(db: Database, mode: Mode, now: number) {
  return db.all<{
    currency: string;
    interval: string;
    intervalCount: number;
    amountMinor: number;
  }>(sql`
    SELECT items.currency, interval, interval_count AS intervalCount, SUM(amount_minor * quantity) AS amountMinor
    FROM subscriptions CROSS JOIN subscription_items AS items ON items.subscription_id = subscriptions.id
    WHERE subscriptions.mode = ${mode} AND status IN ('active', 'past_due') AND ${isRunning(now)}
    GROUP BY items.currency, interval, interval_count`);
}

export function listStandsOfDay(db: Database, mode: Mode, day: string): Promise<StandFacts[]> {
  return db
    .select(standFacts)
    .from(dailySubscriptions)
    .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day)))
    .orderBy(dailySubscriptions.currency)
    .all();
}

/** The latest stand in each of these spans of days, where there is one. */
export function listLatestStands(db: Database, mode: Mode, spans: [from: string, to: string][]) {
  return db.all<StandFacts & { day: string }>(sql`
    SELECT stand.day, currency, monthly_minor AS monthlyMinor, active_count AS activeCount, trialing_count AS trialingCount
    FROM json_each(${JSON.stringify(spans)}) AS span CROSS JOIN daily_subscriptions AS stand
      ON stand.mode = ${mode} AND stand.day = (SELECT day FROM daily_subscriptions
        WHERE mode = ${mode} AND day >= span.value ->> 0 AND day <= span.value ->> 1 ORDER BY day DESC LIMIT 1)`);
}

/** Replaces the stands of a day. */
export function putStands(
  db: Database,
  mode: Mode,
  day: string,
  stands: StandFacts[],
): Statement[] {
  return [
    db
      .delete(dailySubscriptions)
      .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day))),
    ...stands.map((stand) => db.insert(dailySubscriptions).values({ mode, day, ...stand })),
  ];
}

/** How many subscriptions began and ended on a day. */
export type Changes = { day: string; begun: number; ended: number };

/** By UTC day, for those that began at `since` (unix milliseconds) or later. */
export function countBegun(db: Database, mode: Mode, since: number) {
  return countByDay(db, mode, subscriptions.createdAt, since);
}

export function countEnded(db: Database, mode: Mode, since: number) {
  return countByDay(db, mode, subscriptions.endedAt, since);
}

function countByDay(
  db: Database,
  mode: Mode,
  time: typeof subscriptions.createdAt | typeof subscriptions.endedAt,
  since: number,
) {
  const day = sql<string>`date(${time} / 1000, 'unixepoch')`;
  return db
    .select({ day, count: sql<number>`count(*)` })
    .from(subscriptions)
    .where(and(eq(subscriptions.mode, mode), gte(time, since)))
    .groupBy(day);
}

const changesName = (mode: Mode) => `changes:${mode}`;

/** What `putChanges` wrote; undefined before the first night. */
export async function findChanges(
  db: Database,
  mode: Mode,
): Promise<{ until: number; days: Changes[] } | undefined> {
  const row = await db
    .select({ value: cursors.value })
    .from(cursors)
    .where(eq(cursors.name, changesName(mode)))
    .get();
  return row && (JSON.parse(row.value) as { until: number; days: Changes[] });
}

/** Remembers the days before `until` (unix milliseconds). */
export function putChanges(
  db: Database,
  mode: Mode,
  input: { until: number; days: Changes[]; now: number },
) {
  const value = JSON.stringify({ until: input.until, days: input.days });
  return db
    .insert(cursors)
    .values({ name: changesName(mode), value, updatedAt: input.now })
    .onConflictDoUpdate({ target: cursors.name, set: { value, updatedAt: input.now } });
}

/** A change that Stripe has not taken for so long was refused, or Stripe is away. */
const OVERDUE_MS = 10 * MINUTE;

/** Nobody needs to know how many more there are. */
const MOST = 100;

/** What the seller may have to act on, counted up to 100, and when money and news last came, in unix milliseconds. */
export type Signs = {
  deadEvents: number;
  pastDue: number;
  waitingForKeys: number;
  /** Products with a change that Stripe should have taken by now. */
  notPushed: number;
  /** Null where no sweep was finished. */
  drifted: number | null;
  lastEventCreatedAt: number | null;
  lastEventReceivedAt: number | null;
  lastPaymentAt: number | null;
  productCount: number;
  /** Of a price that is for sale; null where there is none. */
  currency: string | null;
};

/** All of it in one call. `status = 'dead'` and `waiting_for` stand as the partial indexes have them. */
export async function readSigns(db: Database, mode: Mode, now: number): Promise<Signs> {
  const upTo100 = (rows: ReturnType<typeof sql>) =>
    sql`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${MOST}))`;
  const lastEvent = (column: ReturnType<typeof sql>) =>
    // In the order of arrival, which is the rowid's.
    sql`(SELECT ${column} FROM events WHERE mode = ${mode} ORDER BY rowid DESC LIMIT 1)`;
  const owedPushes = `catalog:${mode}:push:`;
  const signs = await db.get<Signs>(sql`SELECT
    ${upTo100(sql`FROM events WHERE mode = ${mode} AND status = 'dead'`)} AS deadEvents,
    ${upTo100(sql`FROM subscriptions WHERE mode = ${mode} AND status = 'past_due'`)} AS pastDue,
    ${upTo100(sql`FROM grants WHERE waiting_for = 'seller_keys' AND revoked_at IS NULL
      AND (ends_at IS NULL OR ends_at > ${now})`)} AS waitingForKeys,
    ${upTo100(sql`FROM cursors WHERE name >= ${owedPushes} AND name < ${`${owedPushes}~`}
      AND updated_at < ${now - OVERDUE_MS}`)} AS notPushed,
    (SELECT drifted FROM sweeps WHERE mode = ${mode} AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS drifted,
    ${lastEvent(sql`created_at`)} AS lastEventCreatedAt,
    ${lastEvent(sql`received_at`)} AS lastEventReceivedAt,
    (SELECT created_at FROM payments WHERE mode = ${mode} AND status = 'succeeded'
      ORDER BY created_at DESC LIMIT 1) AS lastPaymentAt,
    ${upTo100(sql`FROM products`)} AS productCount,
    (SELECT currency FROM prices WHERE active = 1 LIMIT 1) AS currency`);
  if (!signs) throw new Error("SELECT without FROM gave no row");
  return signs;
}
