import { sql } from "drizzle-orm";
import type { Mode } from "../../../config/config.ts";
import type { Database } from "../../../db/client.ts";

type PriceAtStripe = { mode: Mode; productId: string; stripePriceId: string };

/** Running and paused subscriptions with the price, grouped by what decides whether they can be moved. */
export function countSubscribersByState(db: Database, input: PriceAtStripe) {
  const { mode, productId, stripePriceId } = input;
  return db.all<{
    status: string;
    cancelAt: number | null;
    pauseBehavior: string | null;
    disputeStatus: string | null;
    subscribers: number;
    quantity: number;
    amountMinor: number;
  }>(sql`SELECT s.status, max(s.cancel_at) AS cancelAt, s.pause_behavior AS pauseBehavior,
      s.dispute_status AS disputeStatus, count(*) AS subscribers, sum(i.quantity) AS quantity,
      sum(i.quantity * i.amount_minor) AS amountMinor
    FROM subscription_items AS i CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
    WHERE i.product_id = ${productId} AND i.stripe_price_id = ${stripePriceId}
      AND +s.mode = ${mode} AND s.ended_at IS NULL
    GROUP BY s.status, s.cancel_at IS NULL, s.pause_behavior, s.dispute_status`);
}

/** A subscriber in the preview. Amounts in minor units, for all seats; times in unix milliseconds. */
export type SubscriberRow = {
  id: string;
  userId: string;
  name: string | null;
  email: string | null;
  quantity: number;
  amountMinor: number;
  status: string;
  currentPeriodEnd: number | null;
  cancelAt: number | null;
  pauseBehavior: string | null;
  disputeStatus: string | null;
};

/** Lists subscribers of the price by the id of the subscription. */
export function listSubscribers(
  db: Database,
  input: PriceAtStripe & { afterId: string; limit: number },
) {
  const { mode, productId, stripePriceId, afterId, limit } = input;
  return db.all<SubscriberRow>(sql`SELECT s.id, s.user_id AS userId, u.name, u.email, i.quantity,
      i.quantity * i.amount_minor AS amountMinor, s.status, s.current_period_end AS currentPeriodEnd,
      s.cancel_at AS cancelAt, s.pause_behavior AS pauseBehavior, s.dispute_status AS disputeStatus
    FROM subscription_items AS i CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
      JOIN users AS u ON u.id = s.user_id
    WHERE i.product_id = ${productId} AND i.subscription_id > ${afterId}
      AND i.stripe_price_id = ${stripePriceId} AND +s.mode = ${mode} AND s.ended_at IS NULL
    ORDER BY i.subscription_id LIMIT ${limit}`);
}

/** A subscription in a move, with its user. Times in unix milliseconds. */
export type MovedSubscriber = {
  id: string;
  userId: string;
  name: string | null;
  email: string | null;
  state: "planned" | "moved" | "left_out" | "canceled";
  reason: "ended" | "ending" | "disputed" | "paused" | "unpaid" | "changed" | null;
  error: string | null;
  nextAttemptAt: number;
  currentPeriodEnd: number | null;
};

/** Lists subscriptions of a move by id; `failed` are the planned ones whose latest attempt failed. */
export function listMovedSubscribers(
  db: Database,
  input: {
    moveId: string;
    state: "planned" | "moved" | "left_out" | "canceled" | "failed";
    afterId: string;
    limit: number;
  },
) {
  const { moveId, state, afterId, limit } = input;
  return db.all<MovedSubscriber>(sql`SELECT s.id, s.user_id AS userId, u.name, u.email, m.state,
      m.reason, m.error, m.next_attempt_at AS nextAttemptAt, s.current_period_end AS currentPeriodEnd
    FROM price_move_subscriptions AS m CROSS JOIN subscriptions AS s ON s.id = m.subscription_id
      JOIN users AS u ON u.id = s.user_id
    WHERE m.move_id = ${moveId} AND m.state = ${state === "failed" ? "planned" : state}
      AND m.subscription_id > ${afterId} ${state === "failed" ? sql`AND m.error IS NOT NULL` : sql``}
    ORDER BY m.subscription_id LIMIT ${limit}`);
}
