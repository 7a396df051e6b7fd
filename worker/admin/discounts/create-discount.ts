import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, type Failure } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapStripeProducts } from "../../catalog/list-product-ids.ts";
import { expandCoupon } from "./list-discounts.ts";
import type { NewDiscount } from "./schema.ts";
import { toDiscount, type Discount } from "./to-discount.ts";

/**
 * Makes a coupon and the code that gives it. A second click within the minute makes nothing more. Where the code is
 * refused the coupon goes again, and the audit entry is written when both are there: a coupon alone gives nobody
 * anything.
 * @throws `invalid_input` at the fields that Stripe, or the clock, refuses; `stripe_unavailable`
 */
export async function createDiscount(ctx: Ctx, input: NewDiscount): Promise<Discount> {
  if (input.expiresAt !== undefined && input.expiresAt <= ctx.now)
    throw refusal("expiresAt", "Choose a day that is still to come");
  const ourProducts = await mapStripeProducts(ctx);
  const stripeProducts = toStripeProducts(input.productIds, ourProducts);
  await refuseTakenCode(ctx, input.code);
  try {
    const coupon = await createCoupon(ctx, input, stripeProducts);
    const promotion = await createPromotion(ctx, input, coupon);
    const discount = toDiscount(promotion, ourProducts, ctx.now);
    const { id, state: _, timesRedeemed: __, createdAt: ___, ...after } = discount;
    await commit(ctx.db, [
      recordChange(ctx, {
        action: "discount.created",
        targetId: id,
        after,
        once: { key: id, at: discount.createdAt },
      }),
    ]);
    return discount;
  } catch (error) {
    throw toRefusal(error);
  }
}

async function createCoupon(
  ctx: Ctx,
  input: NewDiscount,
  products: string[],
): Promise<Stripe.Coupon> {
  const { off } = input;
  const params: Stripe.CouponCreateParams = {
    name: input.name,
    duration: input.duration,
    ...(input.months !== undefined && { duration_in_months: input.months }),
    ...(off.kind === "percent"
      ? { percent_off: off.percentOff }
      : { amount_off: off.amountOffMinor, currency: off.currency }),
    ...(products.length > 0 && { applies_to: { products } }),
  };
  return ctx.stripe.coupons.create(params, await keyOf(ctx, "coupon", { ...params, input }));
}

async function createPromotion(
  ctx: Ctx,
  input: NewDiscount,
  coupon: Stripe.Coupon,
): Promise<Stripe.PromotionCode> {
  const { code, maxRedemptions, expiresAt } = input;
  const params: Stripe.PromotionCodeCreateParams = {
    promotion: { type: "coupon", coupon: coupon.id },
    ...(code !== undefined && { code }),
    ...(maxRedemptions !== undefined && { max_redemptions: maxRedemptions }),
    ...(expiresAt !== undefined && { expires_at: Math.floor(expiresAt / SECOND) }),
    ...(input.firstPurchaseOnly && { restrictions: { first_time_transaction: true } }),
    expand: expandCoupon,
  };
  try {
    return await ctx.stripe.promotionCodes.create(params, await keyOf(ctx, "promotion", params));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) await forget(ctx, coupon);
    throw error;
  }
}

async function forget(ctx: Ctx, coupon: Stripe.Coupon): Promise<void> {
  try {
    await ctx.stripe.coupons.del(coupon.id);
  } catch (error) {
    logEvent("error", "discount.coupon_left", {
      coupon: coupon.id,
      error: summarizeError(error),
    });
  }
}

/** Who asks for the same within a minute means one. */
function keyOf(ctx: Ctx, action: string, params: object) {
  const by = ctx.actor.type === "user" ? ctx.actor.userId : ctx.actor.type;
  return idempotencyKey(action, `${by}:${Math.floor(ctx.now / MINUTE)}`, params);
}

async function refuseTakenCode(ctx: Ctx, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  const { data } = await ctx.stripe.promotionCodes
    .list({ code, active: true, limit: 1 })
    .catch((cause: unknown) => {
      throw fail("stripe_unavailable", { reason: "codes were not listed", cause });
    });
  if (data.length > 0) throw refusal("code", "Another discount has this code");
}

function toStripeProducts(ids: string[], ourProducts: Map<string, string>): string[] {
  const stripeIdOf = new Map([...ourProducts].map(([stripeId, id]) => [id, stripeId]));
  return ids.map((id) => {
    const stripeId = stripeIdOf.get(id);
    if (stripeId === undefined)
      throw refusal("productIds", "Choose products that were published once");
    return stripeId;
  });
}

/** Where Stripe's parameters stand in our form. */
const fieldOf: Record<string, string> = {
  name: "name",
  percent_off: "off.percentOff",
  amount_off: "off.amountOffMinor",
  currency: "off.currency",
  duration: "duration",
  duration_in_months: "months",
  "applies_to[products]": "productIds",
  code: "code",
  max_redemptions: "maxRedemptions",
  expires_at: "expiresAt",
};

function refusal(path: string, message: string, cause?: unknown): Failure {
  return fail("invalid_input", {
    reason: "a discount was refused",
    cause,
    fields: [{ path, message }],
  });
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const path = fieldOf[error.param ?? ""];
  const isTheirs = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isTheirs && path !== undefined
    ? refusal(path, error.message, error)
    : fail("stripe_unavailable", { reason: "the discount was not made", cause: error });
}
