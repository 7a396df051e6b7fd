import type { SqlDatabase } from "../database/database.ts";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

/** Stores oidc-provider's records in SQLite, so that codes, tokens and interactions survive a restart. */
export function createSqliteAdapter(database: SqlDatabase): AdapterFactory {
  database.exec(`
    CREATE TABLE IF NOT EXISTS oidc_records (
      model TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      uid TEXT,
      grant_id TEXT,
      expires_at INTEGER,
      PRIMARY KEY (model, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS oidc_records_uid ON oidc_records (model, uid);
    CREATE INDEX IF NOT EXISTS oidc_records_grant ON oidc_records (grant_id);
  `);
  database.prepare("DELETE FROM oidc_records WHERE expires_at <= ?").run(Date.now());

  const upsert = database.prepare(`
    INSERT INTO oidc_records (model, id, payload, uid, grant_id, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (model, id) DO UPDATE SET
      payload = excluded.payload, uid = excluded.uid, grant_id = excluded.grant_id, expires_at = excluded.expires_at
  `);
  const find = database.prepare(
    "SELECT payload FROM oidc_records WHERE model = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)",
  );
  const findByUid = database.prepare(
    "SELECT payload FROM oidc_records WHERE model = ? AND uid = ? AND (expires_at IS NULL OR expires_at > ?)",
  );
  const consume = database.prepare(
    "UPDATE oidc_records SET payload = json_set(payload, '$.consumed', unixepoch()) WHERE model = ? AND id = ?",
  );
  const destroy = database.prepare("DELETE FROM oidc_records WHERE model = ? AND id = ?");
  const revoke = database.prepare("DELETE FROM oidc_records WHERE model = ? AND grant_id = ?");

  const parse = (row: Record<string, unknown> | undefined) =>
    row && (JSON.parse(String(row.payload)) as AdapterPayload);

  return (model): Adapter => ({
    async upsert(id, payload, expiresInSeconds) {
      const expiresAt =
        expiresInSeconds === undefined ? null : Date.now() + expiresInSeconds * 1000;
      upsert.run(
        model,
        id,
        JSON.stringify(payload),
        payload.uid ?? null,
        payload.grantId ?? null,
        expiresAt,
      );
    },
    find: async (id) => parse(find.get(model, id, Date.now())),
    findByUid: async (uid) => parse(findByUid.get(model, uid, Date.now())),
    // No record has a user code, because the device flow is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      consume.run(model, id);
    },
    async destroy(id) {
      destroy.run(model, id);
    },
    async revokeByGrantId(grantId) {
      revoke.run(model, grantId);
    },
  });
}
