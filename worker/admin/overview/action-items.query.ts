import { inForce } from "../../in-force.ts";
import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { selectWaitingGuests } from "../../claims/store.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";

/** A change that is pending for longer was refused by Stripe, or Stripe cannot be reached. */
const OVERDUE_MS = 10 * MINUTE;

/** Two reminders were sent by then. */
const UNTAKEN_MS = 7 * DAY;

/** How long it is reported that the key is another account's. */
const FOREIGN_KEY_MS = HOUR;

/** Limits the rows that each count reads. */
const COUNT_LIMIT = 100;

/** What the action items are made from. Counts are capped at 100, times are in unix milliseconds. */
export type ActionItemFacts = {
  /** 1 if the Stripe key was just found to be another account's. */
  foreignKey: number;
  deadEvents: number;
  /** Withdrawals and cancellations that wait for a decision. */
  openStatements: number;
  pastDue: number;
  waitingForKeys: number;
  /** Purchases without a sign-in that give access, and that nobody has taken for a week. */
  untakenPurchases: number;
  /** Products with an overdue pending sync. */
  notPushed: number;
  /** Webhook endpoints that were stopped because they failed. */
  stoppedEndpoints: number;
  /** Paid checkouts of the last day that no webhook reported in time. */
  missedCheckouts: number;
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
 * Reads everything in one statement. `status = 'dead'`, `state = 'open'` and `waiting_for` are written as literals to match the partial
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
    ${upTo100(sql`FROM health_signals WHERE mode = ${mode} AND signal = 'foreign_key'
      AND last_at > ${now - FOREIGN_KEY_MS}`)} AS foreignKey,
    ${upTo100(sql`FROM events WHERE mode = ${mode} AND status = 'dead'`)} AS deadEvents,
    ${upTo100(sql`FROM statements WHERE mode = ${mode} AND state = 'open'`)} AS openStatements,
    ${upTo100(sql`FROM subscriptions WHERE mode = ${mode} AND status = 'past_due'`)} AS pastDue,
    ${upTo100(sql`FROM grants INDEXED BY grants_waiting WHERE waiting_for = 'seller_keys' AND mode = ${mode} AND ${inForce(now)}`)} AS waitingForKeys,
    ${upTo100(
      sql`FROM (${selectWaitingGuests({ mode, now, boughtBefore: now - UNTAKEN_MS })})`,
    )} AS untakenPurchases,
    ${upTo100(sql`FROM pending_syncs WHERE mode = ${mode} AND kind = 'push'
      AND since < ${now - OVERDUE_MS}`)} AS notPushed,
    ${upTo100(sql`FROM webhook_endpoints WHERE mode = ${mode}
      AND (status = 'paused' OR status_reason = 'gone')`)} AS stoppedEndpoints,
    ${upTo100(sql`FROM incidents WHERE mode = ${mode} AND created_at > ${now - DAY}
      AND kind = 'missed_checkout'`)} AS missedCheckouts,
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
