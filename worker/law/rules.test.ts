import { describe, expect, test } from "vitest";
import { countryCodes } from "../shared/country-codes.ts";
import { includesTaxByDefault } from "./countries.ts";
import {
  findByTopic,
  findRules,
  findWithdrawalPeriod,
  hasTopic,
  listRules,
  rules,
  type RuleId,
} from "./rules.ts";

/** What applies to a seller in one country who sells to consumers of others, on a day. */
const cases: {
  what: string;
  seller: string | null;
  buyers: "everywhere" | string[];
  on: string;
  has: RuleId[];
  lacks: RuleId[];
}[] = [
  {
    what: "a German shop that sells at home",
    seller: "DE",
    buyers: ["DE"],
    on: "2026-11-26",
    has: [
      "eu_withdrawal_period",
      "eu_withdrawal_function",
      "eu_consent_content",
      "eu_consent_service",
      "de_button_words",
      "eu_last_screen",
      "de_cancellation",
      "de_imprint",
      "eu_accessibility",
      "eu_price_display",
    ],
    lacks: ["fr_cancellation", "uk_withdrawal_period", "br_withdrawal_period", "us_last_screen"],
  },
  {
    what: "a shop in the United States that sells to Germany",
    seller: "US",
    buyers: ["DE"],
    on: "2026-11-26",
    has: ["eu_withdrawal_period", "de_cancellation", "eu_price_display"],
    lacks: ["de_imprint", "eu_imprint", "us_cancellation"],
  },
  {
    what: "a German shop that sells to France only",
    seller: "DE",
    buyers: ["FR"],
    on: "2026-11-26",
    has: ["fr_cancellation", "eu_button_words", "de_imprint"],
    lacks: ["de_cancellation", "de_button_words"],
  },
  {
    what: "the day before the withdrawal function",
    seller: "FR",
    buyers: ["FR"],
    on: "2026-06-18",
    has: ["eu_withdrawal_period"],
    lacks: ["eu_withdrawal_function"],
  },
  {
    what: "the first day of the withdrawal function",
    seller: "FR",
    buyers: ["FR"],
    on: "2026-06-19",
    has: ["eu_withdrawal_function"],
    lacks: [],
  },
  {
    what: "Norway, which is not in the European Union",
    seller: "NO",
    buyers: ["NO"],
    on: "2026-11-26",
    has: ["eu_withdrawal_period", "eu_button_words"],
    lacks: ["eu_withdrawal_function", "eu_accessibility"],
  },
  {
    what: "the United Kingdom before its rules for subscriptions",
    seller: "GB",
    buyers: ["GB"],
    on: "2027-03-31",
    has: ["uk_withdrawal_period", "uk_consent_content", "uk_button_words", "uk_price_display"],
    lacks: ["uk_cancellation", "uk_renewal_notice", "eu_withdrawal_function"],
  },
  {
    what: "the United Kingdom with its rules for subscriptions",
    seller: "GB",
    buyers: ["GB"],
    on: "2027-04-01",
    has: ["uk_cancellation", "uk_renewal_notice"],
    lacks: [],
  },
  {
    what: "the United States, where some buyers live in California",
    seller: "US",
    buyers: ["US"],
    on: "2026-11-26",
    has: ["us_last_screen", "us_cancellation", "ca_renewal_notice", "ca_annual_notice"],
    lacks: ["eu_price_display", "eu_button_words"],
  },
  {
    what: "Brazil",
    seller: "BR",
    buyers: ["BR"],
    on: "2026-11-26",
    has: ["br_withdrawal_period", "br_privacy", "br_decreto_7962", "br_price_display"],
    lacks: ["eu_imprint", "eu_withdrawal_function"],
  },
  {
    what: "Japan",
    seller: "JP",
    buyers: ["JP"],
    on: "2026-11-26",
    has: ["jp_last_screen", "jp_sct", "jp_price_display"],
    lacks: ["eu_withdrawal_period"],
  },
  {
    what: "a shop that has not said where it is and sells everywhere",
    seller: null,
    buyers: "everywhere",
    on: "2026-11-26",
    has: ["eu_withdrawal_function", "de_cancellation", "ca_annual_notice", "jp_sct"],
    lacks: ["de_imprint", "eu_imprint"],
  },
];

describe("the rules that apply", () => {
  test.each(cases)("$what has the rules of its row", ({ seller, buyers, on, has, lacks }) => {
    const ids = findRules({ seller, buyers, on }).map(({ id }) => id);
    expect(has.filter((id) => !ids.includes(id))).toEqual([]);
    expect(lacks.filter((id) => ids.includes(id))).toEqual([]);
  });

  test("a country without rows has no rules", () => {
    expect(findRules({ seller: "NZ", buyers: ["NZ"], on: "2026-11-26" })).toEqual([]);
  });

  test("a rule that applies only later is listed, but not found", () => {
    const market = { seller: "GB", buyers: ["GB"] };
    const later = listRules(market).filter(
      (rule) => !findRules({ ...market, on: "2026-11-26" }).includes(rule),
    );
    expect(later.map(({ id, from }) => [id, from])).toEqual([
      ["uk_renewal_notice", "2027-04-01"],
      ["uk_cancellation", "2027-04-01"],
    ]);
  });

  test("a rule of California applies to a buyer there, and not to one in New York", () => {
    const find = (place: string) => findRules({ seller: null, buyers: [place], on: "2026-11-26" });
    expect(hasTopic(find("US-CA"), "annual_notice")).toBe(true);
    expect(hasTopic(find("US-NY"), "annual_notice")).toBe(false);
    expect(hasTopic(find("US-NY"), "cancellation")).toBe(true);
  });

  test("a rule about renewals says when its notice is due", () => {
    const found = findRules({ seller: null, buyers: ["US"], on: "2026-11-26" });
    expect(
      findByTopic(found, "renewal_notice").map(({ before, longerThan, days }) => [
        before,
        longerThan,
        days,
      ]),
    ).toEqual([
      ["renewal", 364, { earliest: 45, latest: 15 }],
      ["trial_end", 31, { earliest: 21, latest: 3 }],
    ]);
  });
});

describe("the withdrawal period", () => {
  test.each([
    ["DE", { days: 14, canWaive: true }],
    ["GB", { days: 14, canWaive: true }],
    ["BR", { days: 7, canWaive: false }],
    ["US", null],
    ["JP", null],
    [null, { days: 14, canWaive: true }],
  ])("a buyer in %s has the withdrawal period %o", (country, period) => {
    expect(findWithdrawalPeriod(country, "2026-11-26")).toEqual(period);
  });
});

describe("the table", () => {
  test("each rule has an id of its own, an HTTPS source and known places", () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { url, from, where } of rules) {
      expect(new URL(url).protocol).toBe("https:");
      expect(from === null || new Date(from).toISOString().startsWith(from)).toBe(true);
      const places = "seller" in where ? where.seller : where.buyers;
      expect(places.filter((place) => !countryCodes.includes(place.split("-")[0]!))).toEqual([]);
    }
  });

  test("each notice can be sent: its earliest day is before its latest", () => {
    const notices = [
      ...findByTopic(rules, "renewal_notice"),
      ...findByTopic(rules, "price_change_notice"),
    ];
    expect(notices.length).toBeGreaterThan(0);
    for (const { days } of notices) expect(days.earliest).toBeGreaterThan(days.latest);
  });
});

test.each([
  ["DE", true],
  ["JP", true],
  ["US", false],
  ["CA", false],
  [null, false],
])("new prices of a seller in %s include tax: %s", (seller, expected) => {
  expect(includesTaxByDefault(seller)).toBe(expected);
});
