import { and, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";

/** A kind of object: its table, its JSON, and which rows the API answers with. */
export type ObjectKind = {
  table: string;
  json: (ctx: Ctx) => SQL;
  isShown: (ctx: Ctx) => SQL;
};

/** An object of a list: its JSON, and its place in the list. Without JSON, it is only where the next page continues. */
export type ListRow = { data: string | null; value: string | number; id: string };

/** Rows that one page looks through for those that match filters without an index. */
export const MAX_SCANNED = 1000;

/** The filters of a list of what customers have, besides its times. */
export type PurchaseFilter<Status> = {
  customer?: string | undefined;
  product?: string | undefined;
  status?: Status[] | undefined;
};

/** The condition for the rows of this mode, for `isShown`. */
export const isOfMode = (table: string) => (ctx: Ctx) =>
  sql`${sql.raw(table)}.mode = ${ctx.config.stripe.mode}`;

/** Returns the query of an object's JSON. */
export function selectObject(ctx: Ctx, { table, json, isShown }: ObjectKind, id: string): SQL {
  const name = sql.raw(table);
  return sql`SELECT ${json(ctx)} AS data FROM ${name} WHERE ${name}.id = ${id} AND ${isShown(ctx)}`;
}

/** Returns the JSON of an object; undefined if there is none. */
export async function findObject(
  ctx: Ctx,
  kind: ObjectKind,
  id: string,
): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string } | undefined>(selectObject(ctx, kind, id));
  return row?.data;
}

/**
 * Returns a page of objects, newest first, with one more row.
 * @param input.index named, because SQLite would read the rows of all customers to save sorting those of one
 * @param input.where conditions that the index serves, or that few rows are left for; undefined ones are left out
 * @param input.rest conditions for which rows may be looked through in vain
 */
export function listNewest(
  ctx: Ctx,
  { table, json, isShown }: ObjectKind,
  input: NewestFirst & { index: string; where: (SQL | undefined)[]; rest?: (SQL | undefined)[] },
): Promise<ListRow[]> {
  const { index, where, rest = [], limit } = input;
  const { conditions, orderBy } = newestFirst(table, input);
  const name = sql.raw(table);
  const columns = sql`${json(ctx)} AS data, ${name}.created_at AS value, ${name}.id AS id`;
  const rows = sql`FROM ${name} INDEXED BY ${sql.raw(index)}
    WHERE ${and(isShown(ctx), ...where, ...conditions)} ${orderBy}`;
  const others = and(...rest);
  if (others)
    return listScanned(ctx, { columns, table, rows: sql`SELECT * ${rows}`, others, limit });
  return ctx.db.all<ListRow>(sql`SELECT ${columns} ${rows} LIMIT ${limit + 1}`);
}

/**
 * Returns a page of those rows that match, with one more. It looks through `MAX_SCANNED` rows, so that its cost does
 * not grow with the shop. If the page is not full then, the last row only says where the next page continues.
 * @param input.rows the query of all rows with `id` and `created_at`, in order; as `table` in the other expressions
 */
export function listScanned(
  ctx: Ctx,
  input: { columns: SQL; table: string; rows: SQL; others: SQL | undefined; limit: number },
): Promise<ListRow[]> {
  const { columns, table, rows, others = sql`1`, limit } = input;
  return ctx.db.all<ListRow>(sql`SELECT * FROM (
      SELECT ${columns} FROM (${rows} LIMIT ${MAX_SCANNED}) AS ${sql.raw(table)} WHERE ${others}
      UNION ALL
      SELECT NULL, created_at, id FROM (${rows} LIMIT 1 OFFSET ${MAX_SCANNED - 1}))
    LIMIT ${limit + 1}`);
}

/**
 * Joins pages of several lists to one, newest first, with one more row. It ends where one of them looked no further:
 * after the object of that place, if it has one.
 */
export function joinPages(pages: ListRow[][], limit: number): ListRow[] {
  const rows = pages
    .flat()
    .toSorted(
      (a, b) =>
        Number(b.value) - Number(a.value) ||
        (a.id === b.id ? Number(a.data === null) - Number(b.data === null) : a.id < b.id ? 1 : -1),
    );
  const end = rows.findIndex(({ data }) => data === null);
  return rows.slice(0, Math.min(end === -1 ? Infinity : end + 1, limit + 1));
}

/** Returns the condition that a column has a value; undefined without one. */
export function hasValue(column: string, value: string | undefined): SQL | undefined {
  return value === undefined ? undefined : sql`${sql.raw(column)} = ${value}`;
}

/** Returns the condition that a column has one of several values; undefined without any. */
export function hasOneOf(column: string, values: string[] | undefined): SQL | undefined {
  if (values === undefined || values.length < 2) return hasValue(column, values?.[0]);
  const list = sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
  return sql`${sql.raw(column)} IN (${list})`;
}
