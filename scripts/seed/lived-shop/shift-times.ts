import type { DatabaseSync, SQLInputValue } from "node:sqlite";

const DAY_MS = 86_400_000;

/** Numbers in these ranges are times between 2014 and 2043. No amount, size or count of a demo shop is as large. */
const MS_RANGE = [1_400_000_000_000, 2_300_000_000_000] as const;
const SECONDS_RANGE = [1_400_000_000, 2_300_000_000] as const;

const isWithin = (value: number, [least, most]: readonly [number, number]) =>
  value >= least && value < most;

/** Moves a number if it is a time: Unix milliseconds or seconds. */
export function shiftNumber(value: number, days: number): number {
  if (isWithin(value, MS_RANGE)) return value + days * DAY_MS;
  if (isWithin(value, SECONDS_RANGE)) return value + (days * DAY_MS) / 1000;
  return value;
}

/** A number of 10 or 13 digits that is not part of a word, an id, an address or a decimal. */
const numbers = /(?<![\w.+/-])\d{10}(?:\d{3})?(?![\w.])/g;
const isoTimes = /(?<![\w-])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;
/** A day that is the whole text, or a string in JSON. */
const dayTexts = /^\d{4}-\d\d-\d\d$|(?<=")\d{4}-\d\d-\d\d(?=")/g;

/**
 * Moves every time in a text, also in JSON: numbers of Unix milliseconds or seconds, ISO times, and days. Nothing else
 * changes, not even the spaces.
 */
export function shiftText(text: string, days: number): string {
  return text
    .replace(numbers, (digits) => String(shiftNumber(Number(digits), days)))
    .replace(isoTimes, (time) => {
      const moved = new Date(Date.parse(time) + days * DAY_MS).toISOString();
      return time.includes(".") ? moved : moved.replace(".000Z", "Z");
    })
    .replace(dayTexts, (day) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10),
    );
}

/**
 * Rewrites every row of a database: moves all times by whole days, and passes each text to `rewriteText` first. The
 * order of the rows and their rowids stay. The database must have no triggers.
 */
export function rewriteRows(
  database: DatabaseSync,
  input: { days: number; rewriteText: (text: string) => string },
): void {
  const { days, rewriteText } = input;
  const rewrite = (value: SQLInputValue): SQLInputValue => {
    if (typeof value === "number") return shiftNumber(value, days);
    return typeof value === "string" ? shiftText(rewriteText(value), days) : value;
  };
  for (const { name, hasRowid } of listTables(database)) {
    // The order of the rows, and what refers to them by rowid, stay the same.
    const [rowid, order] = hasRowid ? ['rowid AS "row id", ', "ORDER BY rowid"] : ["", ""];
    const rows = database.prepare(`SELECT ${rowid}* FROM "${name}" ${order}`).all();
    const [first] = rows;
    if (!first) continue;
    // All at once: in between, a moved day could be one that is not moved yet.
    database.exec(`DELETE FROM "${name}"`);
    const columns = Object.keys(first).map((key) => (key === "row id" ? "rowid" : `"${key}"`));
    const insert = database.prepare(
      `INSERT INTO "${name}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for (const { "row id": id, ...row } of rows)
      insert.run(...(id === undefined ? [] : [id]), ...Object.values(row).map(rewrite));
  }
}

/**
 * Lists the tables that have rows of their own. The tables behind a search index have no times, but numbers that look
 * like some.
 */
function listTables(database: DatabaseSync): { name: string; hasRowid: boolean }[] {
  const tables = database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all() as { name: string; sql: string }[];
  const indexes = tables.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql));
  const isBehindIndex = (name: string) =>
    indexes.some((index) => name === index.name || name.startsWith(`${index.name}_`));
  return tables
    .filter(({ name }) => !isBehindIndex(name))
    .map(({ name, sql }) => ({ name, hasRowid: !/\)\s*WITHOUT ROWID/i.test(sql) }));
}
