import type { SQLInputValue } from "node:sqlite";
import type { SqlDatabase } from "../../database/database.ts";
import type { Rows, Tombstone, ObjectTypeName } from "./rows.ts";

/** Filters by a field of the row (`customer`, `parent.type`), or by SQL over `data`, `seq` and `created`. */
export type Filter =
  | { field: string; equals: string | boolean | null }
  | { sql: string; values: SQLInputValue[] };

/** One page of rows. */
export interface Page<T> {
  rows: T[];
  hasMore: boolean;
}

/** `after` and `before` are ids of rows in the list. */
export interface PageOptions {
  limit: number;
  order: "newest first" | "oldest first";
  after?: string;
  before?: string;
}

export interface ObjectStore {
  insert<T extends ObjectTypeName>(type: T, row: Rows[T]): void;
  update<T extends ObjectTypeName>(type: T, row: Rows[T]): void;
  markDeleted(type: ObjectTypeName, id: string): Tombstone;
  /** Returns the row, or undefined if it does not exist or was deleted. */
  find<T extends ObjectTypeName>(type: T, id: string): Rows[T] | undefined;
  /** Returns the test clock of an object of any type, and its customer, which may have one instead. */
  findTestClockOf(id: string): { testClock: string | null; customer: string | null } | undefined;
  findTombstone(type: ObjectTypeName, id: string): Tombstone | undefined;
  /** Returns all matching rows, oldest first. */
  findAll<T extends ObjectTypeName>(type: T, filters: Filter[]): Rows[T][];
  findPage<T extends ObjectTypeName>(
    type: T,
    filters: Filter[],
    cursor: PageOptions,
  ): Page<Rows[T]>;
}

/** Creates the store for the objects of one account. */
export function createObjectStore(database: SqlDatabase, account: string): ObjectStore {
  const insert = database.prepare(
    "INSERT INTO objects (account, type, id, created, data) VALUES (?, ?, ?, ?, ?)",
  );
  const update = database.prepare(
    "UPDATE objects SET data = ? WHERE account = ? AND id = ? AND type = ?",
  );
  const select = database.prepare(
    "SELECT data FROM objects WHERE account = ? AND id = ? AND type = ?",
  );
  const selectTestClock = database.prepare(
    "SELECT data ->> '$.test_clock' AS testClock, data ->> '$.customer' AS customer FROM objects WHERE account = ? AND id = ?",
  );
  const selectSeq = database.prepare(
    "SELECT seq FROM objects WHERE account = ? AND id = ? AND type = ?",
  );

  function read<T>(type: ObjectTypeName, id: string): T | undefined {
    const found = select.get(account, id, type);
    return found ? (JSON.parse(String(found.data)) as T) : undefined;
  }

  function buildWhereClause(
    type: ObjectTypeName,
    filters: Filter[],
  ): { sql: string; values: SQLInputValue[] } {
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
    markDeleted(type, id) {
      const tombstone: Tombstone = { id, object: type, deleted: true };
      update.run(JSON.stringify(tombstone), account, id, type);
      return tombstone;
    },
    find(type, id) {
      const row = read<Rows[typeof type] | Tombstone>(type, id);
      return row && !("deleted" in row && row.deleted) ? (row as Rows[typeof type]) : undefined;
    },
    findTestClockOf(id) {
      const found = selectTestClock.get(account, id);
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
    findAll(type, filters) {
      const { sql, values } = buildWhereClause(type, filters);
      const rows = database
        .prepare(`SELECT data FROM objects WHERE ${sql} ORDER BY seq`)
        .all(...values);
      return rows.map((row) => JSON.parse(String(row.data)));
    },
    findPage(type, filters, { limit, order, after, before }) {
      const { sql, values } = buildWhereClause(type, filters);
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
