import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { checkoutLinkJson } from "../../feed/checkout-link.ts";
import { findObject, isOfMode, selectObject } from "../protocol/objects.query.ts";

const kind = {
  table: "checkout_links",
  json: checkoutLinkJson,
  isShown: isOfMode("checkout_links"),
};

/** Returns the JSON of a checkout link as an expression, for the batch that makes the link. */
export const checkoutLinkBody = (ctx: Ctx, id: string): SQL =>
  sql`(${selectObject(ctx, kind, id)})`;

/** Returns the JSON of a checkout link of this mode; undefined if there is none. */
export const findCheckoutLinkJson = (ctx: Ctx, id: string) => findObject(ctx, kind, id);
