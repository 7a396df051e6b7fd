import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { PAGE_SIZE, type Page } from "../../db/page-cursor.ts";
import { mapStripeProducts } from "../../catalog/list-product-ids.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/** What a discount is shown from. */
export const expandCoupon = ["promotion.coupon.applies_to"];

/**
 * The shop's promotion codes at Stripe, newest first. There is no mirror of them: each page is Stripe's.
 * @param input.cursor the `nextCursor` of the page before
 * @param input.search only the one that buyers type so
 * @throws `stripe_unavailable`
 */
export async function listDiscounts(
  ctx: Ctx,
  input: {
    cursor?: string | undefined;
    limit?: number | undefined;
    status?: "active" | "ended" | undefined;
    search?: string | undefined;
  },
): Promise<Page<Discount>> {
  const { cursor, limit = PAGE_SIZE, status, search } = input;
  const [listed, ourProducts] = await Promise.all([
    ctx.stripe.promotionCodes
      .list({
        limit,
        expand: expandCoupon.map((path) => `data.${path}`),
        ...(cursor !== undefined && { starting_after: cursor }),
        ...(status !== undefined && { active: status === "active" }),
        ...(search !== undefined && { code: search }),
      })
      .catch((cause: unknown) => {
        throw fail("stripe_unavailable", { reason: "discounts were not listed", cause });
      }),
    mapStripeProducts(ctx),
  ]);
  return {
    items: listed.data.map((promotion) => toDiscount(promotion, ourProducts, ctx.now)),
    nextCursor: listed.has_more ? (listed.data.at(-1)?.id ?? null) : null,
  };
}
