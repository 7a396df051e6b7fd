import { describe, expect, it } from "vitest";
import { newProduct } from "./schema.ts";

const product = (price: object) => ({
  slug: "a",
  name: "A",
  tagline: "",
  description: "",
  prices: [price],
  benefits: [],
});
const once = { type: "one_time", amountMinor: 900, currency: "usd" };
const open = { type: "one_time", model: "pay_what_you_want", minimumMinor: 500, currency: "usd" };
const monthly = { ...once, type: "recurring", interval: "month", intervalCount: 1, trialDays: 0 };

/** Returns the validation errors of a price, each as `path: message`. */
function refusalsOf(price: object): string[] {
  const result = newProduct.safeParse(product(price));
  return (result.error?.issues ?? []).map(
    ({ path, message }) => `${path.slice(2).join(".")}: ${message}`,
  );
}

describe("a price", () => {
  it.each([
    once,
    { ...once, amountMinor: 0 },
    { ...once, model: "per_seat" },
    { ...once, model: "fixed" },
    monthly,
    { ...monthly, model: "per_seat" },
    ...(
      [
        ["day", 1095],
        ["week", 156],
        ["month", 36],
        ["year", 3],
      ] as const
    ).map(([interval, intervalCount]) => ({ ...monthly, interval, intervalCount })),
    open,
    { ...open, presetMinor: 1000 },
    { ...once, amountMinor: 50, currency: "jpy" },
    { ...once, amountMinor: 5120, currency: "bhd" },
    { ...once, amountMinor: 500, currency: "isk" },
  ])("a price is accepted: %o", (price) => expect(refusalsOf(price)).toEqual([]));

  it.each([
    [
      { ...monthly, interval: "year", intervalCount: 4 },
      "intervalCount: Must be 3 or less (3 years).",
    ],
    [{ ...monthly, intervalCount: 37 }, "intervalCount: Must be 36 or less (3 years)."],
    [
      { ...monthly, interval: "week", intervalCount: 157 },
      "intervalCount: Must be 156 or less (3 years).",
    ],
    [
      { ...monthly, interval: "day", intervalCount: 1096 },
      "intervalCount: Must be 1095 or less (3 years).",
    ],
    [{ ...once, amountMinor: 49 }, "amountMinor: Must be 0, or at least $0.50."],
    [{ ...once, amountMinor: 100_000_000 }, "amountMinor: Must be $999,999.99 or less."],
    [{ ...once, amountMinor: 49, currency: "jpy" }, "amountMinor: Must be 0, or at least ¥50."],
    [
      { ...once, currency: "irr" },
      "currency: Stripe doesn’t support IRR. Choose another currency.",
    ],
    [
      { ...open, currency: "xau", minimumMinor: 1 },
      "currency: Stripe doesn’t support XAU. Choose another currency.",
    ],
    [
      { ...once, amountMinor: 5125, currency: "bhd" },
      "amountMinor: Must be a multiple of BHD\u00a00.010.",
    ],
    [
      { ...once, amountMinor: 550, currency: "isk" },
      "amountMinor: Must be a multiple of ISK\u00a01.00.",
    ],
    [{ ...open, minimumMinor: 10 }, "minimumMinor: Must be 0, or at least $0.50."],
    [{ ...open, presetMinor: 400 }, "presetMinor: Must not be less than the minimum."],
  ])("a price is refused: %o", (price, refusal) => expect(refusalsOf(price)).toContain(refusal));

  it.each([
    { ...open, amountMinor: 900 },
    { ...open, minimumMinor: 0 },
    { ...monthly, model: "pay_what_you_want" },
    { ...once, amountMinor: 9.5 },
    { ...once, currency: "USD" },
    { ...once, model: "auction" },
  ])("%o is not a price", (price) => expect(refusalsOf(price)).not.toEqual([]));
});
