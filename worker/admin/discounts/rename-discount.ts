import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { callStripe, expandCoupon } from "./call-stripe.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/**
 * Changes the name of a discount, which receipts and invoices show. Stripe lets nobody change anything else of it.
 * @throws `not_found`, `stripe_unavailable`
 */
export async function renameDiscount(
  ctx: Ctx,
  { id, name }: { id: string; name: string },
): Promise<Discount> {
  const { coupons, promotionCodes } = ctx.stripe;
  const retrieve = () => callStripe(() => promotionCodes.retrieve(id, { expand: expandCoupon }));
  const [found, ourProducts] = await Promise.all([retrieve(), mapStripeProductIds(ctx)]);
  const { coupon } = found.promotion;
  if (typeof coupon !== "object" || coupon === null)
    throw fail("not_found", { reason: "a code without a coupon" });
  if (coupon.name === name) return toDiscount(found, ourProducts, ctx.now);
  const params = { name };
  const key = await idempotencyKey("coupon-name", `${coupon.id}:${ctx.requestId}`, params);
  await callStripe(() => coupons.update(coupon.id, params, key));
  await commit(ctx.db, [
    recordChange(ctx, {
      action: "discount.renamed",
      targetId: id,
      before: { name: coupon.name },
      after: { name },
    }),
  ]);
  return toDiscount(await retrieve(), ourProducts, ctx.now);
}
