import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { licenseJson, type License } from "../../feed/license.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  listNewest,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const kind = { table: "license_keys", json: licenseJson, isShown: isIssuedInMode };

/** Filters of the list of license keys. */
export type LicenseFilter = PurchaseFilter<License["status"]>;

/** Returns a page of the license keys that customers have in this mode, newest first, with one more row. */
export function listLicenses(ctx: Ctx, input: LicenseFilter & NewestFirst) {
  const customer = hasValue("license_keys.user_id", input.customer);
  // Both depend on the grant and the time, so no index has them.
  const rest = [
    hasValue("data ->> 'productId'", input.product),
    hasOneOf("data ->> 'status'", input.status),
  ];
  return customer
    ? listNewest(ctx, kind, { ...input, index: "license_keys_user", where: [customer, ...rest] })
    : listNewest(ctx, kind, { ...input, index: "license_keys_issued", where: [], rest });
}

/** Returns the JSON of a license key that a customer has in this mode; undefined if there is none. */
export const findLicense = (ctx: Ctx, id: string) => findObject(ctx, kind, id);

/** Keys have no mode: it is that of the product they came with, or of one that has their benefit. */
function isIssuedInMode(ctx: Ctx): SQL {
  return sql`license_keys.user_id IS NOT NULL AND ${ctx.config.stripe.mode} = (
    SELECT p.mode FROM products p WHERE p.id = coalesce(
      (SELECT g.product_id FROM grants g WHERE g.id = license_keys.grant_id),
      (SELECT min(b.product_id) FROM product_benefits b WHERE b.benefit_id = license_keys.benefit_id)))`;
}
