import type {
  AggregateOffer,
  Offer,
  Product,
  UnitPriceSpecification,
  WithContext,
} from "schema-dts";
import type { PublicPrice } from "../../catalog/public-price.ts";
import { toDecimal } from "../../shared/money.ts";
import type { BillingInterval } from "../../shared/billing-interval.ts";
import { organizationId } from "./json-ld.ts";

/** What is said about a product. URLs are absolute. */
export type DescribedProduct = {
  name: string;
  description: string;
  url: string;
  images: string[];
  prices: PublicPrice[];
};

/** UN/CEFACT codes. */
const unitCodes: Record<BillingInterval, string> = {
  day: "DAY",
  week: "WEE",
  month: "MON",
  year: "ANN",
};

/**
 * Returns a product with its prices. Null for a product without a price: search engines refuse a product that is not
 * for sale.
 */
export function describeProduct(
  product: DescribedProduct,
  shop: { origin: string; name: string },
): WithContext<Product> | null {
  const { name, description, url, images, prices } = product;
  if (prices.length === 0) return null;
  const offers = prices.map((price) => describeOffer(price, { url, origin: shop.origin }));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": `${url}#product`,
    name,
    ...(description && { description }),
    url,
    image: images,
    brand: { "@type": "Brand", name: shop.name },
    offers: combineOffers(prices, offers),
  };
}

/** Prices in one currency become a range; a range over several currencies says nothing, so those stay a list. */
function combineOffers(prices: PublicPrice[], offers: Offer[]): Offer | AggregateOffer | Offer[] {
  const [first] = prices;
  const [offer] = offers;
  if (!first || !offer) return [];
  if (prices.length === 1) return offer;
  const { currency } = first;
  if (prices.some((price) => price.currency !== currency)) return offers;
  const amounts = prices.map(({ amountMinor }) => amountMinor);
  return {
    "@type": "AggregateOffer",
    lowPrice: toDecimal(Math.min(...amounts), currency),
    highPrice: toDecimal(Math.max(...amounts), currency),
    priceCurrency: currency.toUpperCase(),
    offerCount: offers.length,
    availability: "https://schema.org/InStock",
    offers,
  };
}

function describeOffer(price: PublicPrice, page: { url: string; origin: string }): Offer {
  const priceCurrency = price.currency.toUpperCase();
  const trial: UnitPriceSpecification | null =
    price.trialDays > 0
      ? {
          "@type": "UnitPriceSpecification",
          name: "Free trial",
          price: toDecimal(0, price.currency),
          priceCurrency,
          unitCode: "DAY",
          billingDuration: price.trialDays,
        }
      : null;
  const regular = describeUnitPrice(price);
  return {
    "@type": "Offer",
    url: page.url,
    price: toDecimal(price.amountMinor, price.currency),
    priceCurrency,
    availability: "https://schema.org/InStock",
    priceSpecification: trial ? [trial, regular] : regular,
    seller: { "@id": organizationId(page.origin) },
  };
}

/**
 * Returns what one payment is for: a number of months, a seat, or at least this amount. A number of `billingDuration`
 * counts units of `unitCode`.
 */
function describeUnitPrice(price: PublicPrice): UnitPriceSpecification {
  const { currency, interval, model, tax } = price;
  const amount = toDecimal(price.amountMinor, currency);
  return {
    "@type": "UnitPriceSpecification",
    price: amount,
    priceCurrency: currency.toUpperCase(),
    ...(model === "pay_what_you_want" && { minPrice: Number(amount) }),
    ...(interval && {
      unitCode: unitCodes[interval],
      billingDuration: price.intervalCount ?? 1,
      billingIncrement: 1,
    }),
    ...(model === "per_seat" && {
      // The code is that of "one", because there is none for seats.
      referenceQuantity: {
        "@type": "QuantitativeValue",
        value: 1,
        unitCode: "C62",
        unitText: "seat",
      },
    }),
    ...(tax && { valueAddedTaxIncluded: tax === "inclusive" }),
  };
}
