import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { GIFT_KINDS, recordEvents } from "../../feed/record-events.ts";
import { newToken } from "../../lib/crypto.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { listWarnedCharges, markEventsDone, recordFailure } from "../inbox/store.ts";
import type { Duplicate } from "../../purchases/find-duplicate-purchases.ts";
import { logFailure } from "../../lib/log.ts";
import { sendClaimedEmails } from "../../email/send-queued-emails.ts";
import { withFreshSettings } from "../../settings/read-setting.ts";
import { notifyTeam } from "../../email/team/queue-team-emails.ts";
import { fetchStripeCustomer } from "./fetch-stripe-customer.ts";
import { endSubscriptions } from "./end-refunded-subscriptions.ts";
import { followDefaultPaymentMethod } from "./follow-default-payment-method.ts";
import {
  mirrorStripeCustomer,
  mirrorDeletedStripeCustomer,
  mirrorLostStripeCustomer,
  noChanges,
  type MirrorResult,
} from "./mirror-stripe-customer.ts";
import { readOwnRows } from "./read-own-rows.ts";
import { refuseTrials } from "./refuse-trials.ts";
import { refundDuplicatePayments } from "./refund-duplicate-payments.ts";
import { markDirty } from "./store-dirty.ts";
import {
  findStripeCustomer,
  finishSync,
  releaseLease,
  unlinkStripeCustomer,
  acquireLease,
  type StripeCustomerRow,
} from "./store.ts";

/** How long a sync may take. A message in the queue is processed within this time, or it is lost or retried. */
export const LEASE_MS = MINUTE;

/** How long a forced sync waits for another sync to finish, and how often it checks. */
const MAX_WAIT_MS = 3000;
const POLL_INTERVAL_MS = 100;

/**
 * - `synced`: our rows match Stripe; `dirtyAgain` if an event arrived meanwhile, or a second payment was refunded
 * - `clean`: there was nothing to do
 * - `busy`: another sync holds the lease or has just released it; retry shortly
 */
export type SyncResult =
  | { state: "synced"; dirtyAgain: boolean }
  | { state: "clean" }
  | { state: "busy" };

/**
 * Refetches one customer from Stripe and rewrites its mirror and grants in one batch. The lease serializes refetches,
 * and the whole batch fails if the lease was lost, so an older fetch never overwrites a newer one.
 * @param input.force syncs even if the customer isn't dirty (return page, after our own change), and waits briefly for
 *   a running sync, since that one may have read Stripe before the change
 * @throws errors from Stripe or D1, after recording them on the customer's waiting events; the customer stays dirty
 */
export async function syncStripeCustomer(
  ctx: Ctx,
  input: { customerId: string; force?: boolean },
): Promise<SyncResult> {
  const { customerId } = input;
  const token = newToken();
  const customer = await waitForLease(ctx, { ...input, token });
  if (!customer) return explainMissingLease(ctx, customerId);
  let dirtyAgain: boolean;
  try {
    const mirror = await prepareMirror(ctx, customer);
    const { billingCurrency } = mirror;
    const changes: Statement[] = [
      ...mirror.statements,
      ...(mirror.isDeleted ? [unlinkStripeCustomer(ctx.db, customerId)] : []),
    ];
    // The customer stays dirty until a sync finds nothing more to change at Stripe.
    const staysDirty =
      mirror.duplicates.length + mirror.endings.length > 0 ||
      mirror.paymentMethodChange !== null ||
      mirror.seats.isUnfinished;
    const { dirtySeq: seq, syncedSeq: afterSeq } = customer;
    const [finished] = await commit(ctx.db, [
      finishSync(ctx.db, { id: customerId, token, seq, now: ctx.now, billingCurrency }),
      ...changes,
      markEventsDone(ctx.db, { customerId, afterSeq, upToSeq: seq, now: ctx.now }),
      ...(staysDirty ? [markDirty(ctx.db, customerId)] : []),
      ...recordEvents(ctx, { userId: customer.userId, changes }),
      ...recordEvents(ctx, {
        userId: mirror.seats.userIds,
        kinds: GIFT_KINDS,
      }),
    ]);
    dirtyAgain = staysDirty || Number(finished?.results[0]?.["dirty_seq"]) > seq;
    if (mirror.emailIds.length > 0) ctx.defer(sendClaimedEmails(ctx, { ids: mirror.emailIds }));
    if (mirror.hasNotifications) ctx.defer(notifyTeam(ctx));
    await refundOrRetryLater(ctx, { ...input, duplicates: mirror.duplicates });
    await endSubscriptions(ctx, mirror.endings);
    if (mirror.paymentMethodChange)
      await followDefaultPaymentMethod(ctx, customerId, mirror.paymentMethodChange);
  } catch (error) {
    await commit(ctx.db, [
      releaseLease(ctx.db, customerId, token),
      recordFailure(ctx.db, { customerId, error }),
    ]);
    throw error;
  }
  return { state: "synced", dirtyAgain };
}

/**
 * Refunds second payments. In a forced sync, the user waits, and our rows are already correct: if Stripe refuses, for
 * example because another tab's sync refunds at the same moment, the queue does it. The customer is still dirty.
 * @throws errors from Stripe, unless the sync is forced
 */
async function refundOrRetryLater(
  ctx: Ctx,
  input: { customerId: string; force?: boolean; duplicates: Duplicate[] },
): Promise<void> {
  const { customerId } = input;
  if (input.duplicates.length === 0) return;
  try {
    await refundDuplicatePayments(ctx, input);
  } catch (error) {
    if (!input.force) throw error;
    logFailure(ctx, "duplicate.refund_postponed", error, { customer: customerId });
    await ctx.syncQueue.send({ customerId });
  }
}

/**
 * Fetches the customer and prepares the mirror's writes. If a trial was refused on the way, everything is read again,
 * so that the trial is mirrored as what it is now: ended.
 */
async function prepareMirror(outer: Ctx, customer: StripeCustomerRow): Promise<MirrorResult> {
  // Read under the lease: a policy that is saved later marks this customer dirty again.
  const ctx = withFreshSettings(outer);
  const { stripeCustomerId, userId } = customer;
  if (!stripeCustomerId) return noChanges;
  const own = readOwnRows(ctx, customer);
  // Stripe's error counts, if both fail.
  own.catch(() => undefined);
  const fetched = await fetchStripeCustomer(
    ctx.stripe,
    stripeCustomerId,
    Math.floor(ctx.now / SECOND),
    listWarnedCharges(ctx.db, customer.id),
  );
  if (fetched === null) return mirrorLostStripeCustomer(ctx, customer);
  if (fetched.deleted) return mirrorDeletedStripeCustomer(ctx, customer);
  const mirror = await mirrorStripeCustomer(ctx, customer, fetched, await own);
  const isAnyTrialRefused = await refuseTrials(ctx, {
    userId,
    subscriptions: fetched.subscriptions,
    exceptStripeIds: new Set(mirror.duplicates.map(({ stripeId }) => stripeId)),
  });
  return isAnyTrialRefused ? prepareMirror(ctx, customer) : mirror;
}

async function waitForLease(
  ctx: Ctx,
  input: { customerId: string; force?: boolean; token: string },
): Promise<StripeCustomerRow | undefined> {
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    const now = ctx.now + waited;
    const customer = await acquireLease(ctx.db, {
      id: input.customerId,
      token: input.token,
      now,
      until: now + LEASE_MS,
      force: input.force ?? false,
    });
    if (customer || !input.force || waited >= MAX_WAIT_MS) return customer;
    await ctx.wait(POLL_INTERVAL_MS);
  }
}

async function explainMissingLease(ctx: Ctx, customerId: string): Promise<SyncResult> {
  const customer = await findStripeCustomer(ctx.db, customerId);
  if (!customer) return { state: "clean" };
  // If the customer is dirty and the lease is free, the lease was released between the two reads, so a retry is needed.
  const isBusy = customer.leaseUntil > ctx.now || customer.dirtySeq > customer.syncedSeq;
  return { state: isBusy ? "busy" : "clean" };
}
