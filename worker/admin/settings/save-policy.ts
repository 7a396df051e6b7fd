import {
  readPolicy,
  readPolicySettings,
  toPolicy,
  type PolicySettings,
} from "../../access/policy-settings.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { putSetting } from "../../settings/store.ts";
import { recheckCustomers } from "../../sync/customer/mark-dirty-for-policy-change.ts";
import { weighPolicy, type PolicyEffect } from "./preview-policy-change.ts";

/** What a policy that is not saved would change now. */
export async function previewPolicy(ctx: Ctx, input: PolicySettings): Promise<PolicyEffect> {
  return weighPolicy(ctx, { before: await readPolicy(ctx), after: toPolicy(input) });
}

/**
 * From now on access is judged by this. The grants follow customer by customer: whoever's could change is marked in the
 * same batch, and looked at again by the queue.
 */
export async function savePolicy(ctx: Ctx, input: PolicySettings): Promise<PolicySettings> {
  const before = await readPolicySettings(ctx);
  await commit(ctx.db, [
    putSetting(ctx.db, { name: "policy", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "policy", before, after: input }),
    ...recheckCustomers(ctx, { before: toPolicy(before), after: toPolicy(input) }),
  ]);
  return input;
}
