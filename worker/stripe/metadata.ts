import type Stripe from "stripe";

const CHECKOUT = "gatehouse_checkout";
const USER = "gatehouse_user";
const PRODUCT = "gatehouse_product";
const PRICE = "gatehouse_price";

/** The ids we write into Stripe metadata. Ids only: metadata must not contain personal data. */
export type MetadataIds = {
  checkoutId?: string;
  userId?: string;
  productId?: string;
  priceId?: string;
};

export function toMetadata(ids: MetadataIds): Stripe.MetadataParam {
  return {
    ...(ids.checkoutId && { [CHECKOUT]: ids.checkoutId }),
    ...(ids.userId && { [USER]: ids.userId }),
    ...(ids.productId && { [PRODUCT]: ids.productId }),
    ...(ids.priceId && { [PRICE]: ids.priceId }),
  };
}

/** Reads only our four keys and ignores everything else, including `__proto__`. */
export function fromMetadata(metadata: Stripe.Metadata | null): MetadataIds {
  const read = (name: string) =>
    metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const ids: MetadataIds = {};
  const [checkoutId, userId, productId, priceId] = [
    read(CHECKOUT),
    read(USER),
    read(PRODUCT),
    read(PRICE),
  ];
  if (checkoutId) ids.checkoutId = checkoutId;
  if (userId) ids.userId = userId;
  if (productId) ids.productId = productId;
  if (priceId) ids.priceId = priceId;
  return ids;
}
