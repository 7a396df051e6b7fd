import type { SqlDatabase } from "../../database/database.ts";

/** Creates the tables of the stand-in for Stripe. */
export function createTables(database: SqlDatabase): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS accounts (
      key TEXT PRIMARY KEY, id TEXT NOT NULL, created INTEGER NOT NULL,
      clock_offset INTEGER NOT NULL DEFAULT 0,
      webhook_mode TEXT NOT NULL DEFAULT 'deliver', webhook_delay_ms INTEGER NOT NULL DEFAULT 0,
      settings TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE TABLE IF NOT EXISTS restricted_keys (
      key TEXT PRIMARY KEY, account TEXT NOT NULL, permissions TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS objects (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL,
      created INTEGER NOT NULL, data TEXT NOT NULL, UNIQUE (account, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS objects_by_id ON objects (id);
    CREATE INDEX IF NOT EXISTS objects_by_type ON objects (account, type, seq);
    ${[
      "customer",
      "subscription",
      "invoice",
      "payment_intent",
      "charge",
      "product",
      "_session",
      "test_clock",
      "lookup_key",
    ]
      .map(
        (field) =>
          `CREATE INDEX IF NOT EXISTS objects_by_${field} ON objects (account, type, data ->> '$.${field}', seq) WHERE data ->> '$.${field}' IS NOT NULL;`,
      )
      .join("\n")}
    CREATE TABLE IF NOT EXISTS jobs (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, due_at INTEGER NOT NULL,
      kind TEXT NOT NULL, object TEXT NOT NULL, clock TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS idempotency (
      account TEXT NOT NULL, key TEXT NOT NULL, path TEXT NOT NULL, params TEXT NOT NULL,
      status INTEGER NOT NULL, body TEXT NOT NULL, request_id TEXT NOT NULL, created_ms INTEGER NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (created_ms);
    CREATE TABLE IF NOT EXISTS requests (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, id TEXT NOT NULL, at_ms INTEGER NOT NULL,
      method TEXT NOT NULL, path TEXT NOT NULL, params TEXT NOT NULL, idempotency_key TEXT,
      status INTEGER NOT NULL, replayed INTEGER NOT NULL, permissions TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE INDEX IF NOT EXISTS requests_by_account ON requests (account, seq);
    CREATE TABLE IF NOT EXISTS deliveries (
      id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, event TEXT NOT NULL, endpoint TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'held', 'sending', 'delivered', 'failed', 'dropped')),
      due_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (account, state, due_ms);
    CREATE INDEX IF NOT EXISTS deliveries_by_event ON deliveries (account, event);
    CREATE TABLE IF NOT EXISTS attempts (
      delivery INTEGER NOT NULL, at_ms INTEGER NOT NULL, status INTEGER, error TEXT, took_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS attempts_by_delivery ON attempts (delivery);
  `);
  // A database from an earlier version lacks these columns.
  addColumnIfMissing(database, "jobs", "clock", "TEXT");
  addColumnIfMissing(database, "requests", "permissions", "TEXT NOT NULL DEFAULT '[]'");
  addColumnIfMissing(database, "accounts", "settings", "TEXT NOT NULL DEFAULT '{}'");
  database.exec("CREATE INDEX IF NOT EXISTS jobs_by_clock ON jobs (account, clock, due_at)");
}

function addColumnIfMissing(
  database: SqlDatabase,
  table: string,
  column: string,
  type: string,
): void {
  const known = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
  if (!known.some(({ name }) => name === column))
    database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
}
