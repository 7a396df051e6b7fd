import {
  readAccessPolicy,
  readPolicySettings,
  toAccessPolicy,
  type PolicySettings,
} from "../../access/policy-settings.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { upsertSetting } from "../../settings/store.ts";
import { markDirtyForPolicyChange } from "../../sync/customer/mark-dirty-for-policy-change.ts";
import { previewPolicyChange, type PolicyEffect } from "./preview-policy-change.ts";

/** Returns what saving this policy would change now. */
export async function previewPolicySettings(
  ctx: Ctx,
  input: PolicySettings,
): Promise<PolicyEffect> {
  return previewPolicyChange(ctx, {
    before: await readAccessPolicy(ctx),
    after: toAccessPolicy(input),
  });
}

/**
 * Saves the access policy, which applies immediately. Customers whose grants could change are marked dirty in the same
 * batch, and the sync queue rewrites their grants.
 */
export async function savePolicy(ctx: Ctx, input: PolicySettings): Promise<PolicySettings> {
  const before = await readPolicySettings(ctx);
  await commit(ctx.db, [
    upsertSetting(ctx.db, { name: "policy", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "policy", before, after: input }),
    ...markDirtyForPolicyChange(ctx, {
      before: toAccessPolicy(before),
      after: toAccessPolicy(input),
    }),
  ]);
  return input;
}
