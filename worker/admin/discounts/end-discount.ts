import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapStripeProducts } from "../../catalog/list-product-ids.ts";
import { expandCoupon } from "./list-discounts.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/**
 * Nobody can use the code any more; who has used it keeps the discount. One that is ended already stays so. The audit
 * entry is written when Stripe has done it, since a refusal is no change.
 * @throws `not_found`, `stripe_unavailable`
 */
export async function endDiscount(ctx: Ctx, input: { id: string }): Promise<Discount> {
  const { promotionCodes } = ctx.stripe;
  const ourProducts = await mapStripeProducts(ctx);
  const found = await tell(() => promotionCodes.retrieve(input.id, { expand: expandCoupon }));
  if (!found.active) return toDiscount(found, ourProducts, ctx.now);
  const params = { active: false, expand: expandCoupon };
  const key = await idempotencyKey("discount-end", `${input.id}:${ctx.requestId}`, params);
  const ended = await tell(() => promotionCodes.update(input.id, params, key));
  await commit(ctx.db, [
    recordChange(ctx, {
      action: "discount.ended",
      targetId: ended.id,
      before: { code: ended.code },
    }),
  ]);
  return toDiscount(ended, ourProducts, ctx.now);
}

async function tell<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    const isUnknown =
      cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing";
    throw fail(isUnknown ? "not_found" : "stripe_unavailable", {
      reason: "the discount was not ended",
      cause,
    });
  }
}
