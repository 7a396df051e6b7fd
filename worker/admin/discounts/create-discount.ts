import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt, type AppError } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { expandCoupon } from "./call-stripe.ts";
import type { NewDiscount } from "./schema.ts";
import { toDiscount, type Discount } from "./to-discount.ts";
import { findLowestPrice } from "./discounts.query.ts";

/**
 * Creates a coupon and its promotion code at Stripe. Repeating the same request within a minute creates nothing more.
 * If the code is refused, the coupon is deleted. The audit entry is written once both exist, since a coupon without a
 * code has no effect.
 * @throws `invalid_input` for fields that Stripe refuses or an end in the past; `stripe_unavailable`
 */
export async function createDiscount(ctx: Ctx, input: NewDiscount): Promise<Discount> {
  if (input.expiresAt !== undefined && input.expiresAt <= ctx.now)
    throw failAt("expiresAt", "Choose a date in the future.");
  const ourProducts = await mapStripeProductIds(ctx);
  const stripeProducts = toStripeProductIds(input.productIds, ourProducts);
  await assertCodeAvailable(ctx, input.code);
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
        idempotency: { key: id, at: discount.createdAt },
      }),
    ]);
    return discount;
  } catch (error) {
    throw toFailure(error);
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
  return ctx.stripe.coupons.create(
    params,
    await createIdempotencyKey(ctx, "coupon", { ...params, input }),
  );
}

async function createPromotion(
  ctx: Ctx,
  input: NewDiscount,
  coupon: Stripe.Coupon,
): Promise<Stripe.PromotionCode> {
  const { code, maxRedemptions, expiresAt, firstPurchaseOnly, minimum } = input;
  const restrictions = {
    ...(firstPurchaseOnly && { first_time_transaction: true }),
    ...(minimum && {
      minimum_amount: minimum.amountMinor,
      minimum_amount_currency: minimum.currency,
    }),
  };
  const params: Stripe.PromotionCodeCreateParams = {
    promotion: { type: "coupon", coupon: coupon.id },
    ...(code !== undefined && { code }),
    ...(maxRedemptions !== undefined && { max_redemptions: maxRedemptions }),
    ...(expiresAt !== undefined && { expires_at: Math.floor(expiresAt / SECOND) }),
    ...(Object.keys(restrictions).length > 0 && { restrictions }),
    expand: expandCoupon,
  };
  try {
    return await ctx.stripe.promotionCodes.create(
      params,
      await createIdempotencyKey(ctx, "promotion", params),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) await deleteCoupon(ctx, coupon);
    throw error;
  }
}

async function deleteCoupon(ctx: Ctx, coupon: Stripe.Coupon): Promise<void> {
  try {
    await ctx.stripe.coupons.del(coupon.id);
  } catch (error) {
    logEvent(
      "error",
      "discount.coupon_left",
      {
        coupon: coupon.id,
        error: summarizeError(error),
      },
      ctx,
    );
  }
}

/** Returns the same key for the same request by the same actor within a minute, so that it runs once. */
function createIdempotencyKey(ctx: Ctx, action: string, params: object) {
  const actorKey = ctx.actor.type === "user" ? ctx.actor.userId : ctx.actor.type;
  return idempotencyKey(action, `${actorKey}:${Math.floor(ctx.now / MINUTE)}`, params);
}

async function assertCodeAvailable(ctx: Ctx, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  const { data } = await ctx.stripe.promotionCodes
    .list({ code, active: true, limit: 1 })
    .catch((cause: unknown) => {
      throw fail("stripe_unavailable", { reason: "codes were not listed", cause });
    });
  if (data.length > 0) throw codeTaken();
}

function codeTaken(cause?: unknown): AppError {
  return failAt("code", "Another active discount uses this code.", cause);
}

function toStripeProductIds(ids: string[], ourProducts: Map<string, string>): string[] {
  const stripeIdOf = new Map([...ourProducts].map(([stripeId, id]) => [id, stripeId]));
  return ids.map((id) => {
    const stripeId = stripeIdOf.get(id);
    if (stripeId === undefined)
      throw failAt("productIds", "Choose products that have been published before.");
    return stripeId;
  });
}

/** Maps Stripe's parameters to the fields of our form. */
const fieldByStripeParam: Record<string, string> = {
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
  "restrictions[minimum_amount]": "minimum.amountMinor",
  "restrictions[minimum_amount_currency]": "minimum.currency",
};

/** Stripe refuses a code that is taken with neither a `code` nor a `param`, so only its message says so. */
const TAKEN_CODE = /promotion code\b.*\balready exists/i;

function toFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeInvalidRequestError && TAKEN_CODE.test(error.message))
    return codeTaken(error);
  const path = fieldByStripeParam[error.param ?? ""];
  const isInvalidRequest = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isInvalidRequest && path !== undefined
    ? failAt(path, error.message, error)
    : fail("stripe_unavailable", { reason: "the discount was not made", cause: error });
}

/** Whether a discount makes something free: 100 %, or an amount that is at least the lowest price it applies to. */
export async function coversWholePrice(
  ctx: Ctx,
  { off, productIds }: Pick<NewDiscount, "off" | "productIds">,
): Promise<boolean> {
  if (off.kind === "percent") return off.percentOff >= 100;
  const { mode } = ctx.config.stripe;
  const lowest = await findLowestPrice(ctx.db, { mode, currency: off.currency, productIds });
  return lowest !== null && off.amountOffMinor >= lowest;
}
