import type Stripe from "stripe";
import { leastAmount } from "../../lib/money.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import type { ProductChange } from "../../catalog/store-editing.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/** What Stripe's object says of a price, in our words. */
export type PriceFacts = Pick<
  PriceRow,
  | "type"
  | "interval"
  | "intervalCount"
  | "amountMinor"
  | "currency"
  | "model"
  | "minimumMinor"
  | "presetMinor"
  | "trialDays"
>;

/** The name and the line under it, as far as ours go; Stripe's may be longer. */
export function readProduct(
  product: Pick<Stripe.Product, "name" | "description">,
): Pick<ProductRow, "name" | "tagline"> {
  const clip = (text: string, most: number) =>
    text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
  return {
    name: clip(product.name, 120),
    tagline: clip((product.description ?? "").replaceAll(/\s+/g, " ").trim(), 200),
  };
}

/** A price of Stripe's that can be sold here; else why it cannot, in words for the seller. */
export function readPrice(price: Stripe.Price): { facts: PriceFacts } | { refusal: string } {
  if (price.billing_scheme === "tiered") return { refusal: "Tiered: it depends on the quantity" };
  if (price.recurring?.usage_type === "metered")
    return { refusal: "Metered: it depends on the use" };
  if (price.transform_quantity) return { refusal: "Charged by packages of several" };
  const interval = price.recurring?.interval ?? null;
  if (!isInterval(interval) || (price.type !== "one_time" && price.type !== "recurring"))
    return { refusal: "Of a kind that this shop does not know" };
  const base = {
    currency: price.currency,
    interval,
    intervalCount: price.recurring?.interval_count ?? null,
    trialDays: price.recurring?.trial_period_days ?? 0,
    type: price.type as PriceRow["type"],
    minimumMinor: null,
    presetMinor: null,
  };
  const custom = price.custom_unit_amount;
  if (custom) {
    if (custom.maximum !== null)
      return { refusal: "Custom: pay what you want up to a greatest amount" };
    const minimumMinor = custom.minimum ?? leastAmount(price.currency);
    const presetMinor = custom.preset;
    return {
      facts: {
        ...base,
        model: "pay_what_you_want",
        amountMinor: minimumMinor,
        minimumMinor,
        presetMinor,
      },
    };
  }
  if (price.unit_amount === null)
    return { refusal: "Its amount has fractions of the smallest unit" };
  return { facts: { ...base, model: "fixed", amountMinor: price.unit_amount } };
}

function isInterval(interval: string | null): interval is PriceRow["interval"] {
  return interval === null || ["day", "week", "month", "year"].includes(interval);
}

/** What must change here, after what Stripe says now. */
export type News = {
  product: ProductChange;
  prices: { id: string; change: Partial<Pick<PriceRow, "active" | "stripePriceId">> }[];
  /** Prices made at Stripe; the seller offers them, or not. */
  added: { stripePriceId: string; facts: PriceFacts }[];
};

/**
 * Compares a product and its prices with Stripe's: a pure function. What stops at Stripe stops here; nothing is put on
 * sale here by what happens there.
 * @param input.fetched `product` null where it was deleted; all of its prices, and the ids of ours that are gone
 */
export function findNews(input: {
  product: ProductRow;
  prices: PriceRow[];
  fetched: { product: Stripe.Product | null; prices: Stripe.Price[]; gone: ReadonlySet<string> };
}): News {
  const { product, prices, fetched } = input;
  const news: News = { product: {}, prices: [], added: [] };
  const stops = !fetched.product?.active && product.status === "published";
  if (stops) news.product.status = "archived";
  if (fetched.product) {
    const { name, tagline } = readProduct(fetched.product);
    if (name !== product.name) news.product.name = name;
    if (tagline !== product.tagline) news.product.tagline = tagline;
  }
  const byStripeId = new Map(prices.map((price) => [price.stripePriceId, price]));
  const byId = new Map(prices.map((price) => [price.id, price]));
  for (const price of fetched.prices) {
    const named = byId.get(fromMetadata(price.metadata).priceId ?? "");
    const ours = byStripeId.get(price.id) ?? (named?.stripePriceId === null ? named : undefined);
    if (ours) {
      const change = {
        ...(ours.stripePriceId === null && { stripePriceId: price.id }),
        ...(ours.active && !price.active && { active: false }),
      };
      if (Object.keys(change).length > 0) news.prices.push({ id: ours.id, change });
    } else if (price.active && !named) {
      const read = readPrice(price);
      if ("facts" in read) news.added.push({ stripePriceId: price.id, facts: read.facts });
    }
  }
  for (const price of prices) {
    if (price.active && fetched.gone.has(price.stripePriceId ?? ""))
      news.prices.push({ id: price.id, change: { active: false } });
  }
  return news;
}

export function hasNews({ product, prices, added }: News): boolean {
  return Object.keys(product).length > 0 || prices.length > 0 || added.length > 0;
}
