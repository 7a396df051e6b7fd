import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";
import { idempotencyKey } from "./idempotency.ts";

/**
 * Creates a coupon whose id says what it takes off, unless it exists.
 * @throws Stripe's error, if it was not created and can't be found
 */
export async function ensureCoupon(
  { stripe: { coupons }, requestId }: { stripe: StripeClient; requestId: string },
  params: Stripe.CouponCreateParams & { id: string },
): Promise<void> {
  try {
    await coupons.create(params, await idempotencyKey("coupon", requestId, params));
  } catch (error) {
    await coupons.retrieve(params.id).catch(() => {
      throw error;
    });
  }
}
