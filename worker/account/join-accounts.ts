import { anonymizeUser, findVerifiedEmail } from "../identity/store-profile.ts";
import { addAttached, findAttached } from "../identity/store-customers.ts";
import { commit, type Statement } from "../db/client.ts";
import { fail } from "../errors.ts";
import type { UserCtx } from "../context.ts";
import { logFailure } from "../lib/log.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { toMetadata } from "../stripe/metadata.ts";
import { eraseEvents } from "../feed/erase-events.ts";
import { recordEvents } from "../feed/record-events.ts";
import { closeOpenCheckouts } from "../purchases/checkout/close-checkouts.ts";
import { moveUserData, type MergePair } from "./store.ts";
import {
  assertNoSync,
  isSyncInProgressError,
  listStripeCustomersOfUser,
} from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";

/**
 * Closes the open checkouts of these users at Stripe and syncs their customers, so that no purchase arrives later for
 * an account that is gone by then.
 * @throws `customer_busy` while one of them is being synced, `stripe_unavailable`
 */
export async function settlePurchases(ctx: UserCtx, userIds: string[]): Promise<void> {
  await closeOpenCheckouts(ctx, { userIds });
  const { mode } = ctx.config.stripe;
  for (const userId of userIds) {
    for (const { id } of await listStripeCustomersOfUser(ctx.db, userId, mode)) {
      const { state } = await syncStripeCustomer(ctx, { customerId: id, force: true });
      if (state === "busy") throw fail("customer_busy");
    }
  }
}

/**
 * Moves everything of `fromId` to `intoId` in one batch and closes `fromId`. Their purchases must be settled. Afterward
 * the Stripe customers are synced again.
 * @param more.assertions first in the batch; `changes` are written last
 * @throws `customer_busy` while one of the two is being synced; what an assertion throws
 */
export async function joinAccounts(
  ctx: UserCtx,
  pair: MergePair,
  { assertions, changes }: { assertions: Statement[]; changes: Statement[] },
): Promise<void> {
  const { fromId, intoId } = pair;
  const [moved, attached] = await Promise.all([
    listStripeCustomersOfUser(ctx.db, fromId, ctx.config.stripe.mode),
    findAttached(ctx.db, fromId),
  ]);
  try {
    // oxlint-disable-next-line gatehouse/record-change -- the changes contain the entries
    await commit(ctx.db, [
      ...assertions,
      assertNoSync(ctx.db, [fromId, intoId], ctx.now),
      ...moveUserData(ctx.db, pair),
      anonymizeUser(ctx.db, fromId, ctx.now),
      // No two users may have one external id.
      ...(attached.externalId || attached.metadata ? [addAttached(ctx.db, intoId, attached)] : []),
      ...changes,
      ...recordEvents(ctx, { userId: [intoId, fromId] }),
      ...eraseEvents(fromId),
    ]);
  } catch (error) {
    if (isSyncInProgressError(error)) throw fail("customer_busy", { cause: error });
    throw error;
  }
  ctx.defer(updateStripe(ctx, pair, moved));
}

/** The Stripe customers are already marked dirty, so cron retries a sync that was not enqueued here. */
async function updateStripe(
  ctx: UserCtx,
  { intoId }: MergePair,
  moved: { id: string; stripeCustomerId: string | null }[],
): Promise<void> {
  const own = await listStripeCustomersOfUser(ctx.db, intoId, ctx.config.stripe.mode);
  const [email] = await Promise.all([
    findVerifiedEmail(ctx.db, intoId),
    ctx.syncQueue.sendBatch(own.map(({ id }) => ({ body: { customerId: id } }))),
  ]);
  for (const { id, stripeCustomerId } of moved) {
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
