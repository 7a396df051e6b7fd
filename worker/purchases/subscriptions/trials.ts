import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { findUser, listIdentitiesOfUser } from "../../identity/sign-in/store.ts";
import { signText } from "../../lib/crypto.ts";
import { findTrialTombstone, hasTrialed, insertTrialTombstone } from "./store-trials.ts";
import type { SubscriptionRow } from "./store.ts";

/**
 * Whether the user has had a trial in this mode, or a deleted account or unlinked identity with the same identity or
 * verified email has. Each person gets only one trial.
 * @param input.except a subscription at Stripe that doesn't count, with its creation in unix milliseconds. What was
 *   remembered after that time doesn't count either: it may be about this subscription.
 */
export async function hasUsedTrial(
  ctx: Ctx,
  input: { userId: string; except?: { stripeSubscriptionId: string; createdAt: number } },
): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  const { userId, except } = input;
  const [isTrialed, found] = await Promise.all([
    hasTrialed(ctx.db, { userId, mode, exceptStripeId: except?.stripeSubscriptionId }),
    listHashes(ctx, input),
  ]);
  if (isTrialed) return true;
  const hashes = found.flat();
  if (hashes.length === 0) return false;
  const before = except?.createdAt ?? Number.MAX_SAFE_INTEGER;
  return (await findTrialTombstone(ctx.db, { hashes, before })) !== undefined;
}

/**
 * Returns the writes that remember a user's trial by their identities and their verified email, for when the account or
 * one of the identities goes away. None if the user never had a trial. Only keyed hashes are kept.
 */
export async function rememberTrial(ctx: Ctx, input: { userId: string }): Promise<Statement[]> {
  if (!(await hasUsedTrial(ctx, input))) return [];
  return (await listHashes(ctx, input)).map(([newest]) =>
    insertTrialTombstone(ctx.db, { hash: newest!, createdAt: ctx.now }),
  );
}

/** Returns the hashes of each of the user's identities and of their verified email, each as from `hashForTrials`. */
async function listHashes(ctx: Ctx, input: { userId: string }): Promise<string[][]> {
  const [rows, user] = await Promise.all([
    listIdentitiesOfUser(ctx.db, input.userId),
    findUser(ctx.db, input.userId),
  ]);
  return [
    ...rows.map(({ issuer, subject }) => hashForTrials(ctx, [issuer, subject])),
    // Coming back with the same email through another provider is no new person.
    ...(user?.email && user.emailVerified ? [hashForTrials(ctx, [toMailbox(user.email)])] : []),
  ];
}

/**
 * Hashes what identifies a person or a card in this mode: once with each secret, newest first, so that the hashes
 * outlast a rotation.
 */
export function hashForTrials(ctx: Ctx, parts: string[]): string[] {
  const text = JSON.stringify([ctx.config.stripe.mode, ...parts]);
  return ctx.config.auth.secrets.map((secret) => signText([secret], "trial", text));
}

/** Returns the mailbox of an email in lower case: `Ann+shop@example.com` is delivered to `ann@example.com`. */
function toMailbox(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, "@");
}

/**
 * Why a free trial that had started was ended at once: its `user` had had one before, or its `card` had. Stripe keeps
 * the reason as the comment of the cancellation, so that a rebuild finds it again and the seller reads it there.
 */
export type TrialRefusal = NonNullable<SubscriptionRow["trialRefused"]>;

/** The comments at Stripe. Never change one: canceled subscriptions keep theirs. */
export const refusalComments: Record<TrialRefusal, string> = {
  user: "Gatehouse ended this free trial: the customer had already had one.",
  card: "Gatehouse ended this free trial: the card had already been used for one.",
};

/** Returns why a trial was refused, from the comment of the cancellation; null for any other comment. */
export function readTrialRefusal(comment: string | null | undefined): TrialRefusal | null {
  const reasons = Object.keys(refusalComments) as TrialRefusal[];
  return reasons.find((reason) => refusalComments[reason] === comment) ?? null;
}
