import { createHash } from "node:crypto";
import { readAgain } from "./read-again.ts";
import type { ShopDatabase, Table } from "./tables.ts";

/** JavaScript has no larger integers that are exact. D1 answers with numbers, so these are read as text. */
const MAX_EXACT = Number.MAX_SAFE_INTEGER;
/** What a page has at most, unless one row alone has more. */
const PAGE_BYTES = 1_000_000;
const MAX_PAGE_ROWS = 2000;

/**
 * A row as it is stored. `row` is a JSON array: the rowid, if no column is one, and the columns in the order of the
 * table. A blob is `{"blob": hex}`, and an integer has all of its digits.
 */
export type StoredRow = { owner: string | null; row: string; key: string };

type AnswerRow = Record<string, unknown> & { "#owner": string | null; "#large": string };

/** What `toStoredRow` needs of each row, as the columns of a query of `t`. */
export function selectRows({ name, owner, hasRowid, integers }: Table): string {
  // One text with the digits of every large integer: a function takes at most 32 arguments.
  const large = integers
    .map(
      (column) =>
        `iif(typeof(t."${column}") = 'integer' AND (t."${column}" > ${MAX_EXACT} OR t."${column}" < -${MAX_EXACT}), '"${column}":"' || t."${column}" || '",', '')`,
    )
    .join(" || ");
  const rowid = hasRowid ? 't.rowid AS "#rowid", ' : "";
  return `SELECT ${owner ?? "NULL"} AS "#owner", ${large || "''"} AS "#large", ${rowid}t.* FROM "${name}" AS t`;
}

/** Converts a row of `selectRows`. */
export function toStoredRow(table: Table, answer: Record<string, unknown>): StoredRow {
  const row = answer as AnswerRow;
  const digits: Record<string, string> =
    row["#large"] === "" ? {} : JSON.parse(`{${row["#large"]}"":""}`);
  const write = (column: string) =>
    digits[column] ?? toJson(row[column === "rowid" ? "#rowid" : column]);
  const values = table.columns.map(write);
  if (table.hasRowid && table.rowidColumn === null) values.unshift(String(row["#rowid"]));
  return { owner: row["#owner"], row: `[${values.join(",")}]`, key: table.key.map(write).join() };
}

function toJson(value: unknown): string {
  const bytes = toBytes(value);
  return JSON.stringify(bytes ? { blob: bytes.toString("hex") } : (value ?? null));
}

/** D1 answers with an array of numbers for a blob. */
function toBytes(value: unknown): Buffer | null {
  if (Array.isArray(value)) return Buffer.from(value as number[]);
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : null;
}

/** Where the next page of a table begins: after these values of its order. */
export type Position = unknown[] | null;

const orderOf = ({ hasRowid, key }: Table) =>
  hasRowid ? ["t.rowid"] : key.map((column) => `t."${column}"`);

/** The condition for rows after a position. Its values are bound in order. */
export const isAfter = (table: Table): string => {
  const order = orderOf(table);
  return `(${order.join(", ")}) > (${order.map(() => "?").join(", ")})`;
};

/** Reads a table page by page, in the order of its rowids or its key. No more than one page is in memory. */
export async function* readPages(
  db: ShopDatabase,
  table: Table,
): AsyncGenerator<{ rows: StoredRow[]; last: Position }> {
  const order = orderOf(table).join(", ");
  let last: unknown[] | null = null;
  let limit = 100;
  for (;;) {
    const where: string = last === null ? "" : ` WHERE ${isAfter(table)}`;
    const query: D1PreparedStatement = db
      .prepare(`${selectRows(table)}${where} ORDER BY ${order} LIMIT ${limit}`)
      .bind(...(last ?? []));
    const { results }: D1Result<Record<string, unknown>> = await readAgain(() => query.all());
    const end = results.at(-1);
    if (!end) return;
    last = table.hasRowid ? [end["#rowid"]] : table.key.map((column) => end[column]);
    const rows = results.map((row) => toStoredRow(table, row));
    yield { rows, last };
    if (results.length < limit) return;
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0);
    const fitting = Math.floor((limit * PAGE_BYTES) / bytes);
    limit = Math.max(1, Math.min(MAX_PAGE_ROWS, 4 * limit, fitting));
  }
}

/**
 * The statement that inserts rows, whose JSON array is bound. A row with the same key is replaced.
 * @param blobs the places in `row` with a blob in one of the rows
 */
export function insertRows(table: Table, blobs: readonly number[]): string {
  const columns = table.columns.map((column) => `"${column}"`);
  if (table.hasRowid && table.rowidColumn === null) columns.unshift("rowid");
  const values = columns.map((_, at) =>
    blobs.includes(at)
      ? `iif(json_type(value, '$[${at}]') = 'object', unhex(json_extract(value, '$[${at}].blob')), value ->> ${at})`
      : `value ->> ${at}`,
  );
  return `INSERT OR REPLACE INTO "${table.name}" (${columns.join(", ")}) SELECT ${values.join(", ")} FROM json_each(?)`;
}

/** The places in a row's JSON array that have a blob. */
export const findBlobs = (row: string): number[] =>
  row.includes('{"blob":')
    ? (JSON.parse(row) as unknown[]).flatMap((value, at) =>
        typeof value === "object" && value !== null ? [at] : [],
      )
    : [];

/**
 * A number and a checksum of rows that does not depend on their order: the sum of the first 64 bits of each row's
 * SHA-256.
 */
export class RowSum {
  count = 0;
  #sum = 0n;

  add(row: string): void {
    this.count++;
    const hash = createHash("sha256").update(row).digest().readBigUInt64BE();
    this.#sum = BigInt.asUintN(64, this.#sum + hash);
  }

  toString(): string {
    return `${this.count} ${this.#sum.toString(16).padStart(16, "0")}`;
  }
}

/** Reads a whole table page by page and adds its rows up. */
export async function sumTable(db: ShopDatabase, table: Table): Promise<RowSum> {
  const sum = new RowSum();
  for await (const { rows } of readPages(db, table)) for (const { row } of rows) sum.add(row);
  return sum;
}
