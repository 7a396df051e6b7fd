import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";

// In every query, ?1 is the mode and ?2 a JSON array of the ids of users, or of the objects of imported keys.
const GIVEN = "(SELECT value FROM json_each(?2))";

/**
 * Returns a query of the newest snapshot of each object of these types that belongs to one of the users: `object_id`,
 * `user_id` and `data`. An object that has moved to another user since, by a merge, is theirs.
 */
function newestText(
  kind: "order" | "subscription" | "grant" | "license" | "imported_key",
  column = "user_id",
): string {
  // With `max`, SQLite takes the other columns from the row of the maximum.
  return `SELECT newest.object_id, newest.user_id, newest.data FROM (
      SELECT e.object_id, e.user_id, e.data, max(e.sequence) AS sequence FROM feed_events e
      WHERE e.${column} IN ${GIVEN} AND e.mode = ?1 AND e.type LIKE '${kind}.%' GROUP BY e.object_id) newest
    WHERE newest.sequence = (SELECT max(x.sequence) FROM feed_events x WHERE x.object_id = newest.object_id)`;
}

const field = (name: string) => `lost.data ->> '${name}'`;

/** A time of the wire as unix milliseconds; null stays null. */
const toTime = (text: string) =>
  `unixepoch(${text}) * 1000 + CAST(substr(${text}, 21, 3) AS INTEGER)`;
const time = (name: string) => toTime(field(name));

/** The permanent link that it was bought with, and the metadata with the referral in it. */
const linkColumns = `CASE WHEN ${field("linkId")} LIKE 'lnp%' THEN ${field("linkId")} END,
      CASE WHEN ${field("linkId")} LIKE 'lnp%' THEN lost.data -> '$.metadata' END`;

/** The user's Stripe customer who opened the checkout, or else the one that the user buys with. */
const customerText = (condition: string) => `coalesce(
  (SELECT k.customer_id FROM checkouts k WHERE ${condition}),
  (SELECT c.id FROM customers c WHERE c.user_id = lost.user_id AND c.mode = ?1 ORDER BY c.is_secondary LIMIT 1))`;

/** When the order's Stripe customer was deleted. */
const customerDeletedAt = `(SELECT e.data ->> 'customerDeletedAt' FROM feed_events e
  WHERE e.object_id = lost.object_id || ':closure' AND e.mode = ?1 ORDER BY e.sequence DESC LIMIT 1)`;

const RESTORE_ORDERS = `INSERT INTO orders (id, user_id, customer_id, product_id, price_id, mode, stripe_session_id,
    stripe_payment_intent_id, status, total_minor, tax_minor, discount_minor, refunded_minor, dispute_status,
    duplicate_of, customer_deleted_at, currency, quantity, locale, promotion_code_id, link_id, referral, gift_id, lines,
    upgrade_of, created_at, paid_at, refunded_at, disputed_at)
  SELECT * FROM (SELECT lost.object_id, lost.user_id,
      ${customerText(`k.mode = ?1 AND k.stripe_session_id = ${field("stripeCheckoutSessionId")}`)} AS customer_id,
      ${field("productId")}, ${field("priceId")}, ?1, ${field("stripeCheckoutSessionId")},
      ${field("stripePaymentIntentId")}, ${field("status")}, ${field("totalMinor")}, ${field("taxMinor")},
      ${field("discountMinor")}, ${field("refundedMinor")}, ${field("disputeStatus")}, ${field("duplicateOf")},
      ${customerDeletedAt}, ${field("currency")}, ${field("quantity")}, ${field("locale")},
      ${field("promotionCodeId")}, ${linkColumns}, ${field("giftId")}, ${field("lines")}, ${field("upgradeOf")},
      ${time("createdAt")}, ${time("paidAt")}, ${time("refundedAt")}, ${time("disputedAt")}
    FROM (${newestText("order")}) lost
    WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = lost.object_id)
      AND EXISTS (SELECT 1 FROM products p WHERE p.id = ${field("productId")}))
  WHERE customer_id IS NOT NULL
  ON CONFLICT DO NOTHING`;

const RESTORE_SUBSCRIPTIONS = `INSERT INTO subscriptions (id, user_id, customer_id, mode, stripe_subscription_id,
    status, duplicate_of, current_period_start, current_period_end, trial_start, trial_end, cancel_at, canceled_at,
    ended_at, pause_behavior, pause_resumes_at, currency, dispute_status, past_due_since,
    written_off_at, promotion_code_id, link_id, referral, created_at)
  SELECT * FROM (SELECT lost.object_id, lost.user_id,
      ${customerText(`k.customer_id IN (SELECT c.id FROM customers c WHERE c.user_id = lost.user_id)
        AND k.mode = ?1 AND k.stripe_subscription_id = ${field("stripeSubscriptionId")}`)} AS customer_id, ?1,
      ${field("stripeSubscriptionId")}, ${field("status")}, ${field("duplicateOf")},
      ${time("currentPeriodStart")}, ${time("currentPeriodEnd")}, ${time("trialStart")}, ${time("trialEnd")},
      ${time("cancelAt")}, ${time("canceledAt")}, ${time("endedAt")}, ${field("$.pause.behavior")},
      ${time("$.pause.resumesAt")}, ${field("$.items[0].currency")}, ${field("disputeStatus")},
      ${time("pastDueSince")}, ${time("writtenOffAt")}, ${field("promotionCodeId")}, ${linkColumns},
      ${time("createdAt")}
    FROM (${newestText("subscription")}) lost
    WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = lost.object_id))
  WHERE customer_id IS NOT NULL
  ON CONFLICT DO NOTHING`;

// The ids of the items at Stripe are not in the history. A sync replaces these rows with Stripe's; those of a
// subscription that Stripe no longer lists stay.
const RESTORE_ITEMS = `INSERT INTO subscription_items (stripe_item_id, subscription_id, product_id, stripe_price_id,
    amount_minor, currency, interval, interval_count, quantity)
  SELECT lost.object_id || ':' || item.key, lost.object_id,
    (SELECT p.id FROM products p WHERE p.id = item.value ->> 'productId'), item.value ->> 'stripePriceId',
    item.value ->> 'amountMinor', item.value ->> 'currency', item.value ->> 'interval',
    item.value ->> 'intervalCount', item.value ->> 'quantity'
  FROM (${newestText("subscription")}) lost, json_each(lost.data, '$.items') item
  WHERE EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = lost.object_id)
    AND NOT EXISTS (SELECT 1 FROM subscription_items i WHERE i.subscription_id = lost.object_id)
  ON CONFLICT DO NOTHING`;

// A grant without its source gives nothing: the next rewrite would revoke it.
const RESTORE_GRANTS = `INSERT INTO grants (id, user_id, benefit_id, product_id, source_type, source_id, mode, quantity,
    waiting_for, reason, granted_at, ends_at, revoked_at)
  SELECT lost.object_id, lost.user_id, ${field("benefitId")}, ${field("productId")}, ${field("sourceType")},
    ${field("sourceId")}, ?1, ${field("quantity")}, ${field("waitingFor")}, ${field("reason")},
    ${field("grantedAt")}, ${field("endsAt")}, ${field("revokedAt")}
  FROM (${newestText("grant")}) lost
  WHERE NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = lost.object_id)
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = lost.user_id AND u.status <> 'deleted')
    AND EXISTS (SELECT 1 FROM benefits b WHERE b.id = ${field("benefitId")})
    AND EXISTS (SELECT 1 FROM products p WHERE p.id = ${field("productId")})
    AND (EXISTS (SELECT 1 FROM orders o WHERE o.id = ${field("sourceId")})
      OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = ${field("sourceId")})
      OR EXISTS (SELECT 1 FROM gifts c WHERE c.id = ${field("sourceId")}))
  ON CONFLICT DO NOTHING`;

// The database refuses to delete a grant that a key refers to, so the keys have to be detached before grants are
// deleted.
const ATTACH_KEYS = `UPDATE license_keys SET grant_id = found.grant_id
  FROM (SELECT k.id, (SELECT e.data ->> 'grantId' FROM feed_events e WHERE e.object_id = k.id AND e.mode = ?1
        AND e.data ->> 'grantId' IS NOT NULL ORDER BY e.sequence DESC LIMIT 1) AS grant_id
      FROM license_keys k WHERE k.user_id IN ${GIVEN} AND k.grant_id IS NULL) found
  WHERE license_keys.id = found.id AND EXISTS (SELECT 1 FROM grants g WHERE g.id = found.grant_id)
    AND (license_keys.rotated_at IS NOT NULL OR NOT EXISTS (
      SELECT 1 FROM license_keys other WHERE other.grant_id = found.grant_id AND other.rotated_at IS NULL))`;

/** Texts that put back keys with their activations. A key whose grant is gone would work forever. */
const restoreKeys = (newest: string) => [
  `INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, is_in_stock, licensee,
    activation_limit, per_seat, uses_limit, uses, expires_at, disabled_at, rotated_at, created_at)
  SELECT ${field("id")}, ${field("benefitId")}, lost.user_id, ${field("grantId")}, ${field("key")},
    ${field("$.row.keyHash")}, ${field("$.row.origin")}, ${field("$.row.isInStock")}, ${field("licensee")},
    ${field("$.row.activationLimit")}, ${field("$.row.perSeat")}, ${field("usesLimit")}, ${field("uses")},
    ${time("expiresAt")}, ${field("$.row.disabledAt")}, ${field("$.row.rotatedAt")}, ${time("createdAt")}
  FROM (${newest}) lost
  WHERE ${field("$.row.keyHash")} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM license_keys k WHERE k.id = ${field("id")})
    AND (lost.user_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM feed_events e WHERE e.object_id = ${field("id")}))
    AND EXISTS (SELECT 1 FROM benefits b WHERE b.id = ${field("benefitId")})
    AND (${field("grantId")} IS NULL OR EXISTS (SELECT 1 FROM grants g WHERE g.id = ${field("grantId")}))
  ON CONFLICT DO NOTHING`,
  `INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at)
  SELECT item.value ->> 'id', k.id, item.value ->> 'fingerprint', item.value ->> 'label',
    coalesce(item.value -> 'meta', '{}'), ${toTime("(item.value ->> 'createdAt')")},
    ${toTime("(item.value ->> 'createdAt')")}
  FROM (${newest}) lost CROSS JOIN license_keys k ON k.id = ${field("id")} AND k.user_id IS lost.user_id,
    json_each(lost.data, '$.activations') item
  WHERE NOT EXISTS (SELECT 1 FROM activations a WHERE a.license_key_id = k.id)
  ON CONFLICT DO NOTHING`,
];

/** A delivered grant whose key is lost. */
const LACKS_KEY = `grants.mode = ?1 AND grants.waiting_for IS NULL AND grants.revoked_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM license_keys k WHERE k.grant_id = grants.id AND k.rotated_at IS NULL)
  AND EXISTS (SELECT 1 FROM benefits b WHERE b.id = grants.benefit_id AND b.type = 'license_key')`;

const AWAIT_KEYS = `UPDATE grants SET waiting_for = 'seller_keys' WHERE user_id IN ${GIVEN} AND ${LACKS_KEY}
  RETURNING user_id AS userId`;

/**
 * Returns the writes that put back rows of these users that the history knows and the database has lost, as they were
 * when last recorded, with their ids: orders, subscriptions, grants, license keys with their devices, and which grant a
 * key belongs to. Rows that exist are not changed. A grant whose key is in no history waits for one again; the last
 * statement returns the users of such grants as `userId`.
 */
export function restoreRows(mode: Mode, userIds: string[]): Statement[] {
  return toStatements(restoreTexts, mode, userIds);
}

/** Returns the writes that put back lost keys that nobody has. @param objectIds their ids in the history */
export function restoreImportedKeys(mode: Mode, objectIds: string[]): Statement[] {
  return toStatements(restoreKeys(newestText("imported_key", "object_id")), mode, objectIds);
}

function toStatements(texts: string[], mode: Mode, ids: string[]): Statement[] {
  const params = [mode, JSON.stringify(ids)];
  return texts.map((text) => ({ toSQL: () => ({ sql: text, params }) }));
}

/** In this order: an item needs its subscription, a grant its source, and a key its grant. */
export const restoreTexts = [
  RESTORE_ORDERS,
  RESTORE_SUBSCRIPTIONS,
  RESTORE_ITEMS,
  RESTORE_GRANTS,
  ...restoreKeys(newestText("license")),
  ATTACH_KEYS,
  AWAIT_KEYS,
];

/** The row of this object of `feed_newest` is lost, or a part of it. `id` is without `:closure`. */
const IS_LOST = `CASE substr(id, 1, 4)
  WHEN 'ord_' THEN NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = lost.id)
  WHEN 'sub_' THEN NOT EXISTS (SELECT 1 FROM subscription_items i WHERE i.subscription_id = lost.id)
  WHEN 'grt_' THEN NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = lost.id)
  WHEN 'lic_' THEN NOT EXISTS (SELECT 1 FROM license_keys k WHERE k.id = lost.id AND k.grant_id IS NOT NULL)
    OR (devices > 0 AND NOT EXISTS (SELECT 1 FROM activations a WHERE a.license_key_id = lost.id)) END`;

/** Lists the sequences of archived events that `restoreRows` needs: the newest ones of what these users have lost. */
export async function listLostEvents(
  db: Database,
  mode: Mode,
  userIds: string[],
): Promise<number[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT sequence FROM (
        SELECT replace(key, ':closure', '') AS id, value ->> '$[0]' AS sequence,
          value ->> '$[1].activationCount' AS devices
        FROM feed_newest n JOIN users u ON u.id = n.user_id AND u.status <> 'deleted', json_each(n.objects)
        WHERE n.user_id IN ${GIVEN} AND n.mode = ?1) lost WHERE ${IS_LOST}`,
    )
    .bind(mode, JSON.stringify(userIds))
    .all<{ sequence: number }>();
  return results.map(({ sequence }) => sequence);
}

/** Whether the history has an order or a subscription of this user that is not a row of this customer: it was lost. */
export async function hasLostPurchase(
  db: Database,
  { mode, userId, customerId }: { mode: Mode; userId: string; customerId: string },
): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM (
      SELECT object_id FROM feed_events WHERE user_id = ${userId} AND +mode = ${mode}
        AND (type LIKE 'order.%' OR type LIKE 'subscription.%')
      UNION ALL
      SELECT key FROM feed_newest n, json_each(n.objects) WHERE n.user_id = ${userId} AND n.mode = ${mode}
        AND (key LIKE 'ord_%' OR key LIKE 'sub_%') AND key NOT LIKE '%:closure')
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE id = object_id AND customer_id = ${customerId})
      AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE id = object_id AND customer_id = ${customerId})
    LIMIT 1`);
  return rows.length > 0;
}

/** Lists a page of the imported keys in the history that nobody had, by their ids there. */
export async function listImportedKeys(
  db: Database,
  input: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT DISTINCT object_id AS id FROM feed_events
    WHERE object_id > ${input.after} AND object_id < 'imported;' ORDER BY object_id LIMIT ${input.limit}`);
  return rows.map(({ id }) => id);
}

/** Lists which of these users have a grant whose license key is lost. */
export async function listUsersWithLostKeys(
  db: Database,
  mode: Mode,
  userIds: string[],
): Promise<string[]> {
  const { results } = await db.$client
    .prepare(
      `SELECT DISTINCT user_id AS userId FROM grants WHERE user_id IN ${GIVEN} AND ${LACKS_KEY}`,
    )
    .bind(mode, JSON.stringify(userIds))
    .all<{ userId: string }>();
  return results.map(({ userId }) => userId);
}

/** Lists which of these users have a gift without any grant, though its product has benefits. */
export async function listUsersWithLostGiftGrants(
  db: Database,
  mode: Mode,
  userIds: string[],
): Promise<string[]> {
  const rows = await db.all<{ userId: string }>(sql`
    SELECT DISTINCT c.user_id AS userId FROM gifts c
    WHERE c.user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) AND c.mode = ${mode}
      AND c.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM product_benefits b WHERE b.product_id = c.product_id)
      AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.source_type = 'gift' AND g.source_id = c.id)`);
  return rows.map(({ userId }) => userId);
}
