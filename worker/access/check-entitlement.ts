import type { Ctx } from "../context.ts";
import { selectEntitlementText, type Entitlement } from "../feed/entitlement.ts";

const QUERY = selectEntitlementText({ now: "?1", customerId: "?2", feature: "?3", mode: "?4" });

/**
 * Checks whether the user may use a feature, with one indexed read. Unknown keys are denied. The rule is the SQL
 * expression of an entitlement, which the feed uses too.
 * @param input.key the feature's key, or its benefit's id if the feature has no key
 */
export async function checkEntitlement(
  ctx: Pick<Ctx, "db" | "now" | "config">,
  input: { userId: string; key: string },
): Promise<Entitlement> {
  const data = await ctx.db.$client
    .prepare(QUERY)
    .bind(ctx.now, input.userId, input.key, ctx.config.stripe.mode)
    .first<string>("data");
  return JSON.parse(data ?? "") as Entitlement;
}
