import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { entitlementText, featureGrantsText, type Entitlement } from "../../feed/entitlement.ts";
import { FEATURE_KEY } from "../../feed/product.ts";
import type { KeyFacts } from "../../identity/keys/use-key.ts";
import { selectCustomerId, type CustomerAddress } from "../../identity/resolve-customer.ts";

const grantsOfFeature = featureGrantsText({
  now: "asked.now",
  mode: "asked.mode",
  where: `grants.user_id = asked.customer_id AND ${FEATURE_KEY} = asked.feature`,
});
const entitlement = sql.raw(
  `(SELECT ${entitlementText({ customerId: "asked.customer_id", feature: "asked.feature" })}
    FROM (${grantsOfFeature}))`,
);

/**
 * Reads an entitlement and the API key that asks for it, in one statement.
 * @returns the key's row, undefined if no key has the hash; and the JSON of the entitlement
 */
export async function readKeyAndEntitlement(
  ctx: Ctx,
  input: { keyHash: string; address: CustomerAddress; feature: string },
): Promise<{ key: KeyFacts | undefined; entitlement: string }> {
  const row = await ctx.db.get<{
    id: string | null;
    scopes: string;
    expiresAt: number | null;
    revokedAt: number | null;
    lastUsedAt: number | null;
    entitlement: string;
  }>(sql`SELECT k.id, k.scopes, k.expires_at AS expiresAt, k.revoked_at AS revokedAt,
      k.last_used_at AS lastUsedAt, ${entitlement} AS entitlement
    FROM (SELECT ${selectCustomerId(ctx, input.address)} AS customer_id, ${input.feature} AS feature,
      ${ctx.now} AS now, ${ctx.config.stripe.mode} AS mode) AS asked
    LEFT JOIN api_keys k ON k.key_hash = ${input.keyHash}`);
  const { id, scopes, entitlement: json, ...times } = row;
  return {
    key: id === null ? undefined : { id, scopes: JSON.parse(scopes) as string[], ...times },
    entitlement: json,
  };
}

/** Reads every feature that a user has or had, each as the check answers for it. */
export async function readEntitlements(
  ctx: Ctx,
  address: CustomerAddress,
): Promise<{ customerId: string | null; entitlements: Entitlement[]; sequence: number }> {
  const row = await ctx.db.get<{
    customerId: string | null;
    entitlements: string;
    sequence: number;
  }>(sql`SELECT asked.customer_id AS customerId, ${listEntitlements("asked.customer_id", { now: "asked.now", mode: "asked.mode" })} AS entitlements,
      (SELECT coalesce(max(sequence), 0) FROM feed_events) AS sequence
    FROM (SELECT ${selectCustomerId(ctx, address)} AS customer_id, ${ctx.now} AS now, ${ctx.config.stripe.mode} AS mode) AS asked`);
  return { ...row, entitlements: JSON.parse(row.entitlements) as Entitlement[] };
}

/**
 * Returns the SQL of a JSON array: every feature that a user has or had, by its key.
 * @param customerId a column
 * @param at the SQL of the time and the mode
 */
export function listEntitlements(customerId: string, at: { now: string; mode: string }) {
  const grants = featureGrantsText({ ...at, where: `grants.user_id = ${customerId}` });
  return sql.raw(`(SELECT json_group_array(json(entitlement)) FROM (
    SELECT ${entitlementText({ customerId, feature: "feature" })} AS entitlement
    FROM (${grants}) GROUP BY feature ORDER BY feature))`);
}
