import type { Ctx } from "../../context.ts";
import { countAffectedByPolicyChange } from "../../sync/customer/mark-dirty-for-policy-change.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { accessFromSubscription, type AccessPolicy } from "../../access/policy.ts";
import { listAffectedByPolicy } from "../../purchases/subscriptions/store.ts";

/** The effect of a change of the access policy on current subscriptions. Each subscription is counted once. */
export type PolicyEffect = {
  /** Customers whose grants would be rewritten. */
  affectedCustomers: number;
  /** Subscriptions that lose access immediately. */
  losingAccess: number;
  /** Subscriptions that regain access immediately. */
  regainingAccess: number;
  /** Subscriptions that keep access for now, but whose access ends sooner or later than before. */
  endingSooner: number;
  endingLater: number;
  /** The earliest end in `endingSooner`, in unix milliseconds. */
  firstEndAt: number | null;
};

/**
 * Evaluates both policies for every subscription that is past due, paused, or past its period end; all others have the
 * same access under any policy. Reads them in one query, one small row each.
 */
export async function previewPolicyChange(
  ctx: Ctx,
  change: { before: AccessPolicy; after: AccessPolicy },
): Promise<PolicyEffect> {
  const [now, affectedCustomers] = await Promise.all([
    getAccessTime(ctx),
    countAffectedByPolicyChange(ctx, change),
  ]);
  const effect: PolicyEffect = {
    affectedCustomers,
    losingAccess: 0,
    regainingAccess: 0,
    endingSooner: 0,
    endingLater: 0,
    firstEndAt: null,
  };
  const { mode } = ctx.config.stripe;
  for (const row of await listAffectedByPolicy(ctx.db, { mode, now })) {
    const before = accessFromSubscription(row, change.before, now);
    const after = accessFromSubscription(row, change.after, now);
    const [endBefore, endAfter] = [before.until ?? Infinity, after.until ?? Infinity];
    if (before.active && !after.active) effect.losingAccess++;
    else if (!before.active && after.active) effect.regainingAccess++;
    else if (!after.active || endAfter === endBefore) continue;
    else if (endAfter > endBefore) effect.endingLater++;
    else {
      effect.endingSooner++;
      effect.firstEndAt = Math.min(effect.firstEndAt ?? Infinity, endAfter);
    }
  }
  return effect;
}
