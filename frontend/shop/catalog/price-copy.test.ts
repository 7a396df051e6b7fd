import { expect, test } from "vitest";
import {
  describeStartingPrice,
  describeRate,
  describeTotal,
  describeInterval,
  getPriceForSeats,
  formatPriceAmount,
  getYearlySavings,
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
  tax: null,
};
const yearly = { ...monthly, id: "price_y", interval: "year" as const, amountMinor: 9000 };
const once = {
  ...monthly,
  id: "price_o",
  type: "one_time" as const,
  interval: null,
  intervalCount: null,
};

test("a rate shows the amount and the billing interval", () => {
  expect(describeRate(monthly)).toBe("$9 a month");
  expect(describeRate({ ...monthly, intervalCount: 3, amountMinor: 2450 })).toBe(
    "$24.50 every 3 months",
  );
  expect(describeRate(once)).toBe("$9");
  expect(describeRate({ ...once, amountMinor: 0 })).toBe("Free");
});

test("billing intervals have names", () => {
  expect(
    [monthly, yearly, once, { interval: "week" as const, intervalCount: 2 }].map(describeInterval),
  ).toEqual(["Monthly", "Yearly", "Once", "Every 2 weeks"]);
});

test("a product card says 'From' only if there are several prices", () => {
  expect(describeStartingPrice([monthly, yearly])).toBe("From $9 a month");
  expect(describeStartingPrice([once])).toBe("$9");
});

test("yearly savings are computed only within one currency and are never negative", () => {
  expect(getYearlySavings(yearly, [monthly, yearly])).toBe(1800);
  expect(getYearlySavings(yearly, [{ ...monthly, currency: "eur" }, yearly])).toBe(0);
  expect(getYearlySavings({ ...yearly, amountMinor: 12_000 }, [monthly, yearly])).toBe(0);
  expect(getYearlySavings(monthly, [monthly, yearly])).toBe(0);
});

test("a per-seat price says so, and several seats show their total", () => {
  const seat = { ...monthly, model: "per_seat" as const };
  expect(describeRate(seat)).toBe("$9 a seat a month");
  expect(describeRate(getPriceForSeats(seat, 3))).toBe("$27 a month");
  expect(describeRate(getPriceForSeats(monthly, 3))).toBe("$9 a month");
  expect(describeTotal(getPriceForSeats(seat, 3), 3)).toBe("$27 a month for 3 seats");
  expect(describeTotal(getPriceForSeats(seat, 1), 1)).toBe("$9 a month");
});

test("a pay-what-you-want price shows its minimum", () => {
  const payWhatYouWant = { ...once, model: "pay_what_you_want" as const, amountMinor: 500 };
  expect(formatPriceAmount(payWhatYouWant)).toBe("From $5");
  expect(describeStartingPrice([payWhatYouWant, once])).toBe("From $5");
});

test("a price says whether tax comes on top or is in it, after the interval and the seats", () => {
  const exclusive = { ...monthly, tax: "exclusive" as const };
  expect(describeRate(exclusive)).toBe("$9 a month plus tax");
  expect(describeRate({ ...once, tax: "inclusive" as const })).toBe("$9 incl. tax");
  expect(formatPriceAmount(exclusive)).toBe("$9 plus tax");
  expect(describeTotal({ ...exclusive, amountMinor: 2700 }, 3)).toBe(
    "$27 a month for 3 seats plus tax",
  );
  expect(describeStartingPrice([exclusive, yearly])).toBe("From $9 a month plus tax");
  expect(describeRate({ ...exclusive, amountMinor: 0 })).toBe("Free");
});
