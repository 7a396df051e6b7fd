import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { countHolders, markHolders, type RunningKinds } from "./store-dirty.ts";

type PolicyChange = { before: AccessPolicy; after: AccessPolicy };

/**
 * The write that has everybody looked at again whose grants a change of the policy could move; none where it moves
 * nobody's. Cron enqueues them.
 */
export function recheckCustomers(ctx: Ctx, change: PolicyChange): Statement[] {
  const kinds = kindsMoved(change);
  return Object.values(kinds).some(Boolean)
    ? [markHolders(ctx.db, ctx.config.stripe.mode, kinds)]
    : [];
}

/** How many customers `recheckCustomers` would mark. */
export async function countRechecked(ctx: Ctx, change: PolicyChange): Promise<number> {
  return countHolders(ctx.db, ctx.config.stripe.mode, kindsMoved(change));
}

function kindsMoved({ before, after }: PolicyChange): RunningKinds {
  const kindsOf = ({ openWhilePaused }: AccessPolicy) => openWhilePaused.toSorted().join();
  return {
    pastDue: before.pastDueGraceMs !== after.pastDueGraceMs,
    // The grace is part of the end of every grant.
    running: before.lapseGraceMs !== after.lapseGraceMs,
    paused: kindsOf(before) !== kindsOf(after),
  };
}
