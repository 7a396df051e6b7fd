import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toMetadata } from "../../stripe/metadata.ts";
import { recordChange } from "../../audit/record-change.ts";
import { closeOpenCheckouts } from "../../purchases/checkout/close-open-checkouts.ts";
import { findMergeable } from "./preview-merge.ts";
import {
  assertBuyers,
  assertNoSync,
  closeAccount,
  countBelongings,
  isSyncUnderWay,
  moveBelongings,
  type MergePair,
} from "./store-merge.ts";
import { listCustomersOfUser } from "../../sync/customer/store.ts";
import { findVerifiedEmail } from "../../sync/customer/store.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";

/**
 * Makes two accounts of one person one: everything of `fromId` becomes `intoId`'s in one batch, and `fromId` is closed.
 * First what either is about to pay is closed at Stripe and both are synced, so that nothing of it arrives for who is
 * gone. Afterward both customers are synced again.
 * @throws as `findMergeable`; `customer_busy` while one of the two is synced, `stripe_unavailable`; nothing was merged
 */
export async function mergeAccounts(ctx: UserCtx, pair: MergePair): Promise<void> {
  await findMergeable(ctx, pair);
  const { fromId, intoId } = pair;
  await closeOpenCheckouts(ctx, { userIds: [fromId, intoId] });
  await syncBoth(ctx, pair);

  const { mode } = ctx.config.stripe;
  const [moved, brought] = await Promise.all([
    countBelongings(ctx.db, fromId),
    listCustomersOfUser(ctx.db, fromId, mode),
  ]);
  try {
    await commit(ctx.db, [
      assertBuyers(ctx.db, pair),
      assertNoSync(ctx.db, pair, ctx.now),
      ...moveBelongings(ctx.db, pair),
      ...closeAccount(ctx.db, fromId, ctx.now),
      recordChange(ctx, {
        action: "account.merged",
        targetId: fromId,
        before: { status: "active" },
        after: { status: "deleted", into: intoId },
      }),
      recordChange(ctx, {
        action: "account.received",
        targetId: intoId,
        after: { from: fromId, ...moved },
      }),
    ]);
  } catch (error) {
    if (isSyncUnderWay(error)) throw fail("customer_busy", { cause: error });
    // Says why, where one of the two has changed meanwhile.
    await findMergeable(ctx, pair);
    throw error;
  }
  ctx.defer(followUp(ctx, pair, brought));
}

async function syncBoth(ctx: UserCtx, { fromId, intoId }: MergePair): Promise<void> {
  const { mode } = ctx.config.stripe;
  for (const userId of [fromId, intoId]) {
    for (const { id } of await listCustomersOfUser(ctx.db, userId, mode)) {
      const { state } = await syncCustomer(ctx, { customerId: id, force: true });
      if (state === "busy") throw fail("customer_busy");
    }
  }
}

/** The customers are dirty already: what fails here, cron does. */
async function followUp(
  ctx: UserCtx,
  { intoId }: MergePair,
  brought: { id: string; stripeCustomerId: string | null }[],
): Promise<void> {
  const own = await listCustomersOfUser(ctx.db, intoId, ctx.config.stripe.mode);
  const [email] = await Promise.all([
    findVerifiedEmail(ctx.db, intoId),
    ctx.syncQueue.sendBatch(own.map(({ id }) => ({ body: { customerId: id } }))),
  ]);
  for (const { id, stripeCustomerId } of brought) {
    if (stripeCustomerId === null) continue;
    // Receipts go to the person as they are known now, and a rebuilt shop finds whose it is.
    const params = { metadata: toMetadata({ userId: intoId }), ...(email !== null && { email }) };
    try {
      await ctx.stripe.customers.update(
        stripeCustomerId,
        params,
        await idempotencyKey("merge", id, params),
      );
    } catch (error) {
      logEvent("error", "merge.stripe_not_told", {
        customer: id,
        request_id: ctx.requestId,
        error: summarizeError(error),
      });
    }
  }
}
