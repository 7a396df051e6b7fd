import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import type { Database } from "../db/client.ts";

/** A subscription that renews by itself and may get a notice, as the queries read it. Times in unix milliseconds. */
export type RenewingRow = {
  id: string;
  userId: string;
  customerId: string;
  stripeSubscriptionId: string;
  createdAt: number;
  periodStart: number;
  periodEnd: number;
  latestPaymentIntentId: string | null;
};

/** A part of a list, after the last row of the part before it; null for the first part. */
type Part = { mode: Mode; from: number; until: number; after: RenewingRow | null; limit: number };

/** Not in its trial, unpaid, paused, canceled, or a second payment for the same; and without this notice. */
const renewing = (index: SQL, dedupeKey: SQL) => sql`
  SELECT s.id, s.user_id AS userId, s.customer_id AS customerId, s.stripe_subscription_id AS stripeSubscriptionId,
    s.created_at AS createdAt, s.current_period_start AS periodStart, s.current_period_end AS periodEnd,
    s.latest_payment_intent_id AS latestPaymentIntentId
  FROM subscriptions AS s INDEXED BY ${index}
  WHERE s.ended_at IS NULL AND s.status = 'active' AND s.cancel_at IS NULL AND s.pause_behavior IS NULL
    AND s.duplicate_of IS NULL
    AND NOT EXISTS (SELECT 1 FROM emails AS e WHERE e.kind = 'renewal_notice' AND e.dedupe_key = ${dedupeKey})`;

/** What the notice of a renewal reports. One period has one, however its end moves. */
export const keyOfRenewal = (row: RenewingRow) => `${row.stripeSubscriptionId}:${row.periodStart}`;

/** What the notice of a year reports. */
export const keyOfYear = (row: RenewingRow, years: number) =>
  `${row.stripeSubscriptionId}:year ${years}`;

/** Lists subscriptions whose period is longer than 180 days and ends within a time, the latest end first. */
export function listLongPeriods(
  db: Database,
  { mode, from, until, after, limit }: Part,
): Promise<RenewingRow[]> {
  const key = sql`s.stripe_subscription_id || ':' || s.current_period_start`;
  return db.all<RenewingRow>(sql`${renewing(sql`subscriptions_long_period`, key)}
    AND s.mode = ${mode} AND s.current_period_end > ${from} AND s.current_period_end <= ${until}
    AND s.current_period_end - s.current_period_start > 15552000000
    ${after === null ? sql`` : sql`AND (s.current_period_end, s.id) < (${after.periodEnd}, ${after.id})`}
    ORDER BY s.current_period_end DESC, s.id DESC LIMIT ${limit}`);
}

/** Lists subscriptions that began within a time, so many years ago. */
export function listYearsOld(
  db: Database,
  { mode, from, until, after, limit, years }: Part & { years: number },
): Promise<RenewingRow[]> {
  const key = sql`s.stripe_subscription_id || ${`:year ${years}`}`;
  return db.all<RenewingRow>(sql`${renewing(sql`subscriptions_time`, key)}
    AND s.mode = ${mode} AND s.created_at > ${from} AND s.created_at <= ${until}
    ${after === null ? sql`` : sql`AND (s.created_at, s.id) > (${after.createdAt}, ${after.id})`}
    ORDER BY s.created_at, s.id LIMIT ${limit}`);
}
