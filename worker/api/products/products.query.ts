import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { productJson, type Product } from "../../feed/product.ts";
import { findObject, isOfMode, type ListRow } from "../protocol/objects.query.ts";

/** Returns a page of the mode's products, newest first, with one more row. Ids sort by the time of creation. */
export function listProducts(
  ctx: Ctx,
  { status, after, limit }: NewestFirst & { status?: Product["status"] | undefined },
): Promise<ListRow[]> {
  // The plus keeps SQLite from using an index that does not have the order of the list.
  const where = [
    sql`+products.mode = ${ctx.config.stripe.mode}`,
    ...(status === undefined ? [] : [sql`+products.status = ${status}`]),
    ...(after ? [sql`products.id < ${after.id}`] : []),
  ];
  return ctx.db.all(sql`SELECT ${productJson(ctx)} AS data, products.id AS id, products.id AS value
    FROM products WHERE ${sql.join(where, sql` AND `)} ORDER BY products.id DESC LIMIT ${limit + 1}`);
}

/** Returns the JSON of a product of this mode; undefined if there is none. */
export const findProduct = (ctx: Ctx, id: string) =>
  findObject(ctx, { table: "products", json: productJson, isShown: isOfMode("products") }, id);
