import type { SqlDatabase } from "../../database/database.ts";
import type Stripe from "stripe";

export const webhookModes = [
  "deliver",
  "hold",
  "drop",
  "duplicate",
  "shuffle",
  "parallel",
] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** In shuffle mode, how long deliveries wait (milliseconds) so that several can be shuffled. */
const shuffleWindowMs = 150;

/**
 * Enqueues an event for every endpoint subscribed to its type, in the transaction that created the event. Returns the
 * number of endpoints.
 */
export function enqueueDeliveries(
  database: SqlDatabase,
  account: string,
  event: Stripe.EventBase,
  endpoints: Stripe.WebhookEndpoint[],
): number {
  const subscribed = endpoints.filter((endpoint) =>
    endpoint.enabled_events.some((name) => name === "*" || name === event.type),
  );
  const { mode, delayMs } = readWebhookMode(database, account);
  const state = mode === "hold" ? "held" : mode === "drop" ? "dropped" : "pending";
  const dueMs = Date.now() + delayMs + (mode === "shuffle" ? shuffleWindowMs : 0);
  const insert = database.prepare(
    "INSERT INTO deliveries (account, event, endpoint, state, due_ms) VALUES (?, ?, ?, ?, ?)",
  );
  for (const endpoint of subscribed) {
    for (let copy = 0; copy < (mode === "duplicate" ? 2 : 1); copy++)
      insert.run(account, event.id, endpoint.id, state, dueMs);
  }
  return subscribed.length;
}

export function readWebhookMode(
  database: SqlDatabase,
  account: string,
): { mode: WebhookMode; delayMs: number } {
  const row = database
    .prepare("SELECT webhook_mode AS mode, webhook_delay_ms AS delayMs FROM accounts WHERE key = ?")
    .get(account);
  return { mode: row?.mode as WebhookMode, delayMs: Number(row?.delayMs) };
}

/** Sets the mode for future events. Deliveries that are already held stay held until a flush. */
export function writeWebhookMode(
  database: SqlDatabase,
  account: string,
  mode: WebhookMode,
  delayMs: number,
): void {
  database
    .prepare("UPDATE accounts SET webhook_mode = ?, webhook_delay_ms = ? WHERE key = ?")
    .run(mode, delayMs, account);
}
