import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { idsOf } from "../../lib/rows.ts";
import { isUnknownCursor } from "../../stripe/classify-error.ts";
import { invalidCursor, PAGE_SIZE, type Page } from "../../db/page-cursor.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { mapSales, type Sales } from "../frame/sales.query.ts";
import { callStripe, expandCoupon } from "./call-stripe.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/** Stripe's largest page, and how many of them one search reads: it goes on from there with the next page. */
const STRIPE_PAGE_SIZE = 100;
const PAGES_PER_SEARCH = 10;

/** A discount of the list, and what was sold with its code. */
export type ListedDiscount = Discount & { sales: Sales };

type Listing = {
  cursor?: string | undefined;
  limit?: number | undefined;
  status?: "active" | "ended" | undefined;
  search?: string | undefined;
  code?: string | undefined;
  id?: string | undefined;
};

/**
 * Lists the shop's promotion codes, newest first, with what was sold with each. The codes are not mirrored: each page is
 * fetched from Stripe.
 * @param input.cursor the `nextCursor` of the page before
 * @param input.code all of a code, in any case
 * @param input.search a part of the code or the name, in any case. Stripe finds only exact codes
 * @param input.id of one code, which is all that is listed then
 * @throws `invalid_input` for an unknown cursor; `not_found` for an unknown id; `stripe_unavailable`
 */
export async function listDiscounts(ctx: Ctx, input: Listing): Promise<Page<ListedDiscount>> {
  const { items, nextCursor } = await fetchPage(ctx, input);
  const sales = await mapSales(ctx.db, ctx.config.stripe.mode, "promotion_code_id", idsOf(items));
  return { items: items.map((item) => ({ ...item, sales: sales.get(item.id)! })), nextCursor };
}

async function fetchPage(ctx: Ctx, input: Listing): Promise<Page<Discount>> {
  const { limit = PAGE_SIZE, status, code, id } = input;
  const search = input.search?.toLowerCase() ?? "";
  const ourProducts = await mapStripeProductIds(ctx);
  if (id !== undefined) {
    const retrieve = () => ctx.stripe.promotionCodes.retrieve(id, { expand: expandCoupon });
    return {
      items: [toDiscount(await callStripe(retrieve), ourProducts, ctx.now)],
      nextCursor: null,
    };
  }
  const items: Discount[] = [];
  let nextCursor = input.cursor ?? null;
  for (let page = 0; page < PAGES_PER_SEARCH; page++) {
    const listed = await ctx.stripe.promotionCodes
      .list({
        limit: search === "" ? limit : STRIPE_PAGE_SIZE,
        expand: expandCoupon.map((path) => `data.${path}`),
        ...(nextCursor !== null && { starting_after: nextCursor }),
        ...(code !== undefined && { code }),
        ...(status !== undefined && { active: status === "active" }),
      })
      .catch((cause: unknown) => {
        if (isUnknownCursor(cause)) throw invalidCursor(cause);
        throw fail("stripe_unavailable", { reason: "discounts were not listed", cause });
      });
    for (const [index, promotion] of listed.data.entries()) {
      const discount = toDiscount(promotion, ourProducts, ctx.now);
      if (`${discount.code}\n${discount.name ?? ""}`.toLowerCase().includes(search))
        items.push(discount);
      const isLast = index === listed.data.length - 1 && !listed.has_more;
      nextCursor = isLast ? null : promotion.id;
      if (items.length === limit || isLast) return { items, nextCursor };
    }
    if (listed.data.length === 0) return { items, nextCursor: null };
  }
  return { items, nextCursor };
}
