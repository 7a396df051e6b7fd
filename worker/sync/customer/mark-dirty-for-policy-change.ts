import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { countSubscribed, type SubscriptionKinds } from "../../purchases/subscriptions/store.ts";
import { markDirtyWhereSubscribed } from "./store-dirty.ts";

type PolicyChange = { before: AccessPolicy; after: AccessPolicy };

/**
 * Returns the write that marks customers as dirty if a policy change may affect their grants; none if it affects no
 * grants. Cron enqueues them.
 */
export function markDirtyForPolicyChange(ctx: Ctx, change: PolicyChange): Statement[] {
  const kinds = findAffectedKinds(change);
  return Object.values(kinds).some(Boolean)
    ? [markDirtyWhereSubscribed(ctx.db, ctx.config.stripe.mode, kinds)]
    : [];
}

/** Counts the customers that `markDirtyForPolicyChange` would mark. */
export async function countAffectedByPolicyChange(ctx: Ctx, change: PolicyChange): Promise<number> {
  return countSubscribed(ctx.db, ctx.config.stripe.mode, findAffectedKinds(change));
}

function findAffectedKinds({ before, after }: PolicyChange): SubscriptionKinds {
  const pauseKindsKey = ({ openWhilePaused }: AccessPolicy) => openWhilePaused.toSorted().join();
  return {
    pastDue: before.pastDueGraceMs !== after.pastDueGraceMs,
    // The lapse grace period is part of every grant's end.
    running: before.lapseGraceMs !== after.lapseGraceMs,
    paused: pauseKindsKey(before) !== pauseKindsKey(after),
  };
}
