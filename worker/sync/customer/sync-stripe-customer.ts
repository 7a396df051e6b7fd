import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { newToken } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import { recordSyncFailure, settleEvents } from "../inbox/mark-events.ts";
import { sendMails } from "../../mail/send-queued-emails.ts";
import { fetchCustomer } from "./fetch-stripe-customer.ts";
import { mirrorCustomer, mirrorDeletion } from "./mirror-stripe-customer.ts";
import { sendBackDuplicates } from "./refund-duplicate-payments.ts";
import { markDirty } from "./store-dirty.ts";
import {
  assertLease,
  findCustomer,
  finishSync,
  releaseLease,
  retireStripeCustomer,
  takeLease,
  type CustomerRow,
} from "./store.ts";

const LEASE_MS = MINUTE;

/** How long somebody who must see the outcome waits for another's sync, and how often they look. */
const PATIENCE_MS = 3000;
const LOOK_AGAIN_MS = 100;

/**
 * - `synced`: our rows are what Stripe says; `dirtyAgain` where an event arrived meanwhile, or a second payment was sent
 *   back
 * - `clean`: nothing was to do
 * - `busy`: another sync holds the lease, or has just given it back; try again shortly
 */
export type SyncResult =
  | { state: "synced"; dirtyAgain: boolean }
  | { state: "clean" }
  | { state: "busy" };

/**
 * Refetches one customer from Stripe and rewrites its mirror and grants in one batch. The lease serializes refetches,
 * and the batch fails as a whole when the lease was lost, so that an older fetch never overwrites a newer one.
 * @param input.force look even if no event said so (the return page, after a change of ours), and wait a little for a
 *   sync that is under way: it may have asked Stripe before the change
 * @throws what Stripe or D1 threw, noted on the customer's waiting events; the customer stays dirty
 */
export async function syncCustomer(
  ctx: Ctx,
  input: { customerId: string; force?: boolean },
): Promise<SyncResult> {
  const token = newToken();
  const customer = await obtainLease(ctx, { ...input, token });
  if (!customer) return whyNoLease(ctx, input.customerId);
  try {
    const fetched = customer.stripeCustomerId
      ? await fetchCustomer(ctx.stripe, customer.stripeCustomerId)
      : null;
    const mirror = !fetched
      ? { statements: [], duplicates: [], mailIds: [] }
      : fetched.deleted
        ? await mirrorDeletion(ctx, customer)
        : await mirrorCustomer(ctx, customer, fetched);
    const afterwards: Statement[] = [];
    if (fetched?.deleted) afterwards.push(retireStripeCustomer(ctx.db, customer.id));
    // Dirty until the sync that finds nothing more to send back.
    if (mirror.duplicates.length > 0) afterwards.push(markDirty(ctx.db, customer.id));
    await commit(ctx.db, [
      assertLease(ctx.db, customer.id, token),
      ...mirror.statements,
      settleEvents(ctx, { customerId: customer.id, upToSeq: customer.dirtySeq }),
      finishSync(ctx.db, customer.id, customer.dirtySeq, ctx.now),
      ...afterwards,
    ]);
    if (mirror.mailIds.length > 0) ctx.defer(sendMails(ctx, { ids: mirror.mailIds }));
    await sendBackDuplicates(ctx, mirror.duplicates);
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

async function obtainLease(
  ctx: Ctx,
  input: { customerId: string; force?: boolean; token: string },
): Promise<CustomerRow | undefined> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const now = ctx.now + waited;
    const customer = await takeLease(ctx.db, {
      id: input.customerId,
      token: input.token,
      now,
      until: now + LEASE_MS,
      force: input.force ?? false,
    });
    if (customer || !input.force || waited >= PATIENCE_MS) return customer;
    await scheduler.wait(LOOK_AGAIN_MS);
  }
}

async function whyNoLease(ctx: Ctx, customerId: string): Promise<SyncResult> {
  const customer = await findCustomer(ctx.db, customerId);
  if (!customer) return { state: "clean" };
  // Dirty with a free lease: it was given back between the two looks, and somebody must look again.
  const busy = customer.leaseUntil > ctx.now || customer.dirtySeq > customer.syncedSeq;
  return { state: busy ? "busy" : "clean" };
}
