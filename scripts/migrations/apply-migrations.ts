import { createHash } from "node:crypto";
import type { Migration } from "./read-statements.ts";

/** As `wrangler d1 migrations` has it, so that either can continue where the other stopped. */
export const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** The statements that were applied of a migration that isn't finished. The table exists only until then. */
const STEPS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migration_steps (
  name TEXT NOT NULL,
  step INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (name, step)
)`;

/** The part of a database that migrations need, which a binding has here as in the Worker. */
export type MigratableDatabase = Pick<D1Database, "prepare" | "batch">;

/** A migration that isn't applied, or only up to a statement. */
export type PendingMigration = { name: string; statements: number; applied: number };

/**
 * Returns which of the migrations a database lacks, in their order. Changes nothing.
 */
export async function listPendingMigrations(
  db: MigratableDatabase,
  migrations: Migration[],
): Promise<PendingMigration[]> {
  const { applied, steps } = await readBookkeeping(db);
  return sort(migrations)
    .filter(({ name }) => !applied.has(name))
    .map(({ name, statements }) => ({
      name,
      statements: statements.length,
      applied: steps.filter((step) => step.name === name).length,
    }));
}

/**
 * Applies the migrations that a database lacks, in their order, and notes them where wrangler does. Each statement is sent
 * by itself and noted in the same transaction, so a migration that fails or is interrupted continues with the statement
 * that is missing. These are applied as a whole or not at all instead: a migration that rebuilds a table, because requests
 * between its statements would find none, and all migrations of a new database, where nothing can take long.
 * @param onApplied is called with the name of each migration when it is finished
 * @returns the names of the applied migrations
 * @throws Error that names the statement that failed, and what remains to be done
 */
export async function applyMigrations(
  db: MigratableDatabase,
  migrations: Migration[],
  onApplied: (name: string) => void = () => {},
): Promise<string[]> {
  const { applied, steps } = await readBookkeeping(db);
  const isNew = applied.size === 0 && steps.length === 0;
  await db.prepare(MIGRATIONS_TABLE).run();
  const pending = sort(migrations).filter(({ name }) => !applied.has(name));
  for (const migration of pending) {
    if (isNew || rebuildsTable(migration)) await applyAtOnce(db, migration);
    else await applyStepByStep(db, migration, steps);
    onApplied(migration.name);
  }
  return pending.map(({ name }) => name);
}

type Step = { name: string; step: number; sha256: string };

async function readBookkeeping(
  db: MigratableDatabase,
): Promise<{ applied: Set<string>; steps: Step[] }> {
  const { results: tables } = await db
    .prepare("SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'd1_migration_steps')")
    .all<{ name: string }>();
  const has = (table: string) => tables.some(({ name }) => name === table);
  const read = async <Row>(table: string, columns: string) =>
    has(table)
      ? (await db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1, 2`).all<Row>()).results
      : [];
  const applied = await read<{ name: string }>("d1_migrations", "name, id");
  return {
    applied: new Set(applied.map(({ name }) => name)),
    steps: await read<Step>("d1_migration_steps", "name, step, sha256"),
  };
}

async function applyAtOnce(db: MigratableDatabase, migration: Migration): Promise<void> {
  const { name, statements } = migration;
  try {
    await db.batch([...statements.map((sql) => db.prepare(sql)), noteApplied(db, name)]);
  } catch (error) {
    throw new Error(
      `${name} failed, and nothing of it was applied: ${describe(error)}. Run the command again after the cause is fixed`,
      { cause: error },
    );
  }
}

async function applyStepByStep(
  db: MigratableDatabase,
  { name, statements }: Migration,
  steps: Step[],
): Promise<void> {
  const done = steps.filter((step) => step.name === name);
  for (const { step, sha256 } of done)
    if (sha256 !== hash(statements[step] ?? ""))
      throw new Error(
        `${name} was changed after its first ${done.length} statements were applied. Restore statement ${step + 1}, and run the command again`,
      );
  await db.prepare(STEPS_TABLE).run();
  for (const [step, sql] of statements.entries()) {
    if (step < done.length) continue;
    const note = db
      .prepare("INSERT INTO d1_migration_steps (name, step, sha256) VALUES (?, ?, ?)")
      .bind(name, step, hash(sql));
    try {
      await db.batch([db.prepare(sql), note]);
    } catch (error) {
      throw new Error(
        `${name} failed at statement ${step + 1} of ${statements.length}: ${describe(error)}. The ${step} before it are applied. Run the command again after the cause is fixed: it continues here`,
        { cause: error },
      );
    }
  }
  await db.batch([noteApplied(db, name), db.prepare("DROP TABLE d1_migration_steps")]);
}

function noteApplied(db: MigratableDatabase, name: string): D1PreparedStatement {
  return db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
}

/** Between the statements of such a migration, the shop would find no table, or a reference to none. */
function rebuildsTable({ statements }: Migration): boolean {
  return statements.some((sql) =>
    /^\s*(DROP\s+TABLE|ALTER\s+TABLE\s+\S+\s+RENAME|PRAGMA\s+(defer_)?foreign_keys)\b/im.test(sql),
  );
}

function sort(migrations: Migration[]): Migration[] {
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function hash(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
