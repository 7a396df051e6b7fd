import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { productJson, type Product } from "../../feed/product.ts";

/** Returns a page of the mode's products, newest first, with one more row. Ids sort by the time of creation. */
export function listProducts(
  ctx: Ctx,
  input: { status?: Product["status"] | undefined; after: Cursor | undefined; limit: number },
): Promise<{ data: string; id: string }[]> {
  const { status, after, limit } = input;
  // The plus keeps SQLite from using an index that does not have the order of the list.
  const where = [
    sql`+products.mode = ${ctx.config.stripe.mode}`,
    ...(status === undefined ? [] : [sql`+products.status = ${status}`]),
    ...(after ? [sql`products.id < ${after.id}`] : []),
  ];
  return ctx.db.all(sql`SELECT ${productJson(ctx)} AS data, products.id AS id FROM products
    WHERE ${sql.join(where, sql` AND `)} ORDER BY products.id DESC LIMIT ${limit + 1}`);
}

/** Returns the JSON of a product of this mode; undefined if there is none. */
export async function findProduct(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string } | undefined>(sql`
    SELECT ${productJson(ctx)} AS data FROM products
    WHERE products.id = ${id} AND products.mode = ${ctx.config.stripe.mode}`);
  return row?.data;
}
