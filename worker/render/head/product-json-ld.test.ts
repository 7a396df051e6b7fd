import { describe, expect, test } from "vitest";
import type { PublicPrice } from "../../catalog/public-price.ts";
import { monthlyPrice, oneTimePrice, yearlyPrice } from "../../testing/fixtures/public-prices.ts";
import { describeProduct } from "./product-json-ld.ts";

const shop = { origin: "https://tidewater.example", name: "Tidewater" };
const product = {
  name: "Membership",
  description: "All recordings.",
  url: `${shop.origin}/p/membership`,
  images: [`${shop.origin}/p/membership/share-picture`],
};

const readOffers = (prices: PublicPrice[]) =>
  (describeProduct({ ...product, prices }, shop) as { offers?: unknown } | null)?.offers;

describe("the offer of a product", () => {
  test.each<[string, PublicPrice, object]>([
    ["a one-time price", oneTimePrice, { price: "9.00", priceCurrency: "USD" }],
    [
      "yen without decimals",
      { ...oneTimePrice, currency: "jpy", amountMinor: 1200 },
      { price: "1200" },
    ],
    [
      "dinars with three decimals",
      { ...oneTimePrice, currency: "kwd", amountMinor: 9500 },
      { price: "9.500" },
    ],
    ["nothing for a free product", { ...oneTimePrice, amountMinor: 0 }, { price: "0.00" }],
    [
      "the months of a subscription",
      { ...monthlyPrice, intervalCount: 3, tax: "exclusive" },
      {
        price: "9.00",
        priceSpecification: {
          price: "9.00",
          unitCode: "MON",
          billingDuration: 3,
          valueAddedTaxIncluded: false,
        },
      },
    ],
    [
      "that tax is in the price",
      { ...oneTimePrice, tax: "inclusive" },
      { priceSpecification: { valueAddedTaxIncluded: true } },
    ],
    [
      "the price of one seat",
      { ...yearlyPrice, model: "per_seat" },
      {
        priceSpecification: { unitCode: "ANN", referenceQuantity: { value: 1, unitText: "seat" } },
      },
    ],
    [
      "the least that a buyer may pay",
      { ...oneTimePrice, model: "pay_what_you_want", minimumMinor: 900, presetMinor: 1500 },
      { price: "9.00", priceSpecification: { minPrice: 9 } },
    ],
    [
      "the free days of a trial, then the price",
      { ...monthlyPrice, trialDays: 14 },
      {
        price: "9.00",
        priceSpecification: [
          { name: "Free trial", price: "0.00", unitCode: "DAY", billingDuration: 14 },
          { price: "9.00", unitCode: "MON", billingDuration: 1 },
        ],
      },
    ],
  ])("the offer of a product says %s", (_, price, offer) => {
    expect(readOffers([price])).toMatchObject({
      "@type": "Offer",
      availability: "https://schema.org/InStock",
      url: product.url,
      ...offer,
    });
  });

  test("the offer of a product is a range for several prices in one currency", () => {
    expect(readOffers([monthlyPrice, yearlyPrice])).toMatchObject({
      "@type": "AggregateOffer",
      lowPrice: "9.00",
      highPrice: "90.00",
      priceCurrency: "USD",
      offerCount: 2,
    });
  });

  test("the offer of a product is a list for prices in several currencies, which have no common range", () => {
    const prices = [monthlyPrice, { ...oneTimePrice, currency: "jpy", amountMinor: 1200 }];
    expect(readOffers(prices)).toMatchObject([
      { "@type": "Offer", price: "9.00", priceCurrency: "USD" },
      { "@type": "Offer", price: "1200", priceCurrency: "JPY" },
    ]);
  });

  test("the offer of a product is missing if nothing is for sale, and so is the product", () => {
    expect(describeProduct({ ...product, prices: [] }, shop)).toBeNull();
  });
});
