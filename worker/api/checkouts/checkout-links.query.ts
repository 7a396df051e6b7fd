import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { checkoutLinkJson } from "../../feed/checkout-link.ts";
import { checkoutJson } from "../../feed/checkout.ts";
import { isId } from "../../lib/id-schema.ts";
import { findObject, isOfMode, selectObject } from "../protocol/objects.query.ts";

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
