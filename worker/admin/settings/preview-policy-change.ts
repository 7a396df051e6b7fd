import type { Ctx } from "../../context.ts";
import { countRechecked } from "../../sync/customer/mark-dirty-for-policy-change.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { accessFromSubscription, type AccessPolicy } from "../../access/policy.ts";
import { listUnsteady } from "../../purchases/subscriptions/store.ts";

/** What a change of the access policy does to the subscriptions of this moment, each counted once. */
export type PolicyEffect = {
  /** Customers whose grants are written anew. */
  customersRechecked: number;
  /** Have access, and lose it at once. */
  losing: number;
  /** Have none, and get it back at once. */
  regaining: number;
  /** Keep it for now, but it ends sooner or later than it would have. */
  endingSooner: number;
  endingLater: number;
  /** The earliest of the ends that come sooner, in unix milliseconds. */
  firstEndAt: number | null;
};

/**
 * Judges by both policies every subscription that is past due, paused, or over its period: the others have the access
 * that they pay for under any policy. Those are read at once, a small row each.
 */
export async function weighPolicy(
  ctx: Ctx,
  change: { before: AccessPolicy; after: AccessPolicy },
): Promise<PolicyEffect> {
  const [now, customersRechecked] = await Promise.all([
    accessTime(ctx),
    countRechecked(ctx, change),
  ]);
  const effect: PolicyEffect = {
    customersRechecked,
    losing: 0,
    regaining: 0,
    endingSooner: 0,
    endingLater: 0,
    firstEndAt: null,
  };
  const { mode } = ctx.config.stripe;
  for (const row of await listUnsteady(ctx.db, { mode, now })) {
    const before = accessFromSubscription(row, change.before, now);
    const after = accessFromSubscription(row, change.after, now);
    const [endBefore, endAfter] = [before.until ?? Infinity, after.until ?? Infinity];
    if (before.active && !after.active) effect.losing++;
    else if (!before.active && after.active) effect.regaining++;
    else if (!after.active || endAfter === endBefore) continue;
    else if (endAfter > endBefore) effect.endingLater++;
    else {
      effect.endingSooner++;
      effect.firstEndAt = Math.min(effect.firstEndAt ?? Infinity, endAfter);
    }
  }
  return effect;
}
