import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Rows, Tombstone, TypeName } from "./rows.ts";

/** A filter by fields of the row (`customer`, `parent.type`), or by a condition in SQL over `data`, `seq`, `created`. */
export type Filter =
  | { field: string; equals: string | boolean | null }
  | { sql: string; values: SQLInputValue[] };

/** One page of rows. */
export interface Page<T> {
  rows: T[];
  hasMore: boolean;
}

/** `after` and `before` are ids of rows of the list, in its own order. */
export interface Cursor {
  limit: number;
  order: "newest first" | "oldest first";
  after?: string;
  before?: string;
}

export interface ObjectStore {
  insert<T extends TypeName>(type: T, row: Rows[T]): void;
  update<T extends TypeName>(type: T, row: Rows[T]): void;
  bury(type: TypeName, id: string): Tombstone;
  /** The row, or undefined when there is none or it was deleted. */
  find<T extends TypeName>(type: T, id: string): Rows[T] | undefined;
  /** The test clock of an object of any type, or the customer to ask instead. */
  findTime(id: string): { testClock: string | null; customer: string | null } | undefined;
  findTombstone(type: TypeName, id: string): Tombstone | undefined;
  /** All rows that match, oldest first. */
  all<T extends TypeName>(type: T, filters: Filter[]): Rows[T][];
  page<T extends TypeName>(type: T, filters: Filter[], cursor: Cursor): Page<Rows[T]>;
}

/** The objects of one account. */
export function createObjectStore(database: DatabaseSync, account: string): ObjectStore {
  const insert = database.prepare(
    "INSERT INTO objects (account, type, id, created, data) VALUES (?, ?, ?, ?, ?)",
  );
  const update = database.prepare(
    "UPDATE objects SET data = ? WHERE account = ? AND id = ? AND type = ?",
  );
  const select = database.prepare(
    "SELECT data FROM objects WHERE account = ? AND id = ? AND type = ?",
  );
  const selectTime = database.prepare(
    "SELECT data ->> '$.test_clock' AS testClock, data ->> '$.customer' AS customer FROM objects WHERE account = ? AND id = ?",
  );
  const selectSeq = database.prepare(
    "SELECT seq FROM objects WHERE account = ? AND id = ? AND type = ?",
  );

  function read<T>(type: TypeName, id: string): T | undefined {
    const found = select.get(account, id, type);
    return found ? (JSON.parse(String(found.data)) as T) : undefined;
  }

  function where(type: TypeName, filters: Filter[]): { sql: string; values: SQLInputValue[] } {
    const parts = ["account = ?", "type = ?", "data ->> '$.deleted' IS NULL"];
    const values: SQLInputValue[] = [account, type];
    for (const filter of filters) {
      if ("sql" in filter) {
        parts.push(filter.sql);
        values.push(...filter.values);
      } else if (filter.equals === null) {
        parts.push(`data ->> '$.${filter.field}' IS NULL`);
      } else {
        parts.push(`data ->> '$.${filter.field}' = ?`);
        values.push(typeof filter.equals === "boolean" ? Number(filter.equals) : filter.equals);
      }
    }
    return { sql: parts.join(" AND "), values };
  }

  return {
    insert(type, row) {
      const created = "created" in row && typeof row.created === "number" ? row.created : 0;
      insert.run(account, type, row.id, created, JSON.stringify(row));
    },
    update(type, row) {
      update.run(JSON.stringify(row), account, row.id, type);
    },
    bury(type, id) {
      const tombstone: Tombstone = { id, object: type, deleted: true };
      update.run(JSON.stringify(tombstone), account, id, type);
      return tombstone;
    },
    find(type, id) {
      const row = read<Rows[typeof type] | Tombstone>(type, id);
      return row && !("deleted" in row && row.deleted) ? (row as Rows[typeof type]) : undefined;
    },
    findTime(id) {
      const found = selectTime.get(account, id);
      if (!found) return undefined;
      const { testClock, customer } = found;
      return {
        testClock: testClock === null ? null : String(testClock),
        customer: customer === null ? null : String(customer),
      };
    },
    findTombstone(type, id) {
      const row = read<{ deleted?: boolean }>(type, id);
      return row?.deleted ? (row as Tombstone) : undefined;
    },
    all(type, filters) {
      const { sql, values } = where(type, filters);
      const rows = database
        .prepare(`SELECT data FROM objects WHERE ${sql} ORDER BY seq`)
        .all(...values);
      return rows.map((row) => JSON.parse(String(row.data)));
    },
    page(type, filters, { limit, order, after, before }) {
      const { sql, values } = where(type, filters);
      const cursor = after ?? before;
      const seq =
        cursor === undefined ? undefined : Number(selectSeq.get(account, cursor, type)?.seq);
      const forward = before === undefined;
      const descending = (order === "newest first") === forward;
      const range = seq === undefined ? "" : `AND seq ${descending ? "<" : ">"} ?`;
      const found = database
        .prepare(
          `SELECT data FROM objects WHERE ${sql} ${range} ORDER BY seq ${descending ? "DESC" : "ASC"} LIMIT ?`,
        )
        .all(...values, ...(seq === undefined ? [] : [seq]), limit + 1);
      const rows = found.slice(0, limit).map((row) => JSON.parse(String(row.data)));
      return { rows: forward ? rows : rows.toReversed(), hasMore: found.length > limit };
    },
  };
}
