import type Stripe from "stripe";

const CHECKOUT = "gatehouse_checkout";
const USER = "gatehouse_user";
const PRODUCT = "gatehouse_product";
const PRICE = "gatehouse_price";

/** What an object of ours in Stripe says of its place here. Ids only: no personal data goes into metadata. */
export type Origin = { checkoutId?: string; userId?: string; productId?: string; priceId?: string };

export function toMetadata(origin: Origin): Stripe.MetadataParam {
  return {
    ...(origin.checkoutId && { [CHECKOUT]: origin.checkoutId }),
    ...(origin.userId && { [USER]: origin.userId }),
    ...(origin.productId && { [PRODUCT]: origin.productId }),
    ...(origin.priceId && { [PRICE]: origin.priceId }),
  };
}

/** Reads only the four names that are ours; whatever else is there, `__proto__` included, is never looked at. */
export function fromMetadata(metadata: Stripe.Metadata | null): Origin {
  const read = (name: string) =>
    metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const origin: Origin = {};
  const [checkoutId, userId, productId, priceId] = [
    read(CHECKOUT),
    read(USER),
    read(PRODUCT),
    read(PRICE),
  ];
  if (checkoutId) origin.checkoutId = checkoutId;
  if (userId) origin.userId = userId;
  if (productId) origin.productId = productId;
  if (priceId) origin.priceId = priceId;
  return origin;
}
