import type Stripe from "stripe";

/**
 * What we write into Stripe metadata, and its keys there: ids, the language of a purchase, what its consent is about
 * (`consentRecord`), the campaign that the URL of a permanent link named (`readReferral`), whether it is a gift for
 * somebody else (`1`, or how long it lasts once it is claimed: `P3M`), whether it is paid without signing in, which order
 * it upgrades, and which lines of an order a refund is of (`lineIds`, with commas). Metadata must not contain personal
 * data. `locale` is there
 * because Stripe does not have every language of the shop.
 */
const keys = {
  checkoutId: "gatehouse_checkout",
  userId: "gatehouse_user",
  productId: "gatehouse_product",
  priceId: "gatehouse_price",
  locale: "gatehouse_locale",
  consent: "gatehouse_consent",
  linkId: "gatehouse_link",
  referral: "gatehouse_referral",
  gift: "gatehouse_gift",
  guest: "gatehouse_guest",
  upgradeOf: "gatehouse_upgrade",
  lineIds: "gatehouse_lines",
} as const;

type Name = keyof typeof keys;

export type MetadataIds = { [name in Name]?: string };

const entries = Object.entries(keys) as [Name, string][];

export function toMetadata(ids: MetadataIds): Stripe.MetadataParam {
  const metadata: Stripe.MetadataParam = {};
  for (const [name, key] of entries) if (ids[name]) metadata[key] = ids[name];
  return metadata;
}

/** Reads only our own keys and ignores everything else, including `__proto__`. */
export function fromMetadata(metadata: Stripe.Metadata | null): MetadataIds {
  const ids: MetadataIds = {};
  if (!metadata) return ids;
  for (const [name, key] of entries) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (value) ids[name] = value;
  }
  return ids;
}
