import {
  readAccessPolicy,
  policySettings,
  toAccessPolicy,
  type PolicySettings,
} from "../../access/policy-settings.ts";
import type { Ctx } from "../../context.ts";
import { saveSetting } from "../../settings/define-setting.ts";
import {
  countAffectedByPolicyChange,
  markDirtyForPolicyChange,
} from "../../sync/customer/mark-dirty-for-policy-change.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { accessFromSubscription } from "../../access/policy.ts";
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
 * Returns what saving this policy would change now. Evaluates both policies for every subscription that is past due,
 * paused, or past its period end; all others have the same access under any policy. Reads them in one query, one small
 * row each.
 */
export async function previewPolicySettings(
  ctx: Ctx,
  input: PolicySettings,
): Promise<PolicyEffect> {
  const change = { before: await readAccessPolicy(ctx), after: toAccessPolicy(input) };
  const [now, affectedCustomers] = await Promise.all([
    readAccessTime(ctx),
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

/**
 * Saves the access policy, which applies immediately. Customers whose grants could change are marked dirty in the same
 * batch, and the sync queue rewrites their grants.
 */
export async function savePolicy(
  ctx: Ctx,
  input: PolicySettings,
  version?: number,
): Promise<PolicySettings> {
  const before = await policySettings.read(ctx);
  await saveSetting(
    ctx,
    { name: "policy", before, after: input, version },
    markDirtyForPolicyChange(ctx, { before: toAccessPolicy(before), after: toAccessPolicy(input) }),
  );
  return input;
}
