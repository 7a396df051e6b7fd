import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { MIGRATIONS } from "../shop/migrate-database.ts";
import { readSnapshot, SNAPSHOT_PATH } from "../seed/lived-shop/snapshot-file.ts";
import { monthsFromDays } from "../seed/lived-shop/restore-shop.ts";

/**
 * Writes what a new shop of the demo begins with: the rows of the snapshot, the schema, and the files.
 * @param dir a folder of the demo's assets
 */
export function buildSeed(dir: string, origin: string): void {
  const snapshot = readSnapshot(SNAPSHOT_PATH);
  const rewrite = (text: string) =>
    text
      .replaceAll(snapshot.shopUrl, origin)
      // Old pages of the sandbox, whose path is another for each visitor.
      .replaceAll(snapshot.sandboxUrl, `${origin}/sandbox`)
      .replaceAll("paper, a few less in", "paper, fewer in");
  mkdirSync(dir, { recursive: true });
  const temporary = mkdtempSync(join(tmpdir(), "demo-seed-"));
  try {
    for (const part of ["shop", "stripe"] as const) {
      const path = join(temporary, `${part}.sqlite`);
      writeFileSync(path, snapshot[part].bytes);
      const database = new DatabaseSync(path);
      database.exec("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY");
      for (const sql of snapshot[part].schema) database.exec(sql);
      if (part === "shop")
        migrate(
          database,
          snapshot.migrations.map(({ name }) => name),
        );
      const after = part === "shop" ? monthsFromDays : ["UPDATE accounts SET clock_offset = 0"];
      const lines = listLines(database, rewrite, after);
      database.close();
      // The object unpacks it; with the ending .gz, some servers would.
      writeFileSync(join(dir, `${part}.rows`), gzipSync(lines.join("\n") + "\n", { level: 9 }));
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
  const files = snapshot.files.map(({ key, bytes, ...options }) => ({
    key,
    body: Buffer.from(bytes).toString("base64"),
    options,
  }));
  writeFileSync(join(dir, "files.json"), JSON.stringify(files));
  writeFileSync(join(dir, "about.json"), JSON.stringify({ endedAt: snapshot.endedAt }));
}

/** Applies the migrations that are newer than the snapshot. */
function migrate(database: DatabaseSync, applied: string[]): void {
  const newer = globSync(MIGRATIONS)
    .toSorted()
    .filter((path) => !applied.includes(basename(path)));
  for (const path of newer) database.exec(readFileSync(path, "utf8"));
}

function listLines(
  database: DatabaseSync,
  rewrite: (text: string) => string,
  after: string[],
): string[] {
  const schema = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string; sql: string }[];
  const tables = schema.filter(({ type }) => type === "table");
  const lines: unknown[] = tables.map(({ sql }) => ({ sql: toRepeatable(sql) }));
  for (const { name, sql } of tables) {
    const isKeyed = /\)\s*WITHOUT ROWID/i.test(sql);
    const rows = database
      .prepare(`SELECT ${isKeyed ? "" : "rowid AS _row, "}* FROM "${name}"`)
      .all();
    const [first] = rows;
    if (!first) continue;
    const columns = Object.keys(first).map((column) => (column === "_row" ? "rowid" : column));
    lines.push({ table: name, columns });
    for (const row of rows) lines.push(Object.values(row).map((value) => toJson(value, rewrite)));
  }
  const others = schema.filter(({ type }) => type !== "table");
  lines.push(
    ...others.map(({ sql }) => ({ sql: toRepeatable(sql) })),
    ...after.map((sql) => ({ sql })),
  );
  return lines.map((line) => JSON.stringify(line));
}

const toRepeatable = (sql: string) =>
  sql.replace(
    /^CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER|VIEW) (?!IF NOT EXISTS)/i,
    "CREATE $1$2 IF NOT EXISTS ",
  );

function toJson(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  return value;
}
