import { setupI18n } from "@lingui/core";
import { expect, it } from "vitest";
import { describeSummary, type Summary } from "./list-summary.tsx";

const describe = (summary: Summary) =>
  describeSummary(
    setupI18n({ locale: "en", messages: { en: {} } }),
    summary,
    (count, isMore) => `${count}${isMore ? "+" : ""} orders`,
  );

it("a summary says how many rows match and what was paid, disputed and refunded in each currency", () => {
  const totals = [
    { currency: "eur", paidMinor: 2000, refundedMinor: 0, disputedMinor: 0 },
    { currency: "usd", paidMinor: 34_800, refundedMinor: 2900, disputedMinor: 12_900 },
  ];
  expect(describe({ count: 12, isMore: false, totals })).toBe(
    "12 orders · €20.00 and $348.00 paid · $129.00 disputed · $29.00 refunded",
  );
  const large = [{ currency: "usd", paidMinor: 799_740, refundedMinor: 0, disputedMinor: 0 }];
  expect(describe({ count: 2, isMore: false, totals: large })).toBe("2 orders · $7,997.40 paid");
  expect(describe({ count: 2, isMore: false, totals: [] })).toBe("2 orders");
  expect(describe({ count: 2, isMore: false })).toBe("2 orders");
});

it("a summary says so if there are more rows than were counted", () => {
  expect(describe({ count: 1000, isMore: true })).toBe("1000+ orders");
  expect(describe({ count: 1000, isMore: true, totals: null })).toBe(
    "1000+ orders · Filter by date to see totals",
  );
});
