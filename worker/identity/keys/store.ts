import { and, desc, eq, getTableColumns, gt, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { pick } from "../../lib/pick.ts";
import { featuresByKey } from "./store-features.ts";
import { apiKeys } from "../../db/schema/developers.ts";

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, "features">;

/** The most keys of a mode that work at the same time. Keys that wait for the end of a roll are not counted. */
export const MAX_LIVE_KEYS = 50;

/** The most keys that `listKeys` returns. */
const LIST_SIZE = 200;

/** Everything but the features, which only the entitlement check reads. */
const { features: _, ...columns } = getTableColumns(apiKeys);

export function findKeyByHash(db: Database, keyHash: string) {
  return db.select(columns).from(apiKeys).where(eq(apiKeys.keyHash, keyHash)).get();
}

export function findKey(db: Database, id: string, mode: Mode) {
  return db.select(columns).from(apiKeys).where(matches(apiKeys, { id, mode })).get();
}

/** Lists the mode's keys, newest first, with those that no longer work. */
export function listKeys(db: Database, mode: Mode) {
  return db
    .select(columns)
    .from(apiKeys)
    .where(eq(apiKeys.mode, mode))
    .orderBy(desc(apiKeys.createdAt))
    .limit(LIST_SIZE);
}

/** Inserts the key if fewer than `MAX_LIVE_KEYS` are live. */
export function insertKeyIfRoom(row: ApiKeyRow): Statement {
  const live = sql`SELECT count(*) FROM api_keys WHERE mode = ${row.mode} AND revoked_at IS NULL
    AND replaced_by IS NULL AND (expires_at IS NULL OR expires_at > ${row.createdAt})`;
  return insertKeyIf(row, sql`(${live}) < ${MAX_LIVE_KEYS}`);
}

/** Inserts the key if the previous statement in the batch changed a row. */
export function insertKeyIfChanged(row: ApiKeyRow): Statement {
  return insertKeyIf(row, sql`changes() > 0`);
}

function insertKeyIf(row: ApiKeyRow, condition: SQL): Statement {
  return sql`INSERT INTO api_keys (id, mode, name, key_hash, prefix, scopes, features, created_by, created_at, expires_at)
      SELECT ${row.id}, ${row.mode}, ${row.name}, ${row.keyHash}, ${row.prefix},
        ${JSON.stringify(row.scopes)}, ${featuresByKey}, ${row.createdBy}, ${row.createdAt}, ${row.expiresAt}
      WHERE ${condition}`;
}

/** Marks a live key as replaced; it works until `until`. */
export function markKeyReplaced(
  db: Database,
  input: { id: string; replacedBy: string; until: number; now: number },
): Statement {
  return db
    .update(apiKeys)
    .set({ replacedBy: input.replacedBy, expiresAt: input.until })
    .where(and(matches(apiKeys, { id: input.id, replacedBy: null }), isLive(input.now)));
}

/** Returns the keys of both modes that a user created and that still work. */
export function listKeysOf(db: Database, userId: string, now: number) {
  return db
    .select(pick(apiKeys, ["id", "name", "prefix"]))
    .from(apiKeys)
    .where(and(eq(apiKeys.createdBy, userId), isLive(now)));
}

/** Revokes a key that still works, if the condition holds. */
export function markKeyRevoked(db: Database, id: string, now: number, condition?: SQL): Statement {
  return db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isLive(now), condition));
}

/** Notes the use of a key, unless one was noted after `before`. */
export function markKeyUsed(db: Database, id: string, now: number, before: number): Statement {
  return db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(
      and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, before))),
    );
}

function isLive(now: number) {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
}
