import { describe, expect, test } from "vitest";
import type { PublicPrice } from "../../../catalog/public-price.ts";
import { describeProduct } from "./product-json-ld.ts";

const shop = { origin: "https://tidewater.example", name: "Tidewater" };
const product = {
  name: "Membership",
  description: "All recordings.",
  url: `${shop.origin}/p/membership`,
  images: [`${shop.origin}/p/membership/share-picture`],
};

const monthly: PublicPrice = {
  id: "prc_1",
  type: "recurring",
  interval: "month",
  intervalCount: 1,
  model: "fixed",
  amountMinor: 900,
  minimumMinor: null,
  presetMinor: null,
  currency: "usd",
  trialDays: 0,
  tax: null,
};
const yearly: PublicPrice = { ...monthly, id: "prc_2", interval: "year", amountMinor: 9000 };
const once: PublicPrice = { ...monthly, type: "one_time", interval: null, intervalCount: null };

const readOffers = (prices: PublicPrice[]) =>
  (describeProduct({ ...product, prices }, shop) as { offers?: unknown } | null)?.offers;

describe("the offer of a product", () => {
  test.each<[string, PublicPrice, object]>([
    ["a one-time price", once, { price: "9.00", priceCurrency: "USD" }],
    ["yen without decimals", { ...once, currency: "jpy", amountMinor: 1200 }, { price: "1200" }],
    [
      "dinars with three decimals",
      { ...once, currency: "kwd", amountMinor: 9500 },
      { price: "9.500" },
    ],
    ["nothing for a free product", { ...once, amountMinor: 0 }, { price: "0.00" }],
    [
      "the months of a subscription",
      { ...monthly, intervalCount: 3, tax: "exclusive" },
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
      { ...once, tax: "inclusive" },
      { priceSpecification: { valueAddedTaxIncluded: true } },
    ],
    [
      "the price of one seat",
      { ...yearly, model: "per_seat" },
      {
        priceSpecification: { unitCode: "ANN", referenceQuantity: { value: 1, unitText: "seat" } },
      },
    ],
    [
      "the least that a buyer may pay",
      { ...once, model: "pay_what_you_want", minimumMinor: 900, presetMinor: 1500 },
      { price: "9.00", priceSpecification: { minPrice: 9 } },
    ],
    [
      "the free days of a trial, then the price",
      { ...monthly, trialDays: 14 },
      {
        price: "9.00",
        priceSpecification: [
          { name: "Free trial", price: "0.00", unitCode: "DAY", billingDuration: 14 },
          { price: "9.00", unitCode: "MON", billingDuration: 1 },
        ],
      },
    ],
  ])("says %s", (_, price, offer) => {
    expect(readOffers([price])).toMatchObject({
      "@type": "Offer",
      availability: "https://schema.org/InStock",
      url: product.url,
      ...offer,
    });
  });

  test("is a range for several prices in one currency", () => {
    expect(readOffers([monthly, yearly])).toMatchObject({
      "@type": "AggregateOffer",
      lowPrice: "9.00",
      highPrice: "90.00",
      priceCurrency: "USD",
      offerCount: 2,
    });
  });

  test("is a list for prices in several currencies, which have no common range", () => {
    const prices = [monthly, { ...once, currency: "jpy", amountMinor: 1200 }];
    expect(readOffers(prices)).toMatchObject([
      { "@type": "Offer", price: "9.00", priceCurrency: "USD" },
      { "@type": "Offer", price: "1200", priceCurrency: "JPY" },
    ]);
  });

  test("is missing if nothing is for sale, and so is the product", () => {
    expect(describeProduct({ ...product, prices: [] }, shop)).toBeNull();
  });
});
