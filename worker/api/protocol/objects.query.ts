import { and, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";

/** A kind of object: its table, its JSON, and which rows the API answers with. */
export type ObjectKind = {
  table: string;
  json: (ctx: Ctx) => SQL;
  isShown: (ctx: Ctx) => SQL;
};

/** An object of a list: its JSON, and its place in the list. */
export type ListRow = { data: string; value: string | number; id: string };

/** The filters of a list of what customers have, besides its times. */
export type PurchaseFilter<Status> = {
  customer?: string | undefined;
  product?: string | undefined;
  status?: Status | undefined;
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
 * @param input.where conditions; undefined ones are left out
 */
export function listNewest(
  ctx: Ctx,
  { table, json, isShown }: ObjectKind,
  { index, where, ...page }: NewestFirst & { index: string; where: (SQL | undefined)[] },
): Promise<ListRow[]> {
  const { conditions, orderAndLimit } = newestFirst(table, page);
  const name = sql.raw(table);
  return ctx.db.all<ListRow>(sql`
    SELECT ${json(ctx)} AS data, ${name}.created_at AS value, ${name}.id AS id
    FROM ${name} INDEXED BY ${sql.raw(index)}
    WHERE ${and(isShown(ctx), ...where, ...conditions)} ${orderAndLimit}`);
}

/** Returns the condition that a column has a value; undefined without one. */
export function hasValue(column: string, value: string | undefined): SQL | undefined {
  return value === undefined ? undefined : sql`${sql.raw(column)} = ${value}`;
}
