import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { checkoutLinkJson } from "../../feed/checkout-link.ts";

/** Returns the JSON of a checkout link as an expression, for the batch that makes the link. */
export function checkoutLinkBody(ctx: Ctx, id: string): SQL {
  return sql`(${selectCheckoutLink(ctx, id)})`;
}

function selectCheckoutLink(ctx: Ctx, id: string): SQL {
  return sql`SELECT ${checkoutLinkJson(ctx)} AS data FROM checkout_links
    WHERE checkout_links.id = ${id} AND checkout_links.mode = ${ctx.config.stripe.mode}`;
}

/** Returns the JSON of a checkout link of this mode; undefined if there is none. */
export async function findCheckoutLinkJson(ctx: Ctx, id: string): Promise<string | undefined> {
  return (await ctx.db.get<{ data: string }>(selectCheckoutLink(ctx, id)))?.data;
}
