import { setupI18n } from "@lingui/core";
import { describe, expect, it } from "vitest";
import {
  computeConverted,
  describeChange,
  divide,
  formatAxisMoney,
  formatPeriod,
  formatSpan,
} from "./figure-copy.ts";
import { parseRange } from "./range.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

describe("comparison with other days", () => {
  it.each([
    [112, 100, "+12%"],
    [50, 100, "−50%"],
    [1001, 1000, "+<1%"],
    [25, 1, "+2,400%"],
    [-50, -100, "+50%"],
    [5, 5, "0%"],
    [0, 0, "0%"],
    [5, 0, ""],
    [5, null, ""],
  ])("%d after %s is %j", (value, before, expected) => {
    expect(describeChange(i18n, value, before)).toBe(expected);
  });

  it.each([
    [-19_350, -5800, "+234%"],
    [-5800, -19_350, "−70%"],
    [0, -5800, "−100%"],
    [-5800, 0, ""],
    [-10, -10, "0%"],
  ])("refunds or fees of %d after %d are %j", (value, before, expected) => {
    expect(describeChange(i18n, value, before, true)).toBe(expected);
  });
});

it("what was converted or not settled is what revenue lacks to add up to net", () => {
  const of = (total: number, before: number | null = null) => ({ total, before });
  const dollars = { revenue: of(156500), disputed: of(1100), fees: of(8705), net: of(159015) };
  expect(computeConverted(dollars)).toEqual({ total: 12320, before: null });
  const euros = { revenue: of(9900, 500), disputed: of(0, 0), fees: of(0, 0), net: of(0, 0) };
  expect(computeConverted(euros)).toEqual({ total: -9900, before: -500 });
  const all = { revenue: of(2900), disputed: of(0), fees: of(114), net: of(2786) };
  expect(computeConverted(all)).toEqual({ total: 0, before: null });
});

it("periods are formatted in UTC in every time zone", () => {
  expect(formatPeriod(i18n, "2026-03-01", "long")).toBe("March 1, 2026");
  expect(formatPeriod(i18n, "2026-03-01", "short")).toBe("Mar 1");
  expect(formatPeriod(i18n, "2026-03", "long")).toBe("March 2026");
  expect(formatSpan(i18n, { from: "2026-03-01", to: "2026-03-22" })).toBe(
    "Mar 1\u2009–\u200922, 2026",
  );
});

it("a share of nothing is unknown", () => {
  expect(divide(1, 4)).toBe(0.25);
  expect(divide(0, 3)).toBe(0);
  expect(divide(3, 0)).toBeNull();
  expect(divide(null, 3)).toBeNull();
});

it.each([
  [1_250_000, "usd", "$12.5K"],
  [2000, "usd", "$20"],
  [50, "usd", "$0.5"],
  [5000, "jpy", "¥5K"],
])("%d %s on an axis is %s", (amount, currency, expected) => {
  expect(formatAxisMoney(i18n, amount, currency)).toBe(expected);
});

it.each([
  ["", {}],
  ["range=12m&compare=year", { range: "12m", compare: "year" }],
  ["from=2026-03-01&to=2026-03-02&range=7d", { from: "2026-03-01", to: "2026-03-02" }],
  ["from=2026-03-03&to=2026-03-02", {}],
  ["from=2026-13-03&to=2026-13-04&compare=x", {}],
  ["range=forever", {}],
])("the URL's %j is the range %j", (query, expected) => {
  expect(parseRange(new URLSearchParams(query))).toEqual(expected);
});
