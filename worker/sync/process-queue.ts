import type { Ctx, SyncMessage } from "../context.ts";
import { logEvent, logFailure } from "../lib/log.ts";
import { measure } from "../metrics/metrics.ts";
import { markProductSyncDead, syncProduct } from "./catalog/sync-product.ts";
import { processPriceMove } from "./price-moves/process-price-move.ts";
import { markEventsDead } from "./inbox/store.ts";
import { backOffFromStripe } from "./cursors/stripe-backoff.ts";
import { syncStripeCustomer } from "./customer/sync-stripe-customer.ts";
import { continueJob } from "./sweeps/continue-job.ts";

/**
 * Upper limit of the delay, which doubles from 2 s. All retries in wrangler.toml together must take longer than the
 * lease of a sync that crashed.
 */
const MAX_BUSY_DELAY_SECONDS = 30;
const MAX_DELAY_SECONDS = 15 * 60;
/** An event about an email can come before it is noted that the email was sent. */
const EARLY_EVENT_SECONDS = 30;

/**
 * Processes one batch of the sync queue. Messages are hints: several messages for one customer or product cause one
 * sync, and a clean customer costs one attempted write. If the lease is held, the message is retried shortly; after a
 * failure, it is retried with exponential backoff and jitter. Pieces of long jobs come last, since customers wait.
 * @param newCtx returns a new context with the current time, so that each lease starts when its sync does
 */
export async function processSyncBatch(
  newCtx: () => Ctx,
  batch: MessageBatch<SyncMessage>,
): Promise<void> {
  for (const messages of groupBySubject(batch)) {
    const ctx = newCtx();
    const { body } = messages[0];
    const attempts = Math.max(...messages.map((message) => message.attempts));
    let outcome = "ok";
    try {
      if ("type" in body) {
        const { hearCloudflareEvent } = await import("../email/sender-events/hear-sender-event.ts");
        if (await hearCloudflareEvent(ctx, body)) retryAll(messages, EARLY_EVENT_SECONDS);
      } else if (body.productId !== undefined) await syncProduct(ctx, body);
      else if (body.priceMoveId !== undefined) await processPriceMove(ctx, body);
      else if (body.job !== undefined) await continueJob(ctx, body.job);
      else if ((await processCustomer(ctx, body)) === "busy") {
        outcome = "busy";
        retryAll(messages, Math.min(2 ** attempts, MAX_BUSY_DELAY_SECONDS));
      }
    } catch (error) {
      outcome = "failed";
      logFailure(ctx, "sync.failed", error, { ...subjectLogFields(body), attempts });
      await backOffFromStripe(ctx, error).catch(() => false);
      // Cron continues a job.
      if (body.job === undefined) retryAll(messages, backoffSeconds(attempts));
    }
    if (!ctx.metrics || body.job !== undefined) continue;
    const [subject] = Object.keys(subjectLogFields(body)) as [string];
    const sentAt = Math.min(...messages.map(({ timestamp }) => timestamp.getTime()));
    measure(ctx, "sync", { subject, outcome, lag_ms: Date.now() - sentAt, attempts });
  }
}

async function processCustomer(ctx: Ctx, { customerId }: { customerId: string }) {
  const result = await syncStripeCustomer(ctx, { customerId });
  if (result.state === "synced" && result.dirtyAgain) await ctx.syncQueue.send({ customerId });
  return result.state;
}

/** Processes messages that failed too often: marks their events as dead, and logs once per customer and product. */
export async function processDeadLetters(
  ctx: Ctx,
  batch: MessageBatch<SyncMessage>,
): Promise<void> {
  for (const [{ body }] of groupBySubject(batch)) {
    if (body.productId !== undefined) await markProductSyncDead(ctx, body);
    // Cron enqueues a price move again, and continues a job.
    else if (body.customerId !== undefined) await markEventsDead(ctx.db, body);
    logEvent("error", "sync.dead", { ...subjectLogFields(body) }, ctx);
  }
}

type Messages = [Message<SyncMessage>, ...Message<SyncMessage>[]];

function groupBySubject(batch: MessageBatch<SyncMessage>): Messages[] {
  const groups = Map.groupBy(batch.messages, ({ body }) =>
    "type" in body ? body : Object.values(body)[0],
  );
  return ([...groups.values()] as Messages[]).toSorted(
    ([a], [b]) => Number(a.body.job !== undefined) - Number(b.body.job !== undefined),
  );
}

function subjectLogFields(body: SyncMessage): Record<string, string> {
  if ("type" in body) return { email_event: body.type };
  if (body.job !== undefined) return { job: body.job };
  if (body.productId !== undefined) return { product: body.productId };
  return body.priceMoveId === undefined
    ? { customer: body.customerId }
    : { price_move: body.priceMoveId };
}

function retryAll(messages: Message<SyncMessage>[], delaySeconds: number): void {
  for (const message of messages) message.retry({ delaySeconds });
}

/**
 * Returns the delay after a failure: 4 s, 8 s, 16 s … up to 15 minutes. Half of it is random, to spread the retries.
 */
function backoffSeconds(attempts: number): number {
  const full = Math.min(2 ** (attempts + 1), MAX_DELAY_SECONDS);
  return Math.ceil(full / 2 + (Math.random() * full) / 2);
}
