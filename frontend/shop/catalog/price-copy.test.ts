import { setupI18n } from "@lingui/core";
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

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

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
  expect(describeRate(i18n, monthly)).toBe("$9 a month");
  expect(describeRate(i18n, { ...monthly, intervalCount: 3, amountMinor: 2450 })).toBe(
    "$24.50 every 3 months",
  );
  expect(describeRate(i18n, { ...monthly, interval: "day" })).toBe("$9 a day");
  expect(describeRate(i18n, { ...monthly, interval: "week", intervalCount: 2 })).toBe(
    "$9 every 2 weeks",
  );
  expect(describeRate(i18n, once)).toBe("$9");
  expect(describeRate(i18n, { ...once, amountMinor: 0 })).toBe("Free");
});

test("a rate is written in the language of the page", () => {
  const german = setupI18n({ locale: "de", messages: { de: {} } });
  expect(describeRate(german, { ...monthly, amountMinor: 1250, currency: "eur" })).toBe(
    "12,50\u00a0€ a month",
  );
});

test("billing intervals have names", () => {
  const intervals = [monthly, yearly, once, { interval: "week" as const, intervalCount: 2 }];
  expect(intervals.map((each) => describeInterval(i18n, each))).toEqual([
    "Monthly",
    "Yearly",
    "One-time",
    "Every 2 weeks",
  ]);
});

test("a product card says 'From' only if there are several prices", () => {
  expect(describeStartingPrice(i18n, [monthly, yearly])).toBe("From $9 a month");
  expect(describeStartingPrice(i18n, [once])).toBe("$9");
});

test("yearly savings are computed only within one currency and are never negative", () => {
  expect(getYearlySavings(yearly, [monthly, yearly])).toBe(1800);
  expect(getYearlySavings(yearly, [{ ...monthly, currency: "eur" }, yearly])).toBe(0);
  expect(getYearlySavings({ ...yearly, amountMinor: 12_000 }, [monthly, yearly])).toBe(0);
  expect(getYearlySavings(monthly, [monthly, yearly])).toBe(0);
});

test("a per-seat price says so, and several seats show their total", () => {
  const seat = { ...monthly, model: "per_seat" as const };
  expect(describeRate(i18n, seat)).toBe("$9 a month per seat");
  expect(describeRate(i18n, { ...seat, intervalCount: 3 })).toBe("$9 per seat every 3 months");
  expect(formatPriceAmount(i18n, seat)).toBe("$9 per seat");
  expect(describeRate(i18n, getPriceForSeats(seat, 3))).toBe("$27 a month");
  expect(describeRate(i18n, getPriceForSeats(monthly, 3))).toBe("$9 a month");
  expect(describeTotal(i18n, getPriceForSeats(seat, 3), 3)).toBe("$27 a month for 3 seats");
  expect(describeTotal(i18n, getPriceForSeats(seat, 1), 1)).toBe("$9 a month");
});

test("a pay-what-you-want price shows its minimum", () => {
  const payWhatYouWant = { ...once, model: "pay_what_you_want" as const, amountMinor: 500 };
  expect(formatPriceAmount(i18n, payWhatYouWant)).toBe("From $5");
  expect(describeStartingPrice(i18n, [payWhatYouWant, once])).toBe("From $5");
});

test("a price says whether tax comes on top or is in it, after the interval and the seats", () => {
  const exclusive = { ...monthly, tax: "exclusive" as const };
  expect(describeRate(i18n, exclusive)).toBe("$9 a month plus tax");
  expect(describeRate(i18n, { ...once, tax: "inclusive" as const })).toBe("$9 incl. tax");
  expect(formatPriceAmount(i18n, exclusive)).toBe("$9 plus tax");
  expect(describeTotal(i18n, { ...exclusive, amountMinor: 2700 }, 3)).toBe(
    "$27 a month for 3 seats plus tax",
  );
  expect(describeStartingPrice(i18n, [exclusive, yearly])).toBe("From $9 a month plus tax");
  expect(describeRate(i18n, { ...exclusive, amountMinor: 0 })).toBe("Free");
});
