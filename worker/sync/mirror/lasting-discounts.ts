import Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";

/** A discount that lowers every regular charge from now on, with the Stripe products it applies to; null for all. */
export type LastingDiscount = {
  percentOff: number | null;
  /** Minor units. */
  amountOffMinor: number | null;
  productIds: string[] | null;
};

/** The lasting discounts of a subscription: `shared` by its items, and those of single items by the item's id. */
export type LastingDiscounts = {
  shared: LastingDiscount[];
  byItem: ReadonlyMap<string, LastingDiscount[]>;
};

type DiscountField = (string | Stripe.Discount)[] | null | undefined;

/**
 * Returns a function that reads a subscription's lasting discounts, and asks Stripe for each coupon once. Discounts for
 * one charge are left out, as are those that are over.
 * @param now unix seconds
 */
export function createDiscountReader(stripe: StripeClient, now: number) {
  const coupons = new Map<string, Promise<Stripe.Coupon | null>>();
  const retrieveCoupon = (id: string) => {
    const known = coupons.get(id) ?? fetchCoupon(stripe, id);
    coupons.set(id, known);
    return known;
  };
  const toLasting = async (discounts: DiscountField): Promise<LastingDiscount[]> => {
    const lasting = await Promise.all(
      (discounts ?? []).map(async (discount) => {
        if (typeof discount === "string" || (discount.end !== null && discount.end <= now))
          return [];
        const given = discount.source.coupon;
        // A list doesn't say which products a coupon is for, and a deleted coupon still applies where it was redeemed.
        const coupon =
          (await retrieveCoupon(typeof given === "string" ? given : (given?.id ?? ""))) ??
          (typeof given === "object" ? given : null);
        if (!coupon || coupon.duration === "once") return [];
        return [
          {
            percentOff: coupon.percent_off,
            amountOffMinor: coupon.amount_off,
            productIds: coupon.applies_to?.products ?? null,
          },
        ];
      }),
    );
    return lasting.flat();
  };
  return async (subscription: Stripe.Subscription): Promise<LastingDiscounts> => {
    const items = subscription.items.data.filter(({ discounts }) => discounts?.length > 0);
    const [shared, ...ofItems] = await Promise.all([
      toLasting(subscription.discounts),
      ...items.map(({ discounts }) => toLasting(discounts)),
    ]);
    return { shared, byItem: new Map(items.map(({ id }, index) => [id, ofItems[index] ?? []])) };
  };
}

async function fetchCoupon(stripe: StripeClient, id: string): Promise<Stripe.Coupon | null> {
  try {
    return await stripe.coupons.retrieve(id, { expand: ["applies_to"] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

/**
 * Returns by how much lasting discounts lower one regular charge of each item, in minor units. Each discount applies to
 * what the ones before left. A fixed amount is shared between the items in proportion. For statistics only: what is
 * charged comes from Stripe.
 * @param items `amountMinor` for the item's whole quantity
 */
export function computeItemDiscounts(
  items: { id: string; productId: string; amountMinor: number }[],
  discounts: LastingDiscounts,
): Map<string, number> {
  const left = new Map(items.map(({ id, amountMinor }) => [id, amountMinor]));
  const apply = (discount: LastingDiscount, to: typeof items) => {
    const { productIds, percentOff, amountOffMinor } = discount;
    const eligible = to.filter((item) => !productIds || productIds.includes(item.productId));
    const sum = eligible.reduce((total, { id }) => total + left.get(id)!, 0);
    const share =
      sum === 0
        ? 0
        : percentOff !== null
          ? percentOff / 100
          : Math.min(1, (amountOffMinor ?? 0) / sum);
    for (const { id } of eligible) left.set(id, left.get(id)! * (1 - share));
  };
  for (const item of items)
    for (const discount of discounts.byItem.get(item.id) ?? []) apply(discount, [item]);
  for (const discount of discounts.shared) apply(discount, items);
  return new Map(items.map(({ id, amountMinor }) => [id, Math.round(amountMinor - left.get(id)!)]));
}
