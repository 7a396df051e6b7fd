import type Stripe from "stripe";

const CHECKOUT = "gatehouse_checkout";
const USER = "gatehouse_user";
const PRODUCT = "gatehouse_product";
const PRICE = "gatehouse_price";
const LOCALE = "gatehouse_locale";
const CONSENT = "gatehouse_consent";
const LINK = "gatehouse_link";
const REFERRAL = "gatehouse_referral";
const GIFT = "gatehouse_gift";
const GUEST = "gatehouse_guest";

/**
 * What we write into Stripe metadata. Ids, the language of a purchase, what its consent is about (`consentRecord`), the
 * campaign that the URL of a permanent link named (`readReferral`), whether it is a gift for somebody else, and whether it is paid without signing in: metadata
 * must not contain personal data. `locale` is there because Stripe does not have every language of the shop.
 */
export type MetadataIds = {
  checkoutId?: string;
  userId?: string;
  productId?: string;
  priceId?: string;
  locale?: string;
  consent?: string;
  linkId?: string;
  referral?: string;
  gift?: string;
  guest?: string;
};

export function toMetadata(ids: MetadataIds): Stripe.MetadataParam {
  return {
    ...(ids.checkoutId && { [CHECKOUT]: ids.checkoutId }),
    ...(ids.userId && { [USER]: ids.userId }),
    ...(ids.productId && { [PRODUCT]: ids.productId }),
    ...(ids.priceId && { [PRICE]: ids.priceId }),
    ...(ids.locale && { [LOCALE]: ids.locale }),
    ...(ids.consent && { [CONSENT]: ids.consent }),
    ...(ids.linkId && { [LINK]: ids.linkId }),
    ...(ids.referral && { [REFERRAL]: ids.referral }),
    ...(ids.gift && { [GIFT]: ids.gift }),
    ...(ids.guest && { [GUEST]: ids.guest }),
  };
}

/** Reads only our ten keys and ignores everything else, including `__proto__`. */
export function fromMetadata(metadata: Stripe.Metadata | null): MetadataIds {
  const read = (name: string) =>
    metadata && Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const ids: MetadataIds = {};
  const [checkoutId, userId, productId, priceId, locale, consent, linkId, referral, gift, guest] = [
    read(CHECKOUT),
    read(USER),
    read(PRODUCT),
    read(PRICE),
    read(LOCALE),
    read(CONSENT),
    read(LINK),
    read(REFERRAL),
    read(GIFT),
    read(GUEST),
  ];
  if (checkoutId) ids.checkoutId = checkoutId;
  if (userId) ids.userId = userId;
  if (productId) ids.productId = productId;
  if (priceId) ids.priceId = priceId;
  if (locale) ids.locale = locale;
  if (consent) ids.consent = consent;
  if (linkId) ids.linkId = linkId;
  if (referral) ids.referral = referral;
  if (gift) ids.gift = gift;
  if (guest) ids.guest = guest;
  return ids;
}
