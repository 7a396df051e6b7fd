import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { cancelNow } from "../../stripe/cancel-now.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { listSubscriptionsByStripeId } from "../../purchases/subscriptions/store.ts";
import { findTrialCard, insertTrialCard } from "../../purchases/subscriptions/store-trials.ts";
import {
  refusalComments,
  type TrialRefusal,
  hashForTrials,
  hasUsedTrial,
} from "../../purchases/subscriptions/trials.ts";
import { trialSettings } from "../../settings/trial-settings.ts";

/** Older trials are not judged: a rebuild, which sees every subscription for the first time, must not end them. */
const MAX_TRIAL_AGE_MS = 3 * DAY;

/**
 * Ends the trials that should not have started, before they are mirrored and so before they give access: of a user who
 * has already had one, and, if the seller wants it, of a card that has. Nothing has been charged for them. Judges only
 * trials from our checkouts that are not mirrored yet; trials that the seller starts at Stripe are intentional.
 * @param input.exceptStripeIds second purchases of a plan group, which are refunded instead
 * @returns whether something was ended, so that the customer has to be fetched again
 * @throws errors from Stripe; a retry continues
 */
export async function refuseTrials(
  ctx: Ctx,
  input: {
    userId: string;
    subscriptions: Stripe.Subscription[];
    exceptStripeIds: ReadonlySet<string>;
  },
): Promise<boolean> {
  const { userId, subscriptions, exceptStripeIds } = input;
  const candidates = subscriptions.filter(
    (subscription) =>
      subscription.status === "trialing" &&
      isFromCheckout(subscription) &&
      createdAtOf(subscription) > ctx.now - MAX_TRIAL_AGE_MS &&
      !exceptStripeIds.has(subscription.id),
  );
  if (candidates.length === 0) return false;
  const mirrored = await listSubscriptionsByStripeId(
    ctx.db,
    ctx.config.stripe.mode,
    candidates.map(({ id }) => id),
  );
  const mirroredIds = new Set(mirrored.map((row) => row.stripeSubscriptionId));
  let isAnyRefused = false;
  for (const subscription of candidates) {
    if (mirroredIds.has(subscription.id)) continue;
    const isUsed =
      hasEarlierTrial(subscription, subscriptions, mirroredIds) ||
      (await hasUsedTrial(ctx, {
        userId,
        except: { stripeSubscriptionId: subscription.id, createdAt: createdAtOf(subscription) },
      }));
    const refusal = isUsed ? "user" : await refuseKnownCard(ctx, subscription.id);
    if (refusal) await endTrial(ctx.stripe, subscription.id, refusal);
    isAnyRefused ||= refusal !== null;
  }
  return isAnyRefused;
}

const isFromCheckout = ({ metadata }: Stripe.Subscription) =>
  fromMetadata(metadata).checkoutId !== undefined;

const createdAtOf = ({ created }: Stripe.Subscription) => created * SECOND;

/** Whether another trial of the same fetch comes first. Of two that start in the same second, the mirrored one does. */
function hasEarlierTrial(
  trial: Stripe.Subscription,
  all: Stripe.Subscription[],
  mirroredIds: ReadonlySet<string>,
): boolean {
  return all.some(
    (other) =>
      other.id !== trial.id &&
      other.trial_start !== null &&
      isFromCheckout(other) &&
      (mirroredIds.has(other.id) ||
        other.created < trial.created ||
        (other.created === trial.created && other.id < trial.id)),
  );
}

/**
 * Claims the trial's card in D1, and returns `card` if another trial has claimed it. The claim is a row of its own, so
 * that of two customers who are synced at the same time only one gets the card's trial.
 */
async function refuseKnownCard(
  ctx: Ctx,
  stripeSubscriptionId: string,
): Promise<TrialRefusal | null> {
  const { oneTrialPerCard } = await trialSettings.read(ctx);
  if (!oneTrialPerCard) return null;
  const fingerprint = await fetchFingerprint(ctx.stripe, stripeSubscriptionId);
  if (fingerprint === null) return null;
  const hashes = hashForTrials(ctx, ["card", fingerprint]);
  const known = await findTrialCard(ctx.db, hashes);
  if (!known)
    await commit(ctx.db, [
      insertTrialCard(ctx.db, { hash: hashes[0]!, stripeSubscriptionId, createdAt: ctx.now }),
    ]);
  const claimed = known ?? (await findTrialCard(ctx.db, hashes));
  return claimed?.stripeSubscriptionId === stripeSubscriptionId ? null : "card";
}

/** Returns what identifies the card or bank account that will pay; null if Stripe doesn't say. */
async function fetchFingerprint(stripe: StripeClient, id: string): Promise<string | null> {
  const { default_payment_method: own, customer } = await stripe.subscriptions.retrieve(id, {
    expand: ["default_payment_method", "customer.invoice_settings.default_payment_method"],
  });
  const method =
    own ??
    (typeof customer === "object" && !customer.deleted
      ? customer.invoice_settings.default_payment_method
      : null);
  if (method === null || typeof method === "string") return null;
  const { card, sepa_debit: sepa, us_bank_account: bank, bacs_debit: bacs } = method;
  return (card ?? sepa ?? bank ?? bacs)?.fingerprint ?? null;
}

function endTrial(stripe: StripeClient, id: string, refusal: TrialRefusal): Promise<void> {
  const key = { action: "refuse-trial", rowId: id };
  return cancelNow(stripe, id, key, {
    cancellation_details: { comment: refusalComments[refusal] },
  });
}
