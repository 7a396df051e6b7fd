import type { SqlDatabase } from "../database/database.ts";
import type { Account } from "../stripe/account.ts";

/** The delivery of one event to one endpoint, with every attempt. */
export interface Delivery {
  endpoint: string;
  state: string;
  attempts: { at: string; status: number | null; error: string | null; tookMs: number }[];
}

export interface EventSummary {
  id: string;
  type: string;
  created: number;
  object: string | null;
  deliveries: Delivery[];
}

/** Returns the latest `limit` events with their deliveries, oldest first. `object` is the id of the event's object. */
export function listRecentEvents(
  database: SqlDatabase,
  account: Account,
  limit: number,
): EventSummary[] {
  const { rows } = account.objects.findPage("event", [], { limit, order: "newest first" });
  const deliveries = database.prepare(
    "SELECT id, endpoint, state FROM deliveries WHERE account = ? AND event = ? ORDER BY id",
  );
  const attempts = database.prepare(
    "SELECT at_ms, status, error, took_ms FROM attempts WHERE delivery = ? ORDER BY at_ms",
  );
  return rows.toReversed().map((event) => ({
    id: event.id,
    type: event.type,
    created: event.created,
    object: (event.data.object as { id?: string }).id ?? null,
    deliveries: deliveries.all(account.key, event.id).map((delivery) => ({
      endpoint: String(delivery.endpoint),
      state: String(delivery.state),
      attempts: attempts.all(Number(delivery.id)).map((attempt) => ({
        at: new Date(Number(attempt.at_ms)).toISOString(),
        status: attempt.status === null ? null : Number(attempt.status),
        error: attempt.error === null ? null : String(attempt.error),
        tookMs: Number(attempt.took_ms),
      })),
    })),
  }));
}
