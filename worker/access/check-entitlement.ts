import type { Ctx } from "../context.ts";
import type { Entitlement } from "../feed/entitlement.ts";
import { readEntitlementText } from "./store.ts";

/**
 * Checks whether the user may use a feature, with one indexed read. Unknown keys are denied. The rule is the SQL
 * expression of an entitlement, which the feed uses too.
 * @param input.key the feature's key, or its benefit's id if the feature has no key
 */
export async function checkEntitlement(
  ctx: Pick<Ctx, "db" | "now" | "config">,
  input: { userId: string; key: string },
): Promise<Entitlement> {
  const { mode } = ctx.config.stripe;
  return JSON.parse(await readEntitlementText(ctx.db, { ...input, mode, now: ctx.now }));
}
