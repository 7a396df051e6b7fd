import { checkoutText } from "./checkout.ts";
import { customerText } from "./customer.ts";
import { entitlementText, featureGrantsText } from "./entitlement.ts";
import { changeableText, comparableText } from "./comparable.ts";
import { eventRules, internalRules, type FeedKind, type InternalKind } from "./event-types.ts";
import { giftText, unclaimedGiftText } from "./gift.ts";
import { closureText, grantText } from "./grant.ts";
import { recordedLicenseText } from "./license.ts";
import { orderText } from "./order.ts";
import { productText } from "./product.ts";
import { statementText } from "./statement.ts";
import { subscriptionText } from "./subscription.ts";

/** A way to find objects that may have changed: by their user, or otherwise. */
export type Source =
  | FeedKind
  | Exclude<InternalKind, "imported_key">
  | "unclaimed_gift"
  | "granted_entitlement"
  | "license_by_id"
  | "license_by_hash";

type ComparedKind = FeedKind | Exclude<InternalKind, "imported_key">;

/** The kind of the objects of each source that is not named after it. */
const kindOf: Partial<Record<Source, ComparedKind>> = {
  unclaimed_gift: "gift",
  granted_entitlement: "entitlement",
  license_by_id: "license",
  license_by_hash: "license",
};

// In every query, ?1 is the time, ?2 the mode, and ?3 one id, or a JSON array of several: of users, unless the query says
// otherwise. `+mode` keeps SQLite from using an index that begins with the mode.
const at = { now: "?1", mode: "?2" };
/** The given ids as a list for IN and as rows. Reading an id out of a JSON array costs two rows, each time. */
const givenIds = {
  one: { list: "(?3)", rows: "(SELECT ?3 AS value)" },
  several: { list: "(SELECT value FROM json_each(?3))", rows: "json_each(?3)" },
};

/** How many ids a query is about. */
export type HowMany = keyof typeof givenIds;

/**
 * For each source, a query of its objects now: `object_id`, `user_id` and `data`. `entitlement` also finds features that
 * only the feed knows; see `presentEntitlements`.
 */
const present = (given: string): Record<Exclude<Source, "entitlement">, string> => ({
  customer: `SELECT id AS object_id, id AS user_id, ${customerText(at)} AS data FROM users WHERE id IN ${given}
    AND NOT (is_guest = 1 AND email IS NULL AND status <> 'deleted')`,
  product: `SELECT id AS object_id, NULL AS user_id, ${productText()} AS data FROM products
    WHERE id IN ${given} AND +mode = ?2`,
  checkout: `SELECT id AS object_id, user_id, ${checkoutText()} AS data FROM checkouts
    WHERE customer_id IN (SELECT c.id FROM customers c WHERE c.user_id IN ${given}) AND +mode = ?2 AND status <> 'open'`,
  order: `SELECT id AS object_id, user_id, ${orderText()} AS data FROM orders
    WHERE user_id IN ${given} AND +mode = ?2`,
  subscription: `SELECT id AS object_id, user_id, ${subscriptionText()} AS data FROM subscriptions
    WHERE user_id IN ${given} AND +mode = ?2`,
  gift: `SELECT id AS object_id, user_id, ${giftText(at)} AS data FROM gifts
    WHERE user_id IN ${given} AND +mode = ?2`,
  statement: `SELECT id AS object_id, user_id, ${statementText()} AS data FROM statements
    WHERE id IN ${given} AND +mode = ?2`,
  unclaimed_gift: `SELECT id AS object_id, NULL AS user_id, ${unclaimedGiftText(at)} AS data FROM claims
    WHERE id IN ${given} AND claimed_at IS NULL AND guest_id IS NULL AND +mode = ?2`,
  closure: `SELECT id || ':closure' AS object_id, user_id, ${closureText()} AS data FROM orders
    WHERE user_id IN ${given} AND +mode = ?2 AND customer_deleted_at IS NOT NULL`,
  grant: `SELECT id AS object_id, user_id, ${grantText()} AS data FROM grants
    WHERE user_id IN ${given} AND +mode = ?2`,
  granted_entitlement: `SELECT user_id || ':' || feature AS object_id, user_id,
      ${entitlementText({ customerId: "user_id", feature: "feature" })} AS data
    FROM (${featureGrantsText({ ...at, where: `grants.user_id IN ${given}` })}) GROUP BY user_id, feature`,
  license: licensesWhere(`user_id IN ${given}`),
  license_by_id: licensesWhere(`id IN ${given}`),
  license_by_hash: licensesWhere(`key_hash IN ${given}`),
});

/** A key without a user is an object of its own, so that it is a new license for the user who gets it. */
function licensesWhere(condition: string): string {
  return `SELECT CASE WHEN user_id IS NULL THEN 'imported:' || id ELSE id END AS object_id, user_id,
    ${recordedLicenseText(at)} AS data FROM license_keys WHERE ${condition}`;
}

/**
 * The entitlements of users: for every feature that they have a grant of, and for every feature that the feed knows
 * them to have. A feature that got another key has no grants under the old one. `known` finds each key with one seek.
 */
const presentEntitlements = (given: (typeof givenIds)[HowMany]) => `RECURSIVE
  feature_grants AS MATERIALIZED (${featureGrantsText({ ...at, where: `grants.user_id IN ${given.list}` })}),
  known(user_id, object_id) AS (
    SELECT u.value, (SELECT min(e.object_id) FROM feed_events e
      WHERE e.object_id > u.value || ':' AND e.object_id < u.value || ';') FROM ${given.rows} u
    UNION ALL
    SELECT known.user_id, (SELECT min(e.object_id) FROM feed_events e
      WHERE e.object_id > known.object_id AND e.object_id < known.user_id || ';')
    FROM known WHERE known.object_id IS NOT NULL),
  features AS (
    SELECT user_id, feature FROM feature_grants
    UNION
    SELECT user_id, substr(object_id, length(user_id) + 2) FROM known WHERE object_id IS NOT NULL
    UNION
    SELECT n.user_id, substr(key, 2) FROM feed_newest n, json_each(n.objects)
      WHERE n.user_id IN ${given.list} AND n.mode = ?2 AND key LIKE ':%'),
  present AS (
    SELECT features.user_id || ':' || features.feature AS object_id, features.user_id AS user_id,
      (SELECT ${entitlementText({ customerId: "features.user_id", feature: "features.feature" })}
        FROM feature_grants
        WHERE feature_grants.user_id = features.user_id AND feature_grants.feature = features.feature) AS data
    FROM features)`;

const tables = new Map<Source, Set<string>>();

/** Returns the tables that decide about the objects of a source: those that its query reads. */
export function listTablesOf(source: Exclude<Source, "entitlement">): Set<string> {
  let found = tables.get(source);
  if (!found) {
    const names = present(givenIds.one.list)[source].matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g);
    found = new Set([...names].map(([, name]) => name!));
    tables.set(source, found);
  }
  return found;
}

const allRules = { ...eventRules, ...internalRules };

/**
 * Returns a query that compares the present objects with the newest event of each, or with what is kept of it if it is
 * archived, and returns what the feed does not have yet: `type`, `place`, `object_id`, `user_id` and `data`. A change can
 * be of several types, in order of `place`.
 */
export function selectChangesText(source: Source, howMany: HowMany = "several"): string {
  const given = givenIds[howMany];
  const kind = kindOf[source] ?? (source as ComparedKind);
  const { rules, other } = allRules[kind];
  const isNamed = rules.map(([, condition]) => `(${condition})`).join(" OR ");
  const types = [
    ...rules.map(([type, condition]) => `CASE WHEN ${condition} THEN '${type}' END`),
    `CASE WHEN ${isNamed} OR before IS NULL THEN NULL ELSE '${other}' END`,
  ];
  const named = `json_array(${types.join(", ")})`;
  const presentText =
    source === "entitlement"
      ? presentEntitlements(given)
      : `present AS (${present(given.list)[source]})`;
  const isOfUser = kind !== "product" && kind !== "statement" && source !== "unclaimed_gift";
  const archived = `(SELECT n.objects -> ('$."' || replace(object_id, n.user_id || ':', ':') || '"[1]') FROM feed_newest n
          WHERE n.user_id = recorded.user_id AND n.mode = ?2)`;
  // The LIMIT keeps SQLite from computing the JSON again at each use, as MATERIALIZED would, which costs reads.
  return `WITH ${presentText},
  recorded AS (
    SELECT object_id, user_id, data AS after, (SELECT e.data FROM feed_events e
      WHERE e.object_id = present.object_id AND e.mode = ?2 ORDER BY e.sequence DESC LIMIT 1) AS event
    FROM present LIMIT -1),
  compared AS (
    SELECT object_id, user_id, after, event, ${isOfUser ? `coalesce(event, ${archived})` : "event"} AS before FROM recorded LIMIT -1)
  SELECT named.value AS type, named.key AS place, object_id, compared.user_id AS user_id, after AS data
  FROM compared, json_each(${
    kind === "license"
      ? `CASE WHEN user_id IS NULL THEN json_array('${internalRules.imported_key.other}') ELSE ${named} END`
      : named
  }) AS named
  WHERE (before IS NULL OR CASE WHEN event IS NOT NULL
      THEN ${comparableText(kind, "after")} <> ${comparableText(kind, "before")}
      ${isOfUser ? `ELSE ${changeableText(kind, "after")} <> before` : ""} END)
    AND named.value IS NOT NULL`;
}
