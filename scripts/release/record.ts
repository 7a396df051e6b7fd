import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compareVersions } from "./versions.ts";

/** What the code of a release knows of the database: for each table the names of its columns and its unique indexes. */
export type CodeSchema = Record<string, { columns: string[]; unique: string[] }>;

/** What the repository keeps of each release, in `releases/<version>.json`. */
export type ReleaseRecord = {
  version: string;
  /** As in 2026-11-26. */
  date: string;
  /**
   * The oldest release whose code works with this release's database. A shop of it or a later one can be upgraded while
   * it sells, and this release can be rolled back to it.
   */
  upgradableFrom: string;
  /** The file name of each migration, in order, with the start of its SHA-256. */
  migrations: Record<string, string>;
  schema: CodeSchema;
};

/** The folder with a record of each release, and the Worker of the newest. */
export const RELEASES = "releases";

/** Returns the path of a release's record. */
export const getRecordPath = (version: string): string => `${RELEASES}/${version}.json`;

/**
 * Reads the records of all releases, the oldest first.
 * @param root the folder of the repository
 */
export function readRecords(root = "."): ReleaseRecord[] {
  return globSync(`${RELEASES}/*.json`, { cwd: root })
    .map((path) => JSON.parse(readFileSync(join(root, path), "utf8")) as ReleaseRecord)
    .toSorted((a, b) => compareVersions(a.version, b.version));
}

/** A migration of the repository: its file name and its SQL. */
export type Migration = { name: string; sql: string };

/** Reads the migrations of the repository, in order. */
export function readMigrations(root = "."): Migration[] {
  return globSync("worker/db/migrations/*.sql", { cwd: root })
    .toSorted()
    .map((path) => ({ name: basename(path), sql: readFileSync(join(root, path), "utf8") }));
}

/** Returns the start of the SHA-256 of a migration, in hex: enough to see that it was edited. */
export const hashOf = (sql: string): string =>
  createHash("sha256").update(sql).digest("hex").slice(0, 16);

/** Returns the name of the newest migration of a release. */
export const getNewestMigration = ({ migrations }: ReleaseRecord): string =>
  Object.keys(migrations).at(-1) ?? "";

type Snapshot = {
  tables: Record<
    string,
    {
      columns: Record<string, unknown>;
      indexes: Record<string, { isUnique: boolean }>;
      uniqueConstraints: Record<string, unknown>;
    }
  >;
};

/** Reads what the code of today knows of the database, from drizzle's newest snapshot. */
export function readCodeSchema(root = "."): CodeSchema {
  const snapshots = globSync("worker/db/migrations/meta/*_snapshot.json", { cwd: root });
  const newest = snapshots.toSorted().at(-1);
  if (newest === undefined) throw new Error("worker/db/migrations/meta has no snapshot.");
  const { tables } = JSON.parse(readFileSync(join(root, newest), "utf8")) as Snapshot;
  return Object.fromEntries(
    Object.entries(tables)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { columns, indexes, uniqueConstraints }]) => [
        name,
        {
          columns: Object.keys(columns),
          unique: [
            ...Object.entries(indexes).flatMap(([index, { isUnique }]) => (isUnique ? index : [])),
            ...Object.keys(uniqueConstraints),
          ],
        },
      ]),
  );
}
