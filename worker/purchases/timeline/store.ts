import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { readTogether, type Database } from "../../db/client.ts";
import { toBatch, unpackStates } from "../../feed/archive/states.ts";

/**
 * A recorded state of an object: an order, a subscription, a gift, a grant or a license key. `data` is its JSON in the
 * feed; of a license key only the status, and of an archived state only what the history shows. `names` are the present
 * names of the products in a subscription, by id, as JSON. `at` is in unix milliseconds. Objects that changed in one
 * batch have the same `batch`.
 */
export type HistoryRow = {
  sequence: number;
  objectId: string;
  data: string;
  names: string | null;
  actorType: "user" | "key" | "system";
  actorId: string;
  batch: string;
  at: number;
};

type FoundRow = Omit<HistoryRow, "batch"> & { requestId: string };

/**
 * Lists every recorded state of what the user has or had, oldest first. Objects are found by their rows, so that what
 * came from a merged account, and a gift from before it was claimed, is there too. Devices are no part of the history.
 */
export async function listHistory(
  db: Database,
  input: { userId: string; mode: Mode },
): Promise<HistoryRow[]> {
  const ofUser = sql`WHERE user_id = ${input.userId}`;
  const objects = sql`(
        SELECT id FROM orders ${ofUser} UNION ALL SELECT id FROM subscriptions ${ofUser}
        UNION ALL SELECT id FROM gifts ${ofUser} UNION ALL SELECT id FROM grants ${ofUser}
        UNION ALL SELECT id FROM license_keys ${ofUser})`;
  const [rows, archived] = await readTogether<[FoundRow, { objectId: string; states: string }]>(
    db,
    [
      sql`
    SELECT sequence, object_id AS "objectId", actor_type AS "actorType", actor_id AS "actorId",
      request_id AS "requestId", created_at AS at,
      CASE WHEN type LIKE 'license.%' THEN json_object('status', data ->> 'status') ELSE data END AS data,
      CASE WHEN type LIKE 'subscription.%' THEN (SELECT json_group_object(p.id, p.name) FROM products p
        WHERE p.id IN (SELECT value ->> 'productId' FROM json_each(data, '$.items'))) END AS names
    FROM feed_events
    WHERE object_id IN ${objects}
      AND mode = ${input.mode} AND type NOT IN ('license.activated', 'license.deactivated')`,
      sql`
    SELECT object_id AS "objectId", CASE typeof(states) WHEN 'blob' THEN hex(states) ELSE states END AS states
    FROM feed_histories WHERE object_id IN ${objects}`,
    ],
  );
  const older = await nameProducts(
    db,
    archived.flatMap(({ objectId, states }) =>
      unpackStates(states).map(({ data, ...state }) => ({
        ...state,
        objectId,
        data: JSON.stringify(data),
        productIds: ((data["items"] ?? []) as { productId: string | null }[]).flatMap(
          ({ productId }) => productId ?? [],
        ),
      })),
    ),
  );
  // Found object by object, so no index has them in order. An event that came back from the archive is in both.
  const present = new Set(rows.map(({ sequence }) => sequence));
  return [
    ...rows.map(({ requestId, ...row }) => ({ ...row, batch: toBatch(requestId, row.at) })),
    ...older.filter(({ sequence }) => !present.has(sequence)),
  ].toSorted((a, b) => a.sequence - b.sequence);
}

/** Adds the present names of products to archived states. */
async function nameProducts(
  db: Database,
  states: (Omit<HistoryRow, "names"> & { productIds: string[] })[],
): Promise<HistoryRow[]> {
  const ids = [...new Set(states.flatMap(({ productIds }) => productIds))];
  const products =
    ids.length === 0
      ? []
      : await db.all<{ id: string; name: string }>(
          sql`SELECT id, name FROM products WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        );
  const names = JSON.stringify(Object.fromEntries(products.map(({ id, name }) => [id, name])));
  return states.map(({ productIds, ...state }) => ({
    ...state,
    names: productIds.length > 0 ? names : null,
  }));
}
