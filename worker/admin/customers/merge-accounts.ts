import { findVerifiedEmail } from "../../identity/store-profile.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logFailure } from "../../lib/log.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import { eraseEvents } from "../../feed/erase-events.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { closeOpenCheckouts } from "../../purchases/checkout/close-checkouts.ts";
import { requireMergeableAccounts } from "./preview-merge.ts";
import { countUserData, moveUserData, type MergePair } from "../../account/store.ts";
import { anonymizeUser, assertBuyers } from "../../identity/store-profile.ts";
import {
  assertNoSync,
  isSyncInProgressError,
  listStripeCustomersOfUser,
} from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";

/**
 * Merges two accounts of one user: everything of `fromId` moves to `intoId` in one batch, and `fromId` is closed.
 * Before that, open checkouts of both are closed at Stripe and both are synced, so that no purchase arrives for a
 * closed account. Afterward their Stripe customers are synced again.
 * @throws as `requireMergeableAccounts`; `customer_busy` while one of the two is being synced, `stripe_unavailable`.
 *   Nothing was merged then.
 */
export async function mergeAccounts(ctx: UserCtx, pair: MergePair): Promise<void> {
  await requireMergeableAccounts(ctx, pair);
  const { fromId, intoId } = pair;
  await closeOpenCheckouts(ctx, { userIds: [fromId, intoId] });
  await syncBothAccounts(ctx, pair);

  const { mode } = ctx.config.stripe;
  const [movedCounts, movedCustomers] = await Promise.all([
    countUserData(ctx.db, fromId),
    listStripeCustomersOfUser(ctx.db, fromId, mode),
  ]);
  try {
    await commit(ctx.db, [
      assertBuyers([fromId, intoId]),
      assertNoSync(ctx.db, [fromId, intoId], ctx.now),
      ...moveUserData(ctx.db, pair),
      anonymizeUser(ctx.db, fromId, ctx.now),
      recordChange(ctx, {
        action: "account.merged",
        targetId: fromId,
        before: { status: "active" },
        after: { status: "deleted", into: intoId },
      }),
      recordChange(ctx, {
        action: "account.received",
        targetId: intoId,
        after: { from: fromId, ...movedCounts },
      }),
      ...recordEvents(ctx, { userId: [intoId, fromId] }),
      ...eraseEvents(fromId),
    ]);
  } catch (error) {
    if (isSyncInProgressError(error)) throw fail("customer_busy", { cause: error });
    // Throws the reason if one of the two accounts has changed in the meantime.
    await requireMergeableAccounts(ctx, pair);
    throw error;
  }
  ctx.defer(updateStripeAfterMerge(ctx, pair, movedCustomers));
}

async function syncBothAccounts(ctx: UserCtx, { fromId, intoId }: MergePair): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (const userId of [fromId, intoId]) {
    for (const { id } of await listStripeCustomersOfUser(ctx.db, userId, mode)) {
      const { state } = await syncStripeCustomer(ctx, { customerId: id, force: true });
      if (state === "busy") throw fail("customer_busy");
    }
  }
}

/** The Stripe customers are already marked dirty, so cron retries a sync that was not enqueued here. */
async function updateStripeAfterMerge(
  ctx: UserCtx,
  { intoId }: MergePair,
  movedCustomers: { id: string; stripeCustomerId: string | null }[],
): Promise<void> {
  const own = await listStripeCustomersOfUser(ctx.db, intoId, ctx.config.stripe.mode);
  const [email] = await Promise.all([
    findVerifiedEmail(ctx.db, intoId),
    ctx.syncQueue.sendBatch(own.map(({ id }) => ({ body: { customerId: id } }))),
  ]);
  for (const { id, stripeCustomerId } of movedCustomers) {
    if (stripeCustomerId === null) continue;
    // Receipts go to the remaining account's email, and a rebuild finds the user by the metadata.
    const params = { metadata: toMetadata({ userId: intoId }), ...(email !== null && { email }) };
    try {
      await ctx.stripe.customers.update(
        stripeCustomerId,
        params,
        await idempotencyKey("merge", id, params),
      );
    } catch (error) {
      logFailure(ctx, "merge.stripe_not_told", error, { customer: id });
    }
  }
}
