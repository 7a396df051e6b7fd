import type Stripe from "stripe";
import { minimumAmount } from "../../shared/money.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { idOf } from "../../stripe/references.ts";
import { parseTaxBehavior } from "../../catalog/price-tax.ts";
import type { ProductChange } from "../../catalog/store-editing.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

/** A price at Stripe, converted to our columns. */
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
  | "taxBehavior"
>;

/** Returns the product's tax code, name and tagline, truncated to our limits. Stripe allows longer texts. */
export function parseStripeProduct(
  product: Pick<Stripe.Product, "name" | "description" | "tax_code">,
): Pick<ProductRow, "name" | "tagline" | "taxCode"> {
  const truncate = (text: string, maxLength: number) =>
    text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
  return {
    name: truncate(product.name, 120),
    tagline: truncate((product.description ?? "").replaceAll(/\s+/g, " ").trim(), 200),
    taxCode: idOf(product.tax_code),
  };
}

/** Converts a price at Stripe to our columns, or returns why it can't be sold here, as a sentence for the seller. */
export function parseStripePrice(price: Stripe.Price): { facts: PriceFacts } | { refusal: string } {
  if (price.billing_scheme === "tiered") return { refusal: "Tiered pricing isn’t supported." };
  if (price.recurring?.usage_type === "metered")
    return { refusal: "Usage-based pricing isn’t supported." };
  if (price.transform_quantity) return { refusal: "Package pricing isn’t supported." };
  const interval = price.recurring?.interval ?? null;
  if (!isInterval(interval) || (price.type !== "one_time" && price.type !== "recurring"))
    return { refusal: "This type of price isn’t supported." };
  const base = {
    currency: price.currency,
    interval,
    intervalCount: price.recurring?.interval_count ?? null,
    trialDays: price.recurring?.trial_period_days ?? 0,
    type: price.type as PriceRow["type"],
    minimumMinor: null,
    presetMinor: null,
    taxBehavior: parseTaxBehavior(price.tax_behavior),
  };
  const custom = price.custom_unit_amount;
  if (custom) {
    if (custom.maximum !== null)
      return { refusal: "Pay what you want with a maximum amount isn’t supported." };
    const minimumMinor = custom.minimum ?? minimumAmount(price.currency);
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
    return { refusal: "Amounts with fractions of a cent aren’t supported." };
  return { facts: { ...base, model: "fixed", amountMinor: price.unit_amount } };
}

function isInterval(interval: string | null): interval is PriceRow["interval"] {
  return interval === null || ["day", "week", "month", "year"].includes(interval);
}

/** What must change here to match Stripe. */
export type StripeDiff = {
  product: ProductChange;
  prices: {
    id: string;
    change: Partial<Pick<PriceRow, "active" | "stripePriceId" | "taxBehavior">>;
  }[];
  /** Prices created at Stripe. The seller decides whether to offer them. */
  added: { stripePriceId: string; facts: PriceFacts }[];
};

/**
 * Compares a product and its prices with Stripe. A pure function. Archiving at Stripe takes things off sale here, but
 * nothing done at Stripe puts them on sale.
 * @param input.fetched `product` is null if it was deleted, and undefined if only prices were asked for; `prices` are
 *   those at Stripe; `deletedPriceIds` are our prices that no longer exist there
 */
export function computeStripeDiff(input: {
  product: ProductRow;
  prices: PriceRow[];
  fetched: {
    product: Stripe.Product | null | undefined;
    prices: Stripe.Price[];
    deletedPriceIds: ReadonlySet<string>;
  };
}): StripeDiff {
  const { product, prices, fetched } = input;
  const diff: StripeDiff = { product: {}, prices: [], added: [] };
  const isDeactivated =
    fetched.product !== undefined && !fetched.product?.active && product.status === "published";
  if (isDeactivated) diff.product.status = "archived";
  if (fetched.product) {
    const { name, tagline, taxCode } = parseStripeProduct(fetched.product);
    if (name !== product.name) diff.product.name = name;
    if (tagline !== product.tagline) diff.product.tagline = tagline;
    if (taxCode !== product.taxCode) diff.product.taxCode = taxCode;
  }
  const byStripeId = new Map(prices.map((price) => [price.stripePriceId, price]));
  const byId = new Map(prices.map((price) => [price.id, price]));
  for (const price of fetched.prices) {
    const named = byId.get(fromMetadata(price.metadata).priceId ?? "");
    const ours = byStripeId.get(price.id) ?? (named?.stripePriceId === null ? named : undefined);
    if (ours) {
      const taxBehavior = parseTaxBehavior(price.tax_behavior);
      const change = {
        ...(ours.stripePriceId === null && { stripePriceId: price.id }),
        ...(ours.active && !price.active && { active: false }),
        ...(ours.taxBehavior !== taxBehavior && { taxBehavior }),
      };
      if (Object.keys(change).length > 0) diff.prices.push({ id: ours.id, change });
    } else if (price.active && !named) {
      const parsed = parseStripePrice(price);
      if ("facts" in parsed) diff.added.push({ stripePriceId: price.id, facts: parsed.facts });
    }
  }
  for (const price of prices) {
    if (price.active && fetched.deletedPriceIds.has(price.stripePriceId ?? ""))
      diff.prices.push({ id: price.id, change: { active: false } });
  }
  return diff;
}

export function hasChanges({ product, prices, added }: StripeDiff): boolean {
  return Object.keys(product).length > 0 || prices.length > 0 || added.length > 0;
}
