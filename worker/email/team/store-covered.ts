import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import type {
  NotificationFacts,
  NotificationKind,
  NotificationRange,
} from "../../db/schema/notifications.ts";

type SourceType = "order" | "subscription" | "statement";

/** A notification with what its email says. Amounts in minor units, times in Unix milliseconds. */
export type CoveredNotification = {
  kind: NotificationKind;
  facts: NotificationFacts;
  amountMinor: number | null;
  currency: string | null;
  createdAt: number;
  /**
   * The page of the console that it leads to; null for webhooks and a payment for something that this shop does not
   * sell.
   */
  source: { type: SourceType; id: string } | null;
  /** Null if the product is unknown. */
  productName: string | null;
  /**
   * Of a change by the team, the member. Null for webhooks and programs. Without a name and an email, the account was
   * deleted.
   */
  customer: { id: string; name: string | null; email: string | null } | null;
  /** What a subscription costs now, for all items and seats. */
  rate: {
    amountMinor: number;
    currency: string;
    interval: string;
    intervalCount: number;
  } | null;
  /** When a subscription ends or ended, and why its subscriber canceled. */
  endsAt: number | null;
  cancellationFeedback: string | null;
  cancellationComment: string | null;
};

type Row = Omit<CoveredNotification, "facts" | "source" | "customer" | "rate"> & {
  facts: string;
  sourceType: SourceType | null;
  sourceId: string | null;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  rate: string | null;
};

/** Returns the newest notifications of a range, newest first, each with what it is about. */
export async function listCovered(
  db: Database,
  input: { mode: Mode; range: NotificationRange; limit: number },
): Promise<CoveredNotification[]> {
  const { mode, range, limit } = input;
  const rows = await db.all<Row>(sql`
    WITH covered AS MATERIALIZED (
      SELECT n.*, a.customer_id AS alert_customer_id,
        coalesce(a.source_type, CASE WHEN n.source_type IN ('order', 'subscription', 'statement') THEN n.source_type END) AS about_type,
        CASE WHEN n.source_type = 'alert' THEN a.source_id ELSE n.source_id END AS about_id
      FROM notifications n
      LEFT JOIN payment_alerts a ON n.source_type = 'alert' AND a.mode = n.mode AND a.id = n.source_id
      WHERE n.mode = ${mode} AND n.kind = ${range.kind}
        AND n.sequence > ${range.after} AND n.sequence <= ${range.upTo}
      ORDER BY n.sequence DESC LIMIT ${limit})
    SELECT n.kind, n.facts, n.amount_minor AS amountMinor, n.currency, n.created_at AS createdAt,
      CASE WHEN o.id IS NOT NULL THEN 'order' WHEN s.id IS NOT NULL THEN 'subscription'
        WHEN st.id IS NOT NULL THEN 'statement' END AS sourceType,
      coalesce(o.id, s.id, st.id) AS sourceId,
      coalesce(p.name, (SELECT group_concat(q.name, ', ') FROM subscription_items i
        JOIN products q ON q.id = i.product_id WHERE i.subscription_id = s.id)) AS productName,
      u.id AS userId, u.name AS userName, u.email AS userEmail,
      (SELECT json_object('amountMinor', sum(i.amount_minor * i.quantity), 'currency', i.currency,
          'interval', i.interval, 'intervalCount', i.interval_count)
        FROM subscription_items i WHERE i.subscription_id = s.id HAVING count(*) > 0) AS rate,
      coalesce(s.ended_at, s.cancel_at) AS endsAt,
      s.cancellation_feedback AS cancellationFeedback, s.cancellation_comment AS cancellationComment
    FROM covered n
    LEFT JOIN orders o ON n.about_type = 'order' AND o.id = n.about_id
    LEFT JOIN subscriptions s ON n.about_type = 'subscription' AND s.id = n.about_id
    LEFT JOIN statements st ON n.about_type = 'statement' AND st.id = n.about_id
    LEFT JOIN products p ON p.id = o.product_id
    LEFT JOIN customers c ON c.id = n.alert_customer_id
    LEFT JOIN users u ON u.id = coalesce(o.user_id, s.user_id, c.user_id, st.user_id, n.facts ->> 'by')
    ORDER BY n.sequence DESC`);
  return rows.map(({ facts, sourceType, sourceId, userId, userName, userEmail, rate, ...row }) => ({
    ...row,
    facts: JSON.parse(facts) as NotificationFacts,
    source: sourceType && sourceId !== null ? { type: sourceType, id: sourceId } : null,
    customer: userId === null ? null : { id: userId, name: userName, email: userEmail },
    rate: rate === null ? null : (JSON.parse(rate) as CoveredNotification["rate"]),
  }));
}
