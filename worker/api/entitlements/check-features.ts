import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { toAddress } from "../../identity/customer-address.ts";
import { readEntitlements } from "./check.query.ts";
import type { checkBody, EntitlementCheck } from "./schema.ts";

/** Checks several features of one customer, with one statement. Unknown features are denied. */
export async function checkFeatures(
  ctx: Ctx,
  input: z.output<typeof checkBody>,
): Promise<EntitlementCheck[]> {
  const { customerId, entitlements, ...known } = await readEntitlements(ctx, toAddress(input)!);
  const byFeature = new Map(entitlements.map((each) => [each.feature, each]));
  return input.features.map((feature) => {
    const found = byFeature.get(feature);
    if (found) return { ...found, reason: found.allowed ? "granted" : "not_granted" };
    const reason = known.features.includes(feature) ? known.reason : "feature_unknown";
    return { customerId, feature, allowed: false, limit: 0, until: null, because: [], reason };
  });
}
