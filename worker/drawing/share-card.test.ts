import { expect, test } from "vitest";
import { getCardSource, toProductCard, type CardPrice } from "./share-card.ts";

const price: CardPrice = {
  amountMinor: 900,
  currency: "usd",
  interval: "month",
  intervalCount: 1,
  model: "fixed",
  tax: null,
};
const yearly = { ...price, interval: "year", amountMinor: 9000 };
const once = { ...price, interval: null, intervalCount: null };
const product = { slug: "tides", name: "Tides", image: null, prices: [price, yearly] };
const shop = { name: "Tidewater", accent: null };
const source = (changes: object, shopChanges: object = {}) =>
  getCardSource(toProductCard({ ...product, ...changes }, { ...shop, ...shopChanges }));

test("the source of a card changes with everything that is drawn", () => {
  const sources = [
    source({}),
    source({ slug: "tide" }),
    source({ name: "Tide" }),
    source({ image: "/api/shop/images/a" }),
    source({ prices: [price] }),
    source({ prices: [{ ...price, amountMinor: 901 }, yearly] }),
    source({ prices: [{ ...price, tax: "inclusive" }, yearly] }),
    source({}, { name: "North Light" }),
    source({}, { accent: "#0b4f5c" }),
  ];
  expect(new Set(sources).size).toBe(sources.length);
  for (const each of sources) expect(each).toMatch(/^[0-9a-f]{16}$/);
});

test("the source of a card does not depend on the order in which prices were read", () => {
  const amounts = [price, yearly, once];
  expect(source({ prices: amounts })).toBe(source({ prices: amounts.toReversed() }));
});

test("the source of a card does not depend on what is not drawn", () => {
  const extra = { ...price, id: "prc_1", trialDays: 3 };
  expect(source({ prices: [extra, yearly], description: "x" })).toBe(source({}));
});
