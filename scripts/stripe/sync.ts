import { setTimeout as sleep } from "node:timers/promises";
import type { SyncMessage } from "../../worker/context.ts";
import type { SyncResult } from "../../worker/sync/customer/sync-stripe-customer.ts";
import { SECOND } from "../../worker/lib/time.ts";

/** How often one customer is tried. */
const MAX_ATTEMPTS = 10;
/** How long to wait while another worker has the lease. */
const BUSY_RETRY_DELAY_MS = 2 * SECOND;

/** Creates a queue in this process, because a deployed shop's queue can't be accessed from here. */
export function createInMemoryQueue(): { queue: Queue<SyncMessage>; takeCustomerIds(): string[] } {
  const enqueuedCustomerIds = new Set<string>();
  const response = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  const queue: Queue<SyncMessage> = {
    // Ignores products: their pending syncs are stored, so the shop's cron processes them.
    async send({ customerId }) {
      if (customerId !== undefined) enqueuedCustomerIds.add(customerId);
      return response;
    },
    async sendBatch(messages) {
      for (const { body } of messages)
        if (body.customerId !== undefined) enqueuedCustomerIds.add(body.customerId);
      return response;
    },
    metrics: async () => response.metadata.metrics,
  };
  return {
    queue,
    takeCustomerIds() {
      const customerIds = [...enqueuedCustomerIds];
      enqueuedCustomerIds.clear();
      return customerIds;
    },
  };
}

/** The result of syncing. Failed customers stay dirty, and the shop's next cron run retries them. */
export type SyncSummary = { customers: number; failed: { customerId: string; error: string }[] };

/** Syncs customers one after the other, each until it is clean. */
export async function syncCustomersUntilClean(
  customerIds: string[],
  sync: (customerId: string) => Promise<SyncResult>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<SyncSummary> {
  const failed: SyncSummary["failed"] = [];
  for (const customerId of customerIds) {
    try {
      await syncUntilClean(() => sync(customerId), wait);
    } catch (error) {
      failed.push({ customerId, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return { customers: customerIds.length - failed.length, failed };
}

async function syncUntilClean(
  sync: () => Promise<SyncResult>,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = await sync();
    if (result.state === "clean" || (result.state === "synced" && !result.dirtyAgain)) return;
    if (result.state === "busy") await wait(BUSY_RETRY_DELAY_MS);
  }
  throw new Error(`still busy or dirty after ${MAX_ATTEMPTS} attempts`);
}
