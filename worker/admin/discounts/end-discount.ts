import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { callStripe, expandCoupon } from "./call-stripe.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/**
 * Deactivates a promotion code. Users who already used it keep the discount. Does nothing if it has already ended. The
 * audit entry is written after Stripe has agreed, since a refusal is not a change.
 * @throws `not_found`, `stripe_unavailable`
 */
export async function endDiscount(ctx: Ctx, input: { id: string }): Promise<Discount> {
  const { promotionCodes } = ctx.stripe;
  const ourProducts = await mapStripeProductIds(ctx);
  const found = await callStripe(() => promotionCodes.retrieve(input.id, { expand: expandCoupon }));
  if (!found.active) return toDiscount(found, ourProducts, ctx.now);
  const params = { active: false, expand: expandCoupon };
  const key = await idempotencyKey("discount-end", `${input.id}:${ctx.requestId}`, params);
  const ended = await callStripe(() => promotionCodes.update(input.id, params, key));
  await commit(ctx.db, [
    recordChange(ctx, {
      action: "discount.ended",
      targetId: ended.id,
      before: { code: ended.code },
    }),
  ]);
  return toDiscount(ended, ourProducts, ctx.now);
}
