import type { SubscriptionRow } from "./store.ts";

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
