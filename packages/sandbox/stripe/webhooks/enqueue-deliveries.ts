import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";

export const webhookModes = ["deliver", "hold", "drop", "duplicate", "shuffle"] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** In shuffle mode events wait this long (milliseconds), so that there are several to shuffle. */
const shuffleWindowMs = 150;

/**
 * Queues an event for every endpoint that asked for it, in the transaction that made the event.
 * Returns to how many endpoints it goes.
 */
export function queueDeliveries(
  database: DatabaseSync,
  account: string,
  event: Stripe.EventBase,
  endpoints: Stripe.WebhookEndpoint[],
): number {
  const wanted = endpoints.filter((endpoint) =>
    endpoint.enabled_events.some((name) => name === "*" || name === event.type),
  );
  const { mode, delayMs } = readWebhookMode(database, account);
  const state = mode === "hold" ? "held" : mode === "drop" ? "dropped" : "pending";
  const dueMs = Date.now() + delayMs + (mode === "shuffle" ? shuffleWindowMs : 0);
  const insert = database.prepare(
    "INSERT INTO deliveries (account, event, endpoint, state, due_ms) VALUES (?, ?, ?, ?, ?)",
  );
  for (const endpoint of wanted) {
    for (let copy = 0; copy < (mode === "duplicate" ? 2 : 1); copy++)
      insert.run(account, event.id, endpoint.id, state, dueMs);
  }
  return wanted.length;
}

export function readWebhookMode(
  database: DatabaseSync,
  account: string,
): { mode: WebhookMode; delayMs: number } {
  const row = database
    .prepare("SELECT webhook_mode AS mode, webhook_delay_ms AS delayMs FROM accounts WHERE key = ?")
    .get(account);
  return { mode: row?.mode as WebhookMode, delayMs: Number(row?.delayMs) };
}

/** What happens to events from now on; what is already held stays held until a flush. */
export function writeWebhookMode(
  database: DatabaseSync,
  account: string,
  mode: WebhookMode,
  delayMs: number,
): void {
  database
    .prepare("UPDATE accounts SET webhook_mode = ?, webhook_delay_ms = ? WHERE key = ?")
    .run(mode, delayMs, account);
}
