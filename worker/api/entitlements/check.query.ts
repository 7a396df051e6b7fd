import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import {
  entitlementText,
  featureGrantsText,
  grantColumnsText,
  type Entitlement,
} from "../../feed/entitlement.ts";
import { newestSequence } from "../../feed/store.ts";
import type { KeyFacts } from "../../identity/keys/use-key.ts";
import type { CustomerAddress } from "../../identity/customer-address.ts";
import {
  findIssuer,
  selectCustomerId,
  selectCustomerIdText,
} from "../../identity/resolve-customer.ts";
import { type Customer, customerJson } from "../../feed/customer.ts";
import type { CheckReason, featureList } from "./schema.ts";

/** Up to this many benefits are looked up one by one; beyond it, all grants of the user are read. */
const MAX_LOOKUPS = 4;

const columns = grantColumnsText({
  now: "?3",
  amount: "(key.features ->> ('$.limits.' || grants.benefit_id || '.amount'))",
  perSeat: "(key.features ->> ('$.limits.' || grants.benefit_id || '.perSeat'))",
});

// Written out, because a search in the index of grants costs a row only where there is a grant, while each entry of a
// list costs one.
const searches = Array.from(
  { length: MAX_LOOKUPS },
  (_, at) => `(grants.user_id = asked.customer_id
    AND grants.benefit_id = key.features ->> (?2 || '[${at}]'))`,
).join(" OR ");
const remainder = `(grants.user_id = CASE WHEN key.features ->> (?2 || '[${MAX_LOOKUPS}]')
    IS NOT NULL THEN asked.customer_id END AND instr(key.features -> ?2, grants.benefit_id))`;

/** What is unknown about an address that no user has. */
type Stranger = Extract<CheckReason, "customer_unknown" | "issuer_unknown">;

// The benefits of the feature come with the key, so only its grants are read.
const dataText = (reason: string) =>
  `SELECT ${entitlementText({ customerId: "asked.customer_id", feature: "?1", orderBy: "", more: { reason } })}
  FROM (SELECT ${columns} FROM grants
    WHERE (${searches} OR ${remainder}) AND grants.mode = ?4 LIMIT -1)`;

const isUser = "EXISTS (SELECT 1 FROM users WHERE id = asked.customer_id AND status <> 'deleted')";

/** The SQL of a check's reason. Only the "no" to an id without grants costs a read: whether a user has the id. */
const reasonText = (stranger: Stranger) => `CASE WHEN max(is_in_force) THEN 'granted'
  WHEN key.features -> ?2 IS NULL THEN 'feature_unknown'
  WHEN count(*) = 0 AND NOT ${isUser} THEN '${stranger}' ELSE 'not_granted' END`;

function explainStranger(ctx: Pick<Ctx, "config">, address: CustomerAddress): Stranger {
  const isKnown = !("issuer" in address) || findIssuer(ctx, address.issuer) !== undefined;
  return isKnown ? "customer_unknown" : "issuer_unknown";
}

/** The number of the first placeholder behind those of the query. */
const NEXT_PLACEHOLDER = 6;

/** The texts of `readKeyAndEntitlement`, by what they differ in. */
const checkTexts = new Map<string, string>();

function checkText(stranger: Stranger, customerId: string): string {
  const known = checkTexts.get(stranger + customerId);
  if (known !== undefined) return known;
  const text = `SELECT key.id, key.scopes, key.expires_at AS expiresAt, key.revoked_at AS revokedAt,
      key.last_used_at AS lastUsedAt, (${dataText(reasonText(stranger))}) AS entitlement
    FROM (SELECT ${customerId} AS customer_id) AS asked
    LEFT JOIN api_keys AS key ON key.key_hash = ?5`;
  checkTexts.set(stranger + customerId, text);
  return text;
}

/**
 * Reads an entitlement and the API key that asks for it, in one statement.
 * @returns the key's row, undefined if no key has the hash; and the JSON of the entitlement
 */
export async function readKeyAndEntitlement(
  ctx: Pick<Ctx, "db" | "now" | "config">,
  input: { keyHash: string; address: CustomerAddress; feature: string },
): Promise<{ key: KeyFacts | undefined; entitlement: string }> {
  const { keyHash, address, feature } = input;
  const customerId = selectCustomerIdText(ctx, address, NEXT_PLACEHOLDER);
  // As text that is made once, because building the query would take longer than running it.
  const row = await ctx.db.$client
    .prepare(checkText(explainStranger(ctx, address), customerId.text))
    .bind(feature, pathOf(feature), ctx.now, ctx.config.stripe.mode, keyHash, ...customerId.values)
    .first<
      Omit<KeyFacts, "id" | "scopes"> & { id: string | null; scopes: string; entitlement: string }
    >();
  if (!row) throw new Error("the check answered no row");
  const { id, scopes, entitlement, ...times } = row;
  return {
    key: id === null ? undefined : { id, scopes: JSON.parse(scopes) as string[], ...times },
    entitlement,
  };
}

/** Returns the JSON path of a feature. Keys are slugs or ids; anything else is no feature, and no part of a path. */
function pathOf(feature: string): string {
  return /^[a-z0-9_-]+$/.test(feature) ? `$.benefits."${feature}"` : "$.none";
}

/**
 * Reads every feature that a user has or had, each as the check answers for it.
 * @returns also the keys of all features, and why the user has none of the others
 */
export async function readEntitlements(
  ctx: Ctx,
  address: CustomerAddress,
): Promise<{
  customerId: string | null;
  entitlements: Entitlement[];
  features: string[];
  reason: CheckReason;
}> {
  const row = await ctx.db.get<{
    customerId: string | null;
    entitlements: string;
    features: string;
    isUser: 0 | 1;
  }>(sql`SELECT asked.customer_id AS customerId, ${selectEntitlements(ctx, "asked.customer_id")} AS entitlements,
      (${selectFeatures(ctx)}) AS features, ${sql.raw(isUser)} AS isUser
    FROM (SELECT ${selectCustomerId(ctx, address)} AS customer_id) AS asked`);
  return {
    customerId: row.customerId,
    entitlements: JSON.parse(row.entitlements) as Entitlement[],
    features: Object.keys(JSON.parse(row.features) as object),
    reason: row.isUser ? "not_granted" : explainStranger(ctx, address),
  };
}

/** Lists the features that a check can ask for. The key has them. */
export async function listFeatures(ctx: Ctx): Promise<z.output<typeof featureList>> {
  const { features } = await ctx.db.get<{ features: string }>(selectFeatures(ctx));
  const benefits = JSON.parse(features) as Record<string, string[]>;
  const keys = Object.keys(benefits).toSorted();
  return { data: keys.map((key) => ({ key, benefitIds: benefits[key]! })), nextCursor: null };
}

function selectFeatures({ actor }: Ctx): SQL {
  const keyId = actor.type === "key" ? actor.keyId : "";
  return sql`SELECT features -> '$.benefits' AS features FROM api_keys WHERE id = ${keyId}`;
}

/** Returns the SQL of a JSON array: every feature that a user has or had, by its key. @param customerId a column */
export function selectEntitlements({ now, config }: Ctx, customerId: string) {
  const grants = featureGrantsText({
    now: String(now),
    mode: `'${config.stripe.mode}'`,
    where: `grants.user_id = ${customerId}`,
  });
  return sql.raw(`(SELECT json_group_array(json(entitlement)) FROM (
    SELECT ${entitlementText({ customerId, feature: "feature" })} AS entitlement
    FROM (${grants}) GROUP BY feature ORDER BY feature))`);
}

/** What a token says about a customer. */
type TokenFacts = {
  customerId: string;
  identities: Customer["identities"];
  entitlements: Entitlement[];
  /** The newest event of the feed that the facts are true for. */
  sequence: number;
};

/** Reads what a token says, in one statement; null if no user with this address has signed in. */
export async function findTokenFacts(
  ctx: Ctx,
  address: CustomerAddress,
): Promise<TokenFacts | null> {
  const row = await ctx.db.get<
    { customer: string; entitlements: string; sequence: number } | undefined
  >(sql`SELECT ${customerJson(ctx)} AS customer,
      ${selectEntitlements(ctx, "users.id")} AS entitlements,
      ${newestSequence} AS sequence
    FROM users WHERE id = ${selectCustomerId(ctx, address)} AND status <> 'deleted'`);
  if (!row) return null;
  const { id, identities } = JSON.parse(row.customer) as Customer;
  return {
    customerId: id,
    identities,
    entitlements: JSON.parse(row.entitlements) as Entitlement[],
    sequence: row.sequence,
  };
}
