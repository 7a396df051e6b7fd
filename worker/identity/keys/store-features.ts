import { isNull, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { apiKeys } from "../../db/schema/developers.ts";

/** The SQL of `api_keys.features`. A feature without a key has the id of its benefit. */
export const featuresByKey = sql.raw(`json_object(
  'benefits', (SELECT json_group_object(feature, json(ids)) FROM (
    SELECT coalesce(json_extract(settings, '$.key'), id) AS feature, json_group_array(id ORDER BY id) AS ids
    FROM benefits WHERE type = 'feature' GROUP BY 1)),
  'limits', (SELECT json_group_object(id, json_object('amount', json_extract(settings, '$.limit.amount'),
      'perSeat', json(CASE WHEN json_extract(settings, '$.limit.perSeat') THEN 'true' ELSE 'false' END)))
    FROM benefits WHERE type = 'feature'))`);

/** Refreshes the features of all keys. Put it behind every change of a benefit, in the same batch. */
export function refreshKeyFeatures(db: Database): Statement {
  return db.update(apiKeys).set({ features: featuresByKey }).where(isNull(apiKeys.revokedAt));
}
