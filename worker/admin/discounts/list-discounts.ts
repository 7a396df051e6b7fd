import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { isUnknownCursor } from "../../stripe/classify-error.ts";
import { invalidCursor, PAGE_SIZE, type Page } from "../../db/page-cursor.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/** What `toDiscount` needs expanded. */
export const expandCoupon = ["promotion.coupon.applies_to"];

/**
 * Lists the shop's promotion codes, newest first. They are not mirrored: each page is fetched from Stripe.
 * @param input.cursor the `nextCursor` of the page before
 * @param input.search an exact code
 * @throws `invalid_input` for an unknown cursor; `stripe_unavailable`
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
        if (isUnknownCursor(cause)) throw invalidCursor(cause);
        throw fail("stripe_unavailable", { reason: "discounts were not listed", cause });
      }),
    mapStripeProductIds(ctx),
  ]);
  return {
    items: listed.data.map((promotion) => toDiscount(promotion, ourProducts, ctx.now)),
    nextCursor: listed.has_more ? (listed.data.at(-1)?.id ?? null) : null,
  };
}
