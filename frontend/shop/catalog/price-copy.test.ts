import { expect, test } from "vitest";
import {
  describeFrom,
  describeRate,
  describeSum,
  nameInterval,
  priceSeats,
  tagPrice,
  yearlySaving,
} from "./price-copy.ts";

const monthly = {
  id: "price_m",
  type: "recurring" as const,
  interval: "month" as const,
  intervalCount: 1,
  model: "fixed" as const,
  amountMinor: 900,
  minimumMinor: null,
  presetMinor: null,
  currency: "usd",
  trialDays: 0,
};
const yearly = { ...monthly, id: "price_y", interval: "year" as const, amountMinor: 9000 };
const once = {
  ...monthly,
  id: "price_o",
  type: "one_time" as const,
  interval: null,
  intervalCount: null,
};

test("a rate reads as a sentence would say it", () => {
  expect(describeRate(monthly)).toBe("$9 a month");
  expect(describeRate({ ...monthly, intervalCount: 3, amountMinor: 2450 })).toBe(
    "$24.50 every 3 months",
  );
  expect(describeRate(once)).toBe("$9");
  expect(describeRate({ ...once, amountMinor: 0 })).toBe("Free");
});

test("an interval has a name", () => {
  expect(
    [monthly, yearly, once, { interval: "week" as const, intervalCount: 2 }].map(nameInterval),
  ).toEqual(["Monthly", "Yearly", "Once", "Every 2 weeks"]);
});

test("a card says 'from' only where there is a choice", () => {
  expect(describeFrom([monthly, yearly])).toBe("From $9 a month");
  expect(describeFrom([once])).toBe("$9");
});

test("the saving of a year is said in the same currency only, and only if there is one", () => {
  expect(yearlySaving(yearly, [monthly, yearly])).toBe(1800);
  expect(yearlySaving(yearly, [{ ...monthly, currency: "eur" }, yearly])).toBe(0);
  expect(yearlySaving({ ...yearly, amountMinor: 12_000 }, [monthly, yearly])).toBe(0);
  expect(yearlySaving(monthly, [monthly, yearly])).toBe(0);
});

test("a price per seat says so, and several seats come to a sum", () => {
  const seat = { ...monthly, model: "per_seat" as const };
  expect(describeRate(seat)).toBe("$9 a seat a month");
  expect(describeRate(priceSeats(seat, 3))).toBe("$27 a month");
  expect(describeRate(priceSeats(monthly, 3))).toBe("$9 a month");
  expect(describeSum(priceSeats(seat, 3), 3)).toBe("$27 a month for 3 seats");
  expect(describeSum(priceSeats(seat, 1), 1)).toBe("$9 a month");
});

test("where the buyer chooses, the least is named", () => {
  const open = { ...once, model: "pay_what_you_want" as const, amountMinor: 500 };
  expect(tagPrice(open)).toBe("From $5");
  expect(describeFrom([open, once])).toBe("From $5");
});
