import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/newest-first.ts";
import { licenseJson, type License } from "../../feed/license.ts";

/** Filters of the list of license keys. `product` and `status` need `customer`. */
export type LicenseFilter = {
  customer?: string | undefined;
  product?: string | undefined;
  status?: License["status"] | undefined;
};

/** An object of a list: its JSON, and its place in the list. */
type ListRow = { data: string; value: number; id: string };

/** Returns a page of the license keys that customers have in this mode, newest first, with one more row. */
export function listLicenses(ctx: Ctx, input: LicenseFilter & NewestFirst): Promise<ListRow[]> {
  const { customer, product, status } = input;
  const { conditions, orderAndLimit } = newestFirst("license_keys", input);
  const where = [
    isIssuedInMode(ctx),
    ...(customer === undefined ? [] : [sql`license_keys.user_id = ${customer}`]),
    // A customer has few keys, so these need no index.
    ...(product === undefined ? [] : [sql`data ->> 'productId' = ${product}`]),
    ...(status === undefined ? [] : [sql`data ->> 'status' = ${status}`]),
    ...conditions,
  ];
  const index = sql.raw(customer === undefined ? "license_keys_issued" : "license_keys_user");
  return ctx.db.all<ListRow>(sql`
    SELECT ${licenseJson(ctx)} AS data, license_keys.created_at AS value, license_keys.id AS id
    FROM license_keys INDEXED BY ${index} WHERE ${sql.join(where, sql` AND `)} ${orderAndLimit}`);
}

/** Returns the JSON of a license key that a customer has in this mode; undefined if there is none. */
export async function findLicense(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ctx.db.get<{ data: string }>(sql`
    SELECT ${licenseJson(ctx)} AS data FROM license_keys
    WHERE license_keys.id = ${id} AND ${isIssuedInMode(ctx)}`);
  return row?.data;
}

/** Keys have no mode: it is that of the product they came with, or of one that has their benefit. */
function isIssuedInMode(ctx: Ctx): SQL {
  return sql`license_keys.user_id IS NOT NULL AND ${ctx.config.stripe.mode} = (
    SELECT p.mode FROM products p WHERE p.id = coalesce(
      (SELECT g.product_id FROM grants g WHERE g.id = license_keys.grant_id),
      (SELECT min(b.product_id) FROM product_benefits b WHERE b.benefit_id = license_keys.benefit_id)))`;
}
