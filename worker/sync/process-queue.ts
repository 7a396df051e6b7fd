import type { Ctx, SyncMessage } from "../context.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { buryProduct, convergeProduct } from "./catalog/sync-product.ts";
import { buryEvents } from "./inbox/mark-events.ts";
import { syncCustomer } from "./customer/sync-stripe-customer.ts";

/** Doubled from 2 s up to this: the retries of wrangler.toml together outlast the lease of a sync that died. */
const LONGEST_BUSY_DELAY_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 15 * 60;

/**
 * Works one batch of the sync queue. Messages are hints: several for one customer are one sync, and a customer that is
 * clean already costs one write attempt; so it is with products. A held lease means a later retry, a failure a later one
 * still, jittered.
 * @param newCtx a fresh context, so that each lease starts when its work does
 */
export async function workSyncBatch(
  newCtx: () => Ctx,
  batch: MessageBatch<SyncMessage>,
): Promise<void> {
  for (const messages of bySubject(batch)) {
    const ctx = newCtx();
    const { body } = messages[0];
    const attempts = Math.max(...messages.map((message) => message.attempts));
    try {
      if (body.productId !== undefined) await convergeProduct(ctx, body);
      else if ((await workCustomer(ctx, body)) === "busy")
        retryAll(messages, Math.min(2 ** attempts, LONGEST_BUSY_DELAY_SECONDS));
    } catch (error) {
      logEvent("error", "sync.failed", {
        ...nameSubject(body),
        attempts,
        request_id: ctx.requestId,
        error: summarizeError(error),
      });
      retryAll(messages, backoffSeconds(attempts));
    }
  }
}

async function workCustomer(ctx: Ctx, { customerId }: { customerId: string }) {
  const result = await syncCustomer(ctx, { customerId });
  if (result.state === "synced" && result.dirtyAgain) await ctx.syncQueue.send({ customerId });
  return result.state;
}

/** What no retry could sync: its events are marked dead, and the log says so once for each customer and product. */
export async function workDeadLetters(ctx: Ctx, batch: MessageBatch<SyncMessage>): Promise<void> {
  for (const [{ body }] of bySubject(batch)) {
    if (body.productId !== undefined) await buryProduct(ctx, body);
    else await buryEvents(ctx, body);
    logEvent("error", "sync.dead", { ...nameSubject(body), request_id: ctx.requestId });
  }
}

type Messages = [Message<SyncMessage>, ...Message<SyncMessage>[]];

function bySubject(batch: MessageBatch<SyncMessage>): Messages[] {
  const groups = Map.groupBy(batch.messages, ({ body }) => body.productId ?? body.customerId);
  return [...groups.values()] as Messages[];
}

function nameSubject({ customerId, productId }: SyncMessage): Record<string, string> {
  return productId === undefined ? { customer: customerId } : { product: productId };
}

function retryAll(messages: Message<SyncMessage>[], delaySeconds: number): void {
  for (const message of messages) message.retry({ delaySeconds });
}

/** 4 s, 8 s, 16 s … at most a quarter of an hour, half of it by chance, so that a storm does not return as one. */
function backoffSeconds(attempts: number): number {
  const full = Math.min(2 ** (attempts + 1), LONGEST_DELAY_SECONDS);
  return Math.ceil(full / 2 + (Math.random() * full) / 2);
}
