import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import {
  entitlementText,
  featureGrantsText,
  grantColumnsText,
  type Entitlement,
} from "../../feed/entitlement.ts";
import type { KeyFacts } from "../../identity/keys/use-key.ts";
import { selectCustomerId, type CustomerAddress } from "../../identity/resolve-customer.ts";

/** As many benefits of one feature are searched by themselves; with more, all grants of the user are read. */
const SEARCHED_BENEFITS = 8;

const columns = grantColumnsText({
  now: "asked.now",
  amount: "(key.features ->> ('$.limits.' || grants.benefit_id || '.amount'))",
  perSeat: "(key.features ->> ('$.limits.' || grants.benefit_id || '.perSeat'))",
});

// Written out, because a search in the index of grants costs a row only where there is a grant, while each entry of a
// list costs one.
const searches = Array.from(
  { length: SEARCHED_BENEFITS },
  (_, at) => `(grants.user_id = asked.customer_id
    AND grants.benefit_id = key.features ->> (asked.path || '[${at}]'))`,
).join(" OR ");
const remainder = `(grants.user_id = CASE WHEN key.features ->> (asked.path || '[${SEARCHED_BENEFITS}]')
    IS NOT NULL THEN asked.customer_id END AND instr(key.features -> asked.path, grants.benefit_id))`;

/** The benefits of the feature come with the key, so only its grants are read. */
const entitlement = sql.raw(
  `(SELECT ${entitlementText({ customerId: "asked.customer_id", feature: "asked.feature", orderBy: "" })}
    FROM (SELECT ${columns} FROM grants
      WHERE (${searches} OR ${remainder}) AND grants.mode = asked.mode LIMIT -1))`,
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
  }>(sql`SELECT key.id, key.scopes, key.expires_at AS expiresAt, key.revoked_at AS revokedAt,
      key.last_used_at AS lastUsedAt, ${entitlement} AS entitlement
    FROM (SELECT ${selectCustomerId(ctx, input.address)} AS customer_id, ${input.feature} AS feature,
      ${pathOf(input.feature)} AS path, ${ctx.now} AS now, ${ctx.config.stripe.mode} AS mode) AS asked
    LEFT JOIN api_keys AS key ON key.key_hash = ${input.keyHash}`);
  const { id, scopes, entitlement: json, ...times } = row;
  return {
    key: id === null ? undefined : { id, scopes: JSON.parse(scopes) as string[], ...times },
    entitlement: json,
  };
}

/** Returns the JSON path of a feature. Keys are slugs or ids; anything else is no feature, and no part of a path. */
function pathOf(feature: string): string {
  return /^[a-z0-9_-]+$/.test(feature) ? `$.benefits."${feature}"` : "$.none";
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
  }>(sql`SELECT asked.customer_id AS customerId, ${listEntitlements(ctx, "asked.customer_id")} AS entitlements,
      (SELECT coalesce(max(sequence), 0) FROM feed_events) AS sequence
    FROM (SELECT ${selectCustomerId(ctx, address)} AS customer_id) AS asked`);
  return { ...row, entitlements: JSON.parse(row.entitlements) as Entitlement[] };
}

/** Returns the SQL of a JSON array: every feature that a user has or had, by its key. @param customerId a column */
export function listEntitlements({ now, config }: Ctx, customerId: string) {
  const grants = featureGrantsText({
    now: String(now),
    mode: `'${config.stripe.mode}'`,
    where: `grants.user_id = ${customerId}`,
  });
  return sql.raw(`(SELECT json_group_array(json(entitlement)) FROM (
    SELECT ${entitlementText({ customerId, feature: "feature" })} AS entitlement
    FROM (${grants}) GROUP BY feature ORDER BY feature))`);
}
