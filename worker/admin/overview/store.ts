import { inForce } from "../../access/in-force.ts";
import { and, eq, gte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { startsAndEndsCache } from "../../db/schema/sweeps.ts";
import { dailySubscriptions } from "../../db/schema/totals.ts";
import { MINUTE } from "../../lib/time.ts";

/** Throws if the database is unreachable or not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM products LIMIT 1`);
}

/** MRR and subscription counts of one currency. */
export type MrrSnapshot = Omit<typeof dailySubscriptions.$inferSelect, "mode" | "day">;

const mrrSnapshotColumns = {
  currency: dailySubscriptions.currency,
  monthlyMinor: dailySubscriptions.monthlyMinor,
  activeCount: dailySubscriptions.activeCount,
  trialingCount: dailySubscriptions.trialingCount,
};

/** False once a paused subscription's paid time is over: it pays nothing, although its status is still live. */
const isNotPaused = (now: number) =>
  sql`(subscriptions.paused_from IS NULL OR subscriptions.paused_from > ${now})`;

/** Counts live subscriptions by currency and status. */
export function countLiveSubscriptions(db: Database, mode: Mode, now: number) {
  return db.all<{ currency: string; status: string; count: number }>(sql`
    SELECT currency, status, count(*) AS count FROM subscriptions
    WHERE mode = ${mode} AND status IN ('active', 'past_due', 'trialing') AND currency IS NOT NULL AND ${isNotPaused(now)}
    GROUP BY currency, status ORDER BY currency`);
}

/**
 * Sums what paying subscriptions are billed after lasting discounts and without tax on top, by currency and interval.
 * An amount with fractions is rounded per item, as Stripe bills it.
 */
export function sumRecurringAmounts(db: Database, mode: Mode, now: number) {
  return db.all<{
    currency: string;
    interval: string;
    intervalCount: number;
    amountMinor: number;
  }>(sql`
    SELECT items.currency, interval, interval_count AS intervalCount, SUM(
      coalesce(CAST(round(CAST(amount_decimal AS REAL) * quantity) AS INTEGER), amount_minor * quantity) - discount_minor
    ) AS amountMinor
    FROM subscriptions CROSS JOIN subscription_items AS items ON items.subscription_id = subscriptions.id
    WHERE subscriptions.mode = ${mode} AND status IN ('active', 'past_due') AND ${isNotPaused(now)}
    GROUP BY items.currency, interval, interval_count`);
}

export function listMrrSnapshotsOfDay(
  db: Database,
  mode: Mode,
  day: string,
): Promise<MrrSnapshot[]> {
  return db
    .select(mrrSnapshotColumns)
    .from(dailySubscriptions)
    .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day)))
    .orderBy(dailySubscriptions.currency)
    .all();
}

/** Returns the latest snapshot in each of these spans of days; a span without one is left out. */
export function listLatestMrrSnapshots(
  db: Database,
  mode: Mode,
  spans: [from: string, to: string][],
) {
  return db.all<MrrSnapshot & { day: string }>(sql`
    SELECT snapshot.day, currency, monthly_minor AS monthlyMinor, active_count AS activeCount,
      trialing_count AS trialingCount
    FROM json_each(${JSON.stringify(spans)}) AS span CROSS JOIN daily_subscriptions AS snapshot
      ON snapshot.mode = ${mode} AND snapshot.day = (SELECT day FROM daily_subscriptions
        WHERE mode = ${mode} AND day >= span.value ->> 0 AND day <= span.value ->> 1 ORDER BY day DESC LIMIT 1)`);
}

/** Replaces the snapshots of a day. */
export function replaceMrrSnapshots(
  db: Database,
  mode: Mode,
  day: string,
  snapshots: MrrSnapshot[],
): Statement[] {
  return [
    db
      .delete(dailySubscriptions)
      .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day))),
    ...snapshots.map((snapshot) =>
      db.insert(dailySubscriptions).values({ mode, day, ...snapshot }),
    ),
  ];
}

/** How many subscriptions started (`begun`) and ended on a day. */
export type StartsAndEnds = { day: string; begun: number; ended: number };

/** Counts subscriptions that started at `since` (unix milliseconds) or later, by UTC day. */
export function countStarted(db: Database, mode: Mode, since: number) {
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

/** Returns what `upsertCachedStartsAndEnds` wrote, or undefined before the first night. */
export async function findCachedStartsAndEnds(
  db: Database,
  mode: Mode,
): Promise<{ until: number; days: StartsAndEnds[] } | undefined> {
  const row = await db
    .select({ until: startsAndEndsCache.until, days: startsAndEndsCache.days })
    .from(startsAndEndsCache)
    .where(eq(startsAndEndsCache.mode, mode))
    .get();
  return row && { until: row.until, days: JSON.parse(row.days) as StartsAndEnds[] };
}

/** Caches the days before `until`, in Unix milliseconds. */
export function upsertCachedStartsAndEnds(
  db: Database,
  mode: Mode,
  input: { until: number; days: StartsAndEnds[]; now: number },
) {
  const cache = {
    until: input.until,
    days: JSON.stringify(input.days),
    updatedAt: input.now,
  };
  return db
    .insert(startsAndEndsCache)
    .values({ mode, ...cache })
    .onConflictDoUpdate({ target: startsAndEndsCache.mode, set: cache });
}

/** A change that is pending for longer was refused by Stripe, or Stripe cannot be reached. */
const OVERDUE_MS = 10 * MINUTE;

/** Limits the rows that each count reads. */
const COUNT_LIMIT = 100;

/** What the action items are made from. Counts are capped at 100, times are in unix milliseconds. */
export type ActionItemFacts = {
  deadEvents: number;
  pastDue: number;
  waitingForKeys: number;
  /** Products with an overdue pending sync. */
  notPushed: number;
  /** Webhook endpoints that were stopped because they failed. */
  stoppedEndpoints: number;
  /** Null if no sweep has finished. */
  drifted: number | null;
  lastEventCreatedAt: number | null;
  lastEventReceivedAt: number | null;
  lastPaymentAt: number | null;
  productCount: number;
  /** The currency of an active price; null if there is none. */
  currency: string | null;
};

/**
 * Reads everything in one statement. `status = 'dead'` and `waiting_for` are written as literals to match the partial
 * indexes.
 */
export async function readActionItemFacts(
  db: Database,
  mode: Mode,
  now: number,
): Promise<ActionItemFacts> {
  const upTo100 = (rows: ReturnType<typeof sql>) =>
    sql`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${COUNT_LIMIT}))`;
  const lastEvent = (column: ReturnType<typeof sql>) =>
    // The rowid is the order of arrival. `+` keeps SQLite from using an index on the mode, which would read every
    // event.
    sql`(SELECT ${column} FROM events WHERE +mode = ${mode} ORDER BY rowid DESC LIMIT 1)`;
  const facts = await db.get<ActionItemFacts>(sql`SELECT
    ${upTo100(sql`FROM events WHERE mode = ${mode} AND status = 'dead'`)} AS deadEvents,
    ${upTo100(sql`FROM subscriptions WHERE mode = ${mode} AND status = 'past_due'`)} AS pastDue,
    ${upTo100(sql`FROM grants WHERE waiting_for = 'seller_keys' AND mode = ${mode} AND ${inForce(now)}`)} AS waitingForKeys,
    ${upTo100(sql`FROM pending_syncs WHERE mode = ${mode} AND kind = 'push'
      AND since < ${now - OVERDUE_MS}`)} AS notPushed,
    ${upTo100(sql`FROM webhook_endpoints WHERE mode = ${mode}
      AND (status = 'paused' OR status_reason = 'gone')`)} AS stoppedEndpoints,
    (SELECT drifted FROM sweeps WHERE mode = ${mode} AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS drifted,
    ${lastEvent(sql`created_at`)} AS lastEventCreatedAt,
    ${lastEvent(sql`received_at`)} AS lastEventReceivedAt,
    (SELECT created_at FROM payments WHERE mode = ${mode} AND status = 'succeeded'
      ORDER BY created_at DESC LIMIT 1) AS lastPaymentAt,
    ${upTo100(sql`FROM products`)} AS productCount,
    (SELECT currency FROM prices WHERE active = 1 LIMIT 1) AS currency`);
  if (!facts) throw new Error("SELECT without FROM gave no row");
  return facts;
}
