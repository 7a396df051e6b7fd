import type { DatabaseSync } from "node:sqlite";
import type { EndpointRow, Tombstone } from "../store/rows.ts";
import { secretsAt } from "./endpoint.ts";
import { readWebhookMode } from "./enqueue-deliveries.ts";
import { signatureHeader } from "./signature.ts";

/** Milliseconds before each further attempt; after the last the delivery has failed. */
export const defaultRetryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000];
const timeoutMs = 20_000;

/** Carries queued events to their endpoints, one at a time per account, in order unless the mode is shuffle. */
export interface Courier {
  /** Looks for due deliveries of an account; call after every commit. */
  wake(account: string): void;
  /** Attempts everything that is held or was never attempted, and waits for it. */
  flush(account: string): Promise<{ attempted: number; delivered: number }>;
  /** Queues an event again for its endpoints and waits for the attempts. Null when no endpoint has it. */
  resend(account: string, event: string): Promise<{ attempted: number; delivered: number } | null>;
  stop(): Promise<void>;
}

interface Due {
  id: number;
  event: string;
  endpoint: string;
  attempts: number;
}

export function createCourier(
  database: DatabaseSync,
  retryDelaysMs = defaultRetryDelaysMs,
): Courier {
  const lanes = new Map<string, Promise<unknown>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const abort = new AbortController();

  // What was under way when the process ended was not acknowledged.
  database.exec("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'");

  function select(account: string, condition: string, ...values: (string | number)[]): Due[] {
    const rows = database
      .prepare(
        `SELECT id, event, endpoint, attempts FROM deliveries WHERE account = ? AND ${condition} ORDER BY due_ms, id`,
      )
      .all(account, ...values) as unknown as Due[];
    return readWebhookMode(database, account).mode === "shuffle" ? shuffle(rows) : rows;
  }

  /** One lane per account: attempts never overlap, so "in order" means something. */
  function inLane<T>(account: string, work: () => Promise<T>): Promise<T> {
    const result = (lanes.get(account) ?? Promise.resolve()).then(work);
    lanes.set(
      account,
      result.catch(() => undefined),
    );
    return result;
  }

  async function attemptAll(
    account: string,
    due: Due[],
  ): Promise<{ attempted: number; delivered: number }> {
    let delivered = 0;
    let attempted = 0;
    for (const delivery of due) {
      if (abort.signal.aborted) break;
      const claim = database
        .prepare(
          "UPDATE deliveries SET state = 'sending' WHERE id = ? AND state IN ('pending', 'held')",
        )
        .run(delivery.id);
      if (claim.changes === 0) continue;
      attempted++;
      if (await attempt(account, delivery)) delivered++;
    }
    return { attempted, delivered };
  }

  async function attempt(account: string, delivery: Due): Promise<boolean> {
    const startedMs = Date.now();
    const { status, error } = await send(account, delivery, startedMs);
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
    if (delivered) countPending(account, delivery.event);
    return delivered;
  }

  /** `pending_webhooks`: endpoints that have not yet answered 2xx to this event. */
  function countPending(account: string, event: string): void {
    database
      .prepare(`UPDATE objects SET data = json_set(data, '$.pending_webhooks', (
          SELECT COUNT(DISTINCT endpoint) FROM deliveries d WHERE d.account = ?1 AND d.event = ?2 AND NOT EXISTS (
            SELECT 1 FROM deliveries done
            WHERE done.account = ?1 AND done.event = ?2 AND done.endpoint = d.endpoint AND done.state = 'delivered')))
        WHERE account = ?1 AND id = ?2`)
      .run(account, event);
  }

  async function send(
    account: string,
    delivery: Due,
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
      const response = await fetch(endpoint.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": signatureHeader(
            payload,
            secretsAt(endpoint, atMs),
            Math.floor(atMs / 1000),
          ),
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.arrayBuffer();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: describe(error) };
    }
  }

  function wake(account: string): void {
    if (abort.signal.aborted) return;
    clearTimeout(timers.get(account));
    const next = database
      .prepare(
        "SELECT MIN(due_ms) AS dueMs FROM deliveries WHERE account = ? AND state = 'pending'",
      )
      .get(account)?.dueMs;
    if (next === null || next === undefined) return;
    timers.set(
      account,
      setTimeout(
        () => void inLane(account, () => run(account)),
        Math.max(0, Number(next) - Date.now()),
      ),
    );
  }

  async function run(account: string): Promise<void> {
    if (abort.signal.aborted) return;
    await attemptAll(account, select(account, "state = 'pending' AND due_ms <= ?", Date.now()));
    wake(account);
  }

  async function attemptNow(account: string, due: () => Due[]) {
    const result = await inLane(account, () => attemptAll(account, due()));
    wake(account);
    return result;
  }

  return {
    wake,
    flush: (account) =>
      attemptNow(account, () =>
        select(account, "(state = 'held' OR (state = 'pending' AND attempts = 0))"),
      ),
    async resend(account, event) {
      const again = database
        .prepare(
          "UPDATE deliveries SET state = 'pending', due_ms = ? WHERE account = ? AND event = ? AND state <> 'sending' RETURNING id, event, endpoint, attempts",
        )
        .all(Date.now(), account, event) as unknown as Due[];
      return again.length === 0 ? null : attemptNow(account, () => again);
    },
    async stop() {
      abort.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(lanes.values());
    },
  };
}

/** A random order that is never the order of before, so that a test of disorder always has some. */
function shuffle<T>(items: T[]): T[] {
  const shuffled = items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
  return shuffled.every((item, index) => item === items[index]) ? items.toReversed() : shuffled;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? error.cause.message || String((error.cause as NodeJS.ErrnoException).code)
    : error.message;
}
