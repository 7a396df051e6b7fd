import { and, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";
import { checkoutLinkJson, type CheckoutLink } from "../../feed/checkout-link.ts";
import { checkoutJson } from "../../feed/checkout.ts";
import { isId } from "../../lib/id-schema.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  isOfMode,
  listScanned,
  selectObject,
  type ListRow,
  type PurchaseFilter,
} from "../protocol/objects.query.ts";

const checkoutKind = {
  table: "checkouts",
  json: checkoutJson,
  isShown: isOfMode("checkouts"),
};

const kind = {
  table: "checkout_links",
  json: checkoutLinkJson,
  isShown: isOfMode("checkout_links"),
};

/** Returns the JSON of a checkout link as an expression, for the batch that makes the link. */
export const checkoutLinkBody = (ctx: Ctx, id: string): SQL =>
  sql`(${selectObject(ctx, kind, id)})`;

/** Returns the JSON of a checkout link or of a checkout of this mode; undefined if there is none. */
export const findCheckoutJson = (ctx: Ctx, id: string) =>
  findObject(ctx, isId("chk", id) ? checkoutKind : kind, id);

/** Returns a page of the checkout links of this mode, newest first, with one more row. Ids sort by their creation. */
export function listCheckoutLinks(
  ctx: Ctx,
  input: PurchaseFilter<CheckoutLink["status"]> & NewestFirst,
): Promise<ListRow[]> {
  const { customer, product, status, after, limit } = input;
  const { conditions } = newestFirst("found", { ...input, after: undefined });
  // Those for the customer alone, and those that the customer opened.
  const isOfCustomer =
    customer === undefined
      ? undefined
      : sql`(user_id = ${customer} OR id IN (SELECT c.link_id FROM checkouts c
          WHERE c.customer_id IN (SELECT s.id FROM customers s WHERE s.user_id = ${customer})))`;
  return listScanned(ctx, {
    columns: sql`(SELECT ${checkoutLinkJson(ctx)} FROM checkout_links WHERE checkout_links.id = found.id) AS data,
      found.created_at AS value, found.id AS id`,
    table: "found",
    rows: sql`SELECT id, created_at FROM checkout_links
      WHERE ${and(sql`+mode = ${ctx.config.stripe.mode}`, after && sql`id < ${after.id}`, isOfCustomer)}
      ORDER BY id DESC`,
    others: and(
      hasValue("data ->> 'customerId'", customer),
      hasValue("data ->> 'productId'", product),
      hasOneOf("data ->> 'status'", status),
      ...conditions,
    ),
    limit,
  });
}
