import type { Ctx } from "../../context.ts";
import { adoptCustomer } from "../customers/adopt-customer.ts";
import { syncCustomer } from "../customers/sync-customer.ts";
import { SECOND } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";

/** How often a customer whose sync is under way elsewhere is tried again. */
const TRIES = 5;

/**
 * Makes all mirrored state anew from Stripe: every customer that names one of our users is mapped to that user (never
 * by email) and refetched. What is there already and right is left as it is, so it can be run at any time, and again
 * after it was cut short.
 * @returns how many customers were refetched, and the Stripe ids of those whose user we do not have
 */
export async function rebuildMirror(
  ctx: Ctx,
): Promise<{ customers: number; withoutUser: string[] }> {
  const withoutUser: string[] = [];
  let count = 0;
  for await (const customer of ctx.stripe.customers.list({ limit: 100 })) {
    const { userId } = fromMetadata(customer.metadata);
    if (!userId) continue;
    const row = await adoptCustomer(ctx, {
      userId,
      stripeCustomerId: customer.id,
      createdAt: customer.created * SECOND,
    });
    if (!row) {
      withoutUser.push(customer.id);
      continue;
    }
    await refetch(ctx, row.id);
    count++;
  }
  return { customers: count, withoutUser };
}

async function refetch(ctx: Ctx, customerId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await syncCustomer(ctx, { customerId, force: true });
    if (result.state === "synced" && !result.dirtyAgain) return;
  }
  // Still dirty or held: the next cron run enqueues it.
}
