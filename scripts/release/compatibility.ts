import { DatabaseSync } from "node:sqlite";
import { hashOf, type CodeSchema, type Migration, type ReleaseRecord } from "./record.ts";
import { newerOf } from "./versions.ts";

/** A line such as `-- unused since 0.2.0: payments.old_column, old_table`. */
const MARK = /^-- unused since (\S+): (.+)$/gm;

/** Something that the code of release `since` and of every later one does not use: a table, `table.column` or an index. */
export type UnusedMark = { migration: string; since: string; name: string };

/** Returns what migrations mark as unused. */
export function listMarks(migrations: readonly Migration[]): UnusedMark[] {
  return migrations.flatMap(({ name: migration, sql }) =>
    [...sql.matchAll(MARK)].flatMap(([, since = "", names = ""]) =>
      names.split(",").map((name) => ({ migration, since, name: name.trim() })),
    ),
  );
}

/** Returns the migrations that no release has. */
export const listNewMigrations = (
  migrations: readonly Migration[],
  newest: ReleaseRecord,
): Migration[] => migrations.filter(({ name }) => !(name in newest.migrations));

/**
 * Returns the oldest release whose code works with the database of all these migrations.
 * @param newest the newest release so far
 */
export function findUpgradableFrom(
  migrations: readonly Migration[],
  newest: ReleaseRecord,
): string {
  return listMarks(listNewMigrations(migrations, newest)).reduce(
    (oldest, { since }) => newerOf(oldest, since),
    newest.upgradableFrom,
  );
}

/**
 * Finds what the code of the newest release would stumble over, if the database already had the migrations that were
 * added since. An upgrade migrates first and deploys after that, and a rollback leaves the database as it is, so that
 * code must go on working. Compares the databases that the migrations make, so it does not matter how they are written.
 * @param migrations all migrations, in order
 * @param records all releases, the oldest first
 * @returns one line for each problem
 */
export function findIncompatibilities(
  migrations: readonly Migration[],
  records: readonly ReleaseRecord[],
): string[] {
  const newest = records.at(-1);
  if (!newest) return ["releases/ has no record of a release."];
  const edited = Object.entries(newest.migrations)
    .filter(
      ([name, hash]) => !migrations.some((each) => each.name === name && hashOf(each.sql) === hash),
    )
    .map(([name]) => `${name} is part of release ${newest.version}, and was edited or deleted.`);
  if (edited.length > 0) return edited;
  const added = listNewMigrations(migrations, newest);
  const marks = listMarks(added);
  const unused = new Set(marks.map(({ name }) => name));
  const changes = listChanges(migrations, added).filter(
    ({ name, table }) => !unused.has(name) && !unused.has(table),
  );
  return [
    ...marks.flatMap((mark) => checkMark(mark, records)),
    ...changes.map(
      ({ name, what }) => `${name} ${what}, but the code of release ${newest.version} may use it.`,
    ),
  ];
}

/** Says what is wrong with a mark: the code of the release that it names, or of a later one, uses the thing. */
function checkMark(mark: UnusedMark, records: readonly ReleaseRecord[]): string[] {
  const { migration, since, name } = mark;
  const first = records.findIndex(({ version }) => version === since);
  if (first === -1)
    return [`${migration} says that ${name} is unused since ${since}, which is no release.`];
  return records
    .slice(first)
    .filter(({ schema }) => hasInSchema(schema, name))
    .map(
      ({ version }) => `${migration} says that ${name} is unused, but release ${version} has it.`,
    );
}

function hasInSchema(schema: CodeSchema, name: string): boolean {
  const [table = "", column] = name.split(".");
  if (column !== undefined) return schema[table]?.columns.includes(column) ?? false;
  return table in schema || Object.values(schema).some(({ unique }) => unique.includes(name));
}

type Change = { name: string; table: string; what: string };

type Column = { type: string; notnull: number; dflt_value: string | null; pk: number };

/** A table of a database: its columns, and what its unique indexes are about. */
type Table = { columns: Map<string, Column>; unique: Map<string, string> };

/** Lists what the added migrations take away from the tables that were there, or demand of whoever writes to them. */
function listChanges(migrations: readonly Migration[], added: readonly Migration[]): Change[] {
  const database = new DatabaseSync(":memory:");
  try {
    for (const { name, sql } of migrations)
      if (!added.some((each) => each.name === name)) database.exec(sql);
    const before = readTables(database);
    for (const { sql } of added) database.exec(sql);
    const after = readTables(database);
    return [...before].flatMap(([name, table]) => [
      ...listRebuilds(name, added),
      ...compareTable(name, table, after.get(name)),
    ]);
  } finally {
    database.close();
  }
}

/** A table that is dropped and made again is empty meanwhile, and deletes the rows that refer to it. */
function listRebuilds(name: string, added: readonly Migration[]): Change[] {
  const drop = new RegExp(
    `\\bDROP\\s+TABLE\\s+(?:IF\\s+EXISTS\\s+)?[\`"\\[]?${name}[\`"\\]]?\\s*(?:;|$|-->)`,
    "im",
  );
  return added.some(({ sql }) => drop.test(sql)) ? [{ name, table: name, what: "is dropped" }] : [];
}

function compareTable(table: string, before: Table, after: Table | undefined): Change[] {
  if (!after) return [{ name: table, table, what: "is gone" }];
  const changes: Change[] = [];
  for (const [column, was] of before.columns) {
    const name = `${table}.${column}`;
    const is = after.columns.get(column);
    const note = (what: string) => changes.push({ name, table, what });
    if (!is) note("is gone");
    else {
      if (is.type !== was.type) note(`changes its type from ${was.type} to ${is.type}`);
      if (is.pk !== was.pk) note("changes its place in the primary key");
      if (demandsValue(is) && !demandsValue(was)) note("demands a value");
    }
  }
  for (const [column, is] of after.columns)
    if (!before.columns.has(column) && demandsValue(is))
      changes.push({ name: `${table}.${column}`, table, what: "is new and demands a value" });
  // `ON CONFLICT` needs the index.
  const kept = new Set(after.unique.values());
  for (const [index, columns] of before.unique)
    if (!kept.has(columns))
      changes.push({ name: index, table, what: `(unique: ${columns}) is gone` });
  return changes;
}

const demandsValue = ({ notnull, dflt_value, pk, type }: Column): boolean =>
  notnull === 1 && dflt_value === null && !(pk === 1 && type === "INTEGER");

function readTables(database: DatabaseSync): Map<string, Table> {
  const names = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
    .map(({ name }) => String(name));
  return new Map(names.map((name) => [name, readTable(database, name)]));
}

function readTable(database: DatabaseSync, table: string): Table {
  const columns = database
    .prepare(
      'SELECT name, upper(type) AS type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?)',
    )
    .all(table) as unknown as ({ name: string } & Column)[];
  // Named indexes have SQL, from which the name is left out. Those of a column or table constraint have none.
  const indexes = database
    .prepare(
      `SELECT list.name, coalesce(substr(own.sql, instr(own.sql, ' ON ') + 4), group_concat(info.name, ', ')) AS columns
       FROM pragma_index_list(?) list JOIN pragma_index_info(list.name) info
       LEFT JOIN sqlite_master own ON own.name = list.name
       WHERE list."unique" GROUP BY list.name`,
    )
    .all(table) as { name: string; columns: string }[];
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    unique: new Map(indexes.map(({ name, columns: text }) => [name, text])),
  };
}
