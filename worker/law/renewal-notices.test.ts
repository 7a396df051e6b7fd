import { expect, test } from "vitest";
import { chooseNoticeDays, findAnnualNotices, findRenewalNotices } from "./renewal-notices.ts";
import { findByTopic, rules } from "./rules.ts";

const everywhere = { buyers: "everywhere", on: "2026-11-26", wish: null } as const;
const us = { countries: ["US"], days: 30, longerThan: 364 };
const gb = { countries: ["GB"], days: 30, longerThan: 180 };
const unknown = { countries: [""], days: 30, longerThan: 364 };

test.each<[string, Parameters<typeof findRenewalNotices>[0], unknown[]]>([
  ["buyers in California, who may be anywhere in the United States", everywhere, [us, unknown]],
  [
    "buyers in the United Kingdom, too, from the day of its law",
    { ...everywhere, on: "2027-04-01" },
    [us, gb, { ...unknown, longerThan: 180 }],
  ],
  [
    "no buyer of an unknown country, if the shop sells only where no law asks for it",
    { ...everywhere, buyers: ["DE"] },
    [us],
  ],
  [
    "everybody, as early as the seller wishes",
    { ...everywhere, wish: 20 },
    [
      { ...us, days: 20, longerThan: 180 },
      { ...gb, days: 20 },
      { ...unknown, days: 20, longerThan: 180 },
      { countries: "others", days: 20, longerThan: 180 },
    ],
  ],
  [
    "those whom the law protects, not later than it allows",
    { ...everywhere, wish: 7 },
    [
      { ...us, days: 15, longerThan: 180 },
      { ...gb, days: 7 },
      { ...unknown, days: 15, longerThan: 180 },
      { countries: "others", days: 7, longerThan: 180 },
    ],
  ],
])("a renewal is announced to %s", (_, input, expected) => {
  expect(findRenewalNotices(input)).toEqual(expected);
});

test("a yearly notice is for buyers in the United States, and for unknown countries that may be theirs", () => {
  expect(findAnnualNotices(everywhere)).toEqual(["US", ""]);
  expect(findAnnualNotices({ ...everywhere, buyers: ["DE"] })).toEqual(["US"]);
  expect(findAnnualNotices({ ...everywhere, on: "2025-06-30" })).toEqual([]);
});

test("every wish becomes a day that every rule about renewals allows", () => {
  const owed = findByTopic(rules, "renewal_notice").filter(({ before }) => before === "renewal");
  expect(owed.length).toBeGreaterThan(1);
  for (const wish of [1, 7, 14, 30, 45, 90])
    for (const { days } of owed) {
      expect(chooseNoticeDays(owed, wish)).toBeLessThanOrEqual(days.earliest);
      expect(chooseNoticeDays(owed, wish)).toBeGreaterThanOrEqual(days.latest);
    }
});
