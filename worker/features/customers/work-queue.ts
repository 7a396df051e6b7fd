import type { Ctx, SyncMessage } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { buryEvents } from "../inbox/settle-events.ts";
import { syncCustomer } from "./sync-customer.ts";

/** Doubled from 2 s up to this: the retries of wrangler.toml together outlast the lease of a sync that died. */
const LONGEST_BUSY_DELAY_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 15 * 60;

/**
 * Works one batch of the sync queue. Messages are hints: several for one customer are one sync, and a customer that is
 * clean already costs one write attempt. A held lease means a later retry, a failure a later one still, jittered.
 * @param newCtx a fresh context, so that each customer's lease starts when its work does
 */
export async function workSyncBatch(
  newCtx: () => Ctx,
  batch: MessageBatch<SyncMessage>,
): Promise<void> {
  for (const [customerId, messages] of byCustomer(batch)) {
    const ctx = newCtx();
    const attempts = Math.max(...messages.map((message) => message.attempts));
    try {
      const result = await syncCustomer(ctx, { customerId });
      if (result.state === "busy")
        retryAll(messages, Math.min(2 ** attempts, LONGEST_BUSY_DELAY_SECONDS));
      else if (result.state === "synced" && result.dirtyAgain)
        await ctx.syncQueue.send({ customerId });
    } catch (error) {
      logEvent("error", "sync.failed", {
        customer: customerId,
        attempts,
        request_id: ctx.requestId,
        error: summarizeError(error),
      });
      retryAll(messages, backoffSeconds(attempts));
    }
  }
}

/** What no retry could sync: its events are marked dead, and the log says so once per customer. */
export async function workDeadLetters(ctx: Ctx, batch: MessageBatch<SyncMessage>): Promise<void> {
  for (const customerId of byCustomer(batch).keys()) {
    await buryEvents(ctx, { customerId });
    logEvent("error", "sync.dead", { customer: customerId, request_id: ctx.requestId });
  }
}

function byCustomer(batch: MessageBatch<SyncMessage>): Map<string, Message<SyncMessage>[]> {
  return Map.groupBy(batch.messages, (message) => message.body.customerId);
}

function retryAll(messages: Message<SyncMessage>[], delaySeconds: number): void {
  for (const message of messages) message.retry({ delaySeconds });
}

/** 4 s, 8 s, 16 s … at most a quarter of an hour, half of it by chance, so that a storm does not return as one. */
function backoffSeconds(attempts: number): number {
  const full = Math.min(2 ** (attempts + 1), LONGEST_DELAY_SECONDS);
  return Math.ceil(full / 2 + (Math.random() * full) / 2);
}
