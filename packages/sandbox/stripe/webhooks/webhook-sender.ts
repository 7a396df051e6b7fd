import type { SqlDatabase } from "../../database/database.ts";
import { readClockOffset } from "../clock.ts";
import type { EndpointRow, Tombstone } from "../store/rows.ts";
import { listActiveSecrets } from "./endpoint.ts";
import { readWebhookMode } from "./enqueue-deliveries.ts";
import { buildSignatureHeader } from "./signature.ts";

/** Milliseconds before each retry. After the last retry, the delivery has failed. */
export const defaultRetryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 20_000;
/** How many events are on their way at once in the mode `parallel`. Stripe sets no limit. */
const parallelSenders = 8;

/** Delivers queued events to their endpoints: one at a time per account, and in order, unless the mode says otherwise. */
export interface WebhookSender {
  /** Schedules an account's next due delivery. Call this after every commit. */
  scheduleDeliveries(account: string): void;
  /** Attempts every delivery that is held or was never attempted, and waits for the results. */
  flush(account: string): Promise<{ attempted: number; delivered: number }>;
  /**
   * Attempts every delivery that is due, and waits for the results. Returns when the latest delivery of any account was
   * attempted, in Unix milliseconds.
   */
  sendDue(account: string): Promise<{ latestAttemptMs: number }>;
  /** Makes an account's retries due that much earlier, because its clock was moved. */
  passTime(account: string, passedMs: number): void;
  /** Sends an event to its endpoints again, and waits for the results. Returns null if it has no deliveries. */
  resend(account: string, event: string): Promise<{ attempted: number; delivered: number } | null>;
  stop(): Promise<void>;
}

interface DueDelivery {
  id: number;
  event: string;
  endpoint: string;
  attempts: number;
}

/**
 * @param wakeAt called with the time (Unix milliseconds) of the next delivery, instead of a timer of the process
 * @param send sends a request to an endpoint
 */
export function createWebhookSender(
  database: SqlDatabase,
  retryDelaysMs = defaultRetryDelaysMs,
  wakeAt?: (dueMs: number) => void,
  send: (request: Request) => Promise<Response> = fetch,
): WebhookSender {
  const queuesByAccount = new Map<string, Promise<unknown>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const abort = new AbortController();
  let latestAttemptMs = 0;

  // Deliveries in progress when the process stopped were not acknowledged, so they are retried.
  database.exec("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'");

  function listDeliveries(
    account: string,
    condition: string,
    ...values: (string | number)[]
  ): DueDelivery[] {
    const rows = database
      .prepare(
        `SELECT id, event, endpoint, attempts FROM deliveries WHERE account = ? AND ${condition} ORDER BY due_ms, id`,
      )
      .all(account, ...values) as unknown as DueDelivery[];
    return readWebhookMode(database, account).mode === "shuffle" ? shuffle(rows) : rows;
  }

  /** Runs an account's work one at a time, so that deliveries stay in order. */
  function runSequentially<T>(account: string, work: () => Promise<T>): Promise<T> {
    const result = (queuesByAccount.get(account) ?? Promise.resolve()).then(work);
    queuesByAccount.set(
      account,
      result.catch(() => undefined),
    );
    return result;
  }

  async function attemptDeliveries(
    account: string,
    due: DueDelivery[],
  ): Promise<{ attempted: number; delivered: number }> {
    let delivered = 0;
    let attempted = 0;
    const waiting = [...due];
    const attemptNext = async (): Promise<void> => {
      const delivery = waiting.shift();
      if (!delivery || abort.signal.aborted) return;
      const claim = database
        .prepare(
          "UPDATE deliveries SET state = 'sending' WHERE id = ? AND state IN ('pending', 'held')",
        )
        .run(delivery.id);
      if (claim.changes > 0) {
        attempted++;
        if (await attemptDelivery(account, delivery)) delivered++;
      }
      return attemptNext();
    };
    const { mode } = readWebhookMode(database, account);
    const senders = mode === "parallel" ? parallelSenders : 1;
    await Promise.all(Array.from({ length: senders }, attemptNext));
    return { attempted, delivered };
  }

  async function attemptDelivery(account: string, delivery: DueDelivery): Promise<boolean> {
    const startedMs = Date.now();
    latestAttemptMs = startedMs;
    const { status, error } = await sendDelivery(account, delivery, startedMs);
    if (abort.signal.aborted) return false;
    const delivered = status !== null && status >= 200 && status < 300;
    const retryDelayMs = retryDelaysMs[delivery.attempts];
    database
      .prepare(
        "INSERT INTO attempts (delivery, at_ms, status, error, took_ms) VALUES (?, ?, ?, ?, ?)",
      )
      .run(delivery.id, startedMs, status, error, Date.now() - startedMs);
    database
      .prepare("UPDATE deliveries SET state = ?, due_ms = ?, attempts = attempts + 1 WHERE id = ?")
      .run(
        delivered ? "delivered" : retryDelayMs === undefined ? "failed" : "pending",
        Date.now() + (retryDelayMs ?? 0),
        delivery.id,
      );
    if (delivered) updatePendingWebhooks(account, delivery.event);
    return delivered;
  }

  /** Sets `pending_webhooks` to the number of endpoints that haven't answered this event with a 2xx yet. */
  function updatePendingWebhooks(account: string, event: string): void {
    database
      .prepare(`UPDATE objects SET data = json_set(data, '$.pending_webhooks', (
          SELECT COUNT(DISTINCT endpoint) FROM deliveries d WHERE d.account = ?1 AND d.event = ?2 AND NOT EXISTS (
            SELECT 1 FROM deliveries done
            WHERE done.account = ?1 AND done.event = ?2 AND done.endpoint = d.endpoint AND done.state = 'delivered')))
        WHERE account = ?1 AND id = ?2`)
      .run(account, event);
  }

  async function sendDelivery(
    account: string,
    delivery: DueDelivery,
    atMs: number,
  ): Promise<{ status: number | null; error: string | null }> {
    const read = database.prepare("SELECT data FROM objects WHERE account = ? AND id = ?");
    const endpoint = JSON.parse(String(read.get(account, delivery.endpoint)?.data)) as
      | EndpointRow
      | Tombstone;
    const event = read.get(account, delivery.event);
    if (!("url" in endpoint) || !event) return { status: null, error: "The endpoint was deleted." };
    const payload = JSON.stringify(JSON.parse(String(event.data)), null, 2);
    try {
      const request = new Request(endpoint.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": buildSignatureHeader(
            payload,
            listActiveSecrets(endpoint, atMs),
            Math.floor(atMs / 1000) + readClockOffset(database, account),
          ),
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const response = await send(request);
      await response.arrayBuffer();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: describeError(error) };
    }
  }

  function scheduleDeliveries(account: string): void {
    if (abort.signal.aborted) return;
    clearTimeout(timers.get(account));
    const next = database
      .prepare(
        "SELECT MIN(due_ms) AS dueMs FROM deliveries WHERE account = ? AND state = 'pending'",
      )
      .get(account)?.dueMs;
    if (next === null || next === undefined) return;
    if (wakeAt) return wakeAt(Number(next));
    timers.set(
      account,
      setTimeout(
        () => void runSequentially(account, () => runDueDeliveries(account)),
        Math.max(0, Number(next) - Date.now()),
      ),
    );
  }

  async function runDueDeliveries(account: string): Promise<void> {
    if (abort.signal.aborted) return;
    await attemptDeliveries(
      account,
      listDeliveries(account, "state = 'pending' AND due_ms <= ?", Date.now()),
    );
    scheduleDeliveries(account);
  }

  async function attemptNow(account: string, due: () => DueDelivery[]) {
    const result = await runSequentially(account, () => attemptDeliveries(account, due()));
    scheduleDeliveries(account);
    return result;
  }

  return {
    scheduleDeliveries,
    flush: (account) =>
      attemptNow(account, () =>
        listDeliveries(account, "(state = 'held' OR (state = 'pending' AND attempts = 0))"),
      ),
    async sendDue(account) {
      await attemptNow(account, () =>
        listDeliveries(account, "state = 'pending' AND due_ms <= ?", Date.now()),
      );
      return { latestAttemptMs };
    },
    passTime(account, passedMs) {
      database
        .prepare(
          "UPDATE deliveries SET due_ms = due_ms - ? WHERE account = ? AND state = 'pending' AND attempts > 0",
        )
        .run(passedMs, account);
    },
    async resend(account, event) {
      const deliveries = database
        .prepare(
          "UPDATE deliveries SET state = 'pending', due_ms = ? WHERE account = ? AND event = ? AND state <> 'sending' RETURNING id, event, endpoint, attempts",
        )
        .all(Date.now(), account, event) as unknown as DueDelivery[];
      return deliveries.length === 0 ? null : attemptNow(account, () => deliveries);
    },
    async stop() {
      abort.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(queuesByAccount.values());
    },
  };
}

/** Returns the items in a random order that always differs from the original (given two or more items). */
function shuffle<T>(items: T[]): T[] {
  const shuffled = items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
  return shuffled.every((item, index) => item === items[index]) ? items.toReversed() : shuffled;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? error.cause.message || String((error.cause as NodeJS.ErrnoException).code)
    : error.message;
}
