import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newToken } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import { settleCheckouts } from "../checkout/settle-checkouts.ts";
import { accessFromOrder, accessFromSubscription, defaultPolicy } from "../grants/policy.ts";
import { rewriteGrants, type GrantSource } from "../grants/rewrite-grants.ts";
import { recordSyncFailure, settleEvents } from "../inbox/settle-events.ts";
import { mirrorOrders } from "../orders/mirror-orders.ts";
import { mirrorSubscriptions } from "../subscriptions/mirror-subscriptions.ts";
import { fetchCustomer } from "./fetch-customer.ts";
import { assertLease, findCustomer, finishSync, releaseLease, takeLease } from "./store.ts";

const LEASE_MS = MINUTE;

/**
 * - `synced`: our rows are what Stripe says; `dirtyAgain` where an event arrived meanwhile
 * - `clean`: nothing was to do
 * - `busy`: another sync holds the lease; try again shortly
 */
export type SyncResult =
  | { state: "synced"; dirtyAgain: boolean }
  | { state: "clean" }
  | { state: "busy" };

/**
 * Refetches one customer from Stripe and rewrites its mirror and grants in one batch. The lease serializes refetches,
 * and the batch fails as a whole when the lease was lost, so that an older fetch never overwrites a newer one.
 * @param input.force look even if no event said so (the return page, a lapsed period)
 * @throws what Stripe or D1 threw, noted on the customer's waiting events; the customer stays dirty
 */
export async function syncCustomer(
  ctx: Ctx,
  input: { customerId: string; force?: boolean },
): Promise<SyncResult> {
  const token = newToken();
  const customer = await takeLease(ctx.db, {
    id: input.customerId,
    token,
    now: ctx.now,
    until: ctx.now + LEASE_MS,
    force: input.force ?? false,
  });
  if (!customer) return whyNoLease(ctx, input.customerId);
  if (!customer.stripeCustomerId) {
    await finishSync(ctx.db, customer.id, customer.dirtySeq, ctx.now);
    return { state: "clean" };
  }
  try {
    const fetched = await fetchCustomer(ctx.stripe, customer.stripeCustomerId);
    const [orders, subscriptions] = await Promise.all([
      mirrorOrders(ctx, { customer, sessions: fetched.sessions }),
      mirrorSubscriptions(ctx, { customer, subscriptions: fetched.subscriptions }),
    ]);
    const sources: GrantSource[] = [
      ...orders.rows.map((row) => ({
        type: "order" as const,
        id: row.id,
        productIds: [row.productId],
        access: accessFromOrder(row),
      })),
      ...subscriptions.rows.map(({ row, productIds }) => ({
        type: "subscription" as const,
        id: row.id,
        productIds,
        access: accessFromSubscription(row, defaultPolicy, ctx.now),
      })),
    ];
    const [grants, checkouts] = await Promise.all([
      rewriteGrants(ctx, { userId: customer.userId, sources }),
      settleCheckouts(ctx, {
        customerId: customer.id,
        sessions: fetched.sessions.map(({ session }) => session),
      }),
    ]);
    await commit(ctx.db, [
      assertLease(ctx.db, customer.id, token),
      ...orders.statements,
      ...subscriptions.statements,
      ...grants,
      ...checkouts,
      settleEvents(ctx, { customerId: customer.id, upToSeq: customer.dirtySeq }),
      finishSync(ctx.db, customer.id, customer.dirtySeq, ctx.now),
    ]);
  } catch (error) {
    await commit(ctx.db, [
      releaseLease(ctx.db, customer.id, token),
      recordSyncFailure(ctx, { customerId: customer.id, error }),
    ]);
    throw error;
  }
  const after = await findCustomer(ctx.db, customer.id);
  return { state: "synced", dirtyAgain: after !== undefined && after.dirtySeq > after.syncedSeq };
}

async function whyNoLease(ctx: Ctx, customerId: string): Promise<SyncResult> {
  const customer = await findCustomer(ctx.db, customerId);
  const busy = customer !== undefined && customer.leaseUntil > ctx.now;
  return { state: busy ? "busy" : "clean" };
}
