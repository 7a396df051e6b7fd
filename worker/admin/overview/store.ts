import { inForce } from "../../access/in-force.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { dailySubscriptions } from "../../db/schema/totals.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import type { DaySpan } from "../../purchases/totals/spans.ts";

/** Throws if the database is unreachable or not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM products LIMIT 1`);
}

/** Subscription counts of one currency. */
export type SubscriptionCounts = Omit<typeof dailySubscriptions.$inferSelect, "mode" | "day">;

const countColumns = {
  currency: dailySubscriptions.currency,
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

export function listSubscriptionCountsOfDay(
  db: Database,
  mode: Mode,
  day: string,
): Promise<SubscriptionCounts[]> {
  return db
    .select(countColumns)
    .from(dailySubscriptions)
    .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day)))
    .orderBy(dailySubscriptions.currency)
    .all();
}

/** Returns the latest counts in each of these spans of days; a span without any is left out. */
export function listLatestSubscriptionCounts(db: Database, mode: Mode, spans: DaySpan[]) {
  return db.all<SubscriptionCounts & { day: string }>(sql`
    SELECT snapshot.day, currency, active_count AS activeCount, trialing_count AS trialingCount
    FROM json_each(${JSON.stringify(spans)}) AS span CROSS JOIN daily_subscriptions AS snapshot
      ON snapshot.mode = ${mode} AND snapshot.day = (SELECT day FROM daily_subscriptions
        WHERE mode = ${mode} AND day >= span.value ->> 'from' AND day <= span.value ->> 'to' ORDER BY day DESC LIMIT 1)`);
}

/** Replaces the counts of a day. */
export function replaceSubscriptionCounts(
  db: Database,
  mode: Mode,
  day: string,
  counts: SubscriptionCounts[],
): Statement[] {
  return [
    db
      .delete(dailySubscriptions)
      .where(and(eq(dailySubscriptions.mode, mode), eq(dailySubscriptions.day, day))),
    ...counts.map((row) => db.insert(dailySubscriptions).values({ mode, day, ...row })),
  ];
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
  /** Paid checkouts of the last day that no webhook told of in time. */
  unheardCheckouts: number;
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
    ${upTo100(sql`FROM incidents WHERE mode = ${mode} AND created_at > ${now - DAY}
      AND kind = 'unheard_checkout'`)} AS unheardCheckouts,
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
