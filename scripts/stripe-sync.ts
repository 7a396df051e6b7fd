import { setTimeout as sleep } from "node:timers/promises";
import type { SyncMessage } from "../worker/context.ts";
import type { SyncResult } from "../worker/sync/customer/sync-stripe-customer.ts";
import { SECOND } from "../worker/lib/time.ts";

/** How often one customer is tried, and how long a lease that somebody holds is waited for. */
const TRIES = 10;
const BUSY_MS = 2 * SECOND;

/** A queue whose messages stay in this process. A deployed shop's own queue cannot be reached from here. */
export function openInlineQueue(): { queue: Queue<SyncMessage>; take(): string[] } {
  const waiting = new Set<string>();
  const response = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  const queue: Queue<SyncMessage> = {
    // Products are left to the shop's own clockwork: what is owed for them is written down.
    async send({ customerId }) {
      if (customerId !== undefined) waiting.add(customerId);
      return response;
    },
    async sendBatch(messages) {
      for (const { body } of messages)
        if (body.customerId !== undefined) waiting.add(body.customerId);
      return response;
    },
    metrics: async () => response.metadata.metrics,
  };
  return {
    queue,
    take() {
      const customerIds = [...waiting];
      waiting.clear();
      return customerIds;
    },
  };
}

/** What came of syncing. A customer that failed is still dirty, and the shop's next cron run tries it again. */
export type Synced = { customers: number; failed: { customerId: string; error: string }[] };

/** Syncs customers, one after the other, each until it is clean. */
export async function syncInline(
  customerIds: string[],
  sync: (customerId: string) => Promise<SyncResult>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Synced> {
  const failed: Synced["failed"] = [];
  for (const customerId of customerIds) {
    try {
      await untilClean(() => sync(customerId), wait);
    } catch (error) {
      failed.push({ customerId, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return { customers: customerIds.length - failed.length, failed };
}

async function untilClean(
  sync: () => Promise<SyncResult>,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await sync();
    if (result.state === "clean" || (result.state === "synced" && !result.dirtyAgain)) return;
    if (result.state === "busy") await wait(BUSY_MS);
  }
  throw new Error(`is still busy or dirty after ${TRIES} tries`);
}
