import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import type { Entitlement } from "../../feed/entitlement.ts";
import { toAddress } from "../../identity/customer-address.ts";
import { readEntitlements } from "./check.query.ts";
import type { checkBody } from "./schema.ts";

/** Checks several features of one customer, with one statement. Unknown features are denied. */
export async function checkFeatures(
  ctx: Ctx,
  input: z.output<typeof checkBody>,
): Promise<Entitlement[]> {
  const { customerId, entitlements } = await readEntitlements(ctx, toAddress(input)!);
  const byFeature = new Map(entitlements.map((each) => [each.feature, each]));
  return input.features.map(
    (feature) =>
      byFeature.get(feature) ?? {
        customerId,
        feature,
        allowed: false,
        limit: 0,
        until: null,
        because: [],
      },
  );
}
