import { describe, expect, it } from "vitest";
import { addUpByDay, toTaxParts, type Movement, type TaxPart } from "./daily-totals.ts";

const taxed = (netMinor: number, taxMinor: number, rates = ""): TaxPart => ({
  treatment: "Taxed",
  rates,
  netMinor,
  taxMinor,
});
const untaxed = (treatment: TaxPart["treatment"], netMinor: number): TaxPart => ({
  treatment,
  rates: "",
  netMinor,
  taxMinor: 0,
});
const book = taxed(10_000, 700, "txr_7");
const course = taxed(5000, 950, "txr_19");

const paid = (amountMinor: number, parts: TaxPart[], other: Partial<Movement> = {}): Movement => ({
  kind: "payment",
  day: "2026-11-30",
  country: "DE",
  currency: "eur",
  amountMinor,
  parts,
  ...other,
});
const refunded = (...[amountMinor, parts, other]: Parameters<typeof paid>): Movement =>
  paid(amountMinor, parts, { ...other, kind: "refund" });

/** Each row as `day country currency treatment percent: net + tax − refunded (its tax)`. */
const show = (movements: Movement[], percents: Record<string, number> = {}) =>
  addUpByDay(movements, new Map(Object.entries(percents))).map(
    (row) =>
      `${row.day.slice(5)} ${row.country} ${row.currency} ${row.treatment} ${row.percent}: ${row.netMinor} + ${row.taxMinor} − ${row.refundedMinor} (${row.refundedTaxMinor})`,
  );

describe("daily totals", () => {
  it.each([
    [
      "two rates on one invoice are two rows",
      [paid(16_650, [book, course])],
      ["11-30 DE eur Taxed 7: 10000 + 700 − 0 (0)", "11-30 DE eur Taxed 19: 5000 + 950 − 0 (0)"],
    ],
    [
      "payments of a day are added up, those of other days, countries and currencies are not",
      [
        paid(5950, [course]),
        paid(5950, [course]),
        paid(5950, [course], { day: "2026-11-29" }),
        paid(5950, [course], { country: "AT" }),
        paid(5950, [course], { currency: "usd" }),
      ],
      [
        "11-29 DE eur Taxed 19: 5000 + 950 − 0 (0)",
        "11-30 AT eur Taxed 19: 5000 + 950 − 0 (0)",
        "11-30 DE eur Taxed 19: 10000 + 1900 − 0 (0)",
        "11-30 DE usd Taxed 19: 5000 + 950 − 0 (0)",
      ],
    ],
    [
      "a refund is split like its invoice, and no cent is lost",
      [paid(16_650, [book, course]), refunded(1001, [book, course])],
      [
        "11-30 DE eur Taxed 7: 10000 + 700 − 643 (42)",
        "11-30 DE eur Taxed 19: 5000 + 950 − 358 (57)",
      ],
    ],
    [
      "a refund of an earlier month counts on its own day",
      [refunded(5950, [course], { day: "2026-11-02" })],
      ["11-02 DE eur Taxed 19: 0 + 0 − 5950 (950)"],
    ],
    [
      "a currency without cents is split to its unit",
      [
        paid(1100, [taxed(1000, 100)], { currency: "jpy", country: "JP" }),
        refunded(333, [taxed(1000, 100)], { currency: "jpy", country: "JP" }),
      ],
      ["11-30 JP jpy Taxed 10: 1000 + 100 − 333 (30)"],
    ],
    [
      "the reverse charge, exempt and untaxed sales have no tax and no rate",
      [
        paid(900, [untaxed("Reverse charge", 900)]),
        paid(700, [untaxed("Exempt", 700)]),
        paid(500, [untaxed("No tax calculated", 500)]),
      ],
      [
        "11-30 DE eur Exempt null: 700 + 0 − 0 (0)",
        "11-30 DE eur No tax calculated null: 500 + 0 − 0 (0)",
        "11-30 DE eur Reverse charge null: 900 + 0 − 0 (0)",
      ],
    ],
    [
      "a payment that is less than its invoice, which a credit paid in part, is split in the same way",
      [paid(8325, [book, course])],
      ["11-30 DE eur Taxed 7: 5000 + 350 − 0 (0)", "11-30 DE eur Taxed 19: 2500 + 475 − 0 (0)"],
    ],
    [
      "a credit for unused time lessens its rate",
      [paid(3570, [taxed(5000, 950, "txr_19"), taxed(-2000, -380, "txr_19")])],
      ["11-30 DE eur Taxed 19: 3000 + 570 − 0 (0)"],
    ],
    [
      "a payment without an invoice is unknown",
      [paid(900, [])],
      ["11-30 DE eur Unknown null: 900 + 0 − 0 (0)"],
    ],
    [
      "an invoice of nothing leaves its payment unknown",
      [paid(900, [untaxed("No tax calculated", 0)])],
      ["11-30 DE eur Unknown null: 900 + 0 − 0 (0)"],
    ],
    [
      "a rate that is usual nowhere has two decimals",
      [paid(108_875, [taxed(100_000, 8875)], { country: "US" })],
      ["11-30 US eur Taxed 8.88: 100000 + 8875 − 0 (0)"],
    ],
  ] satisfies [string, Movement[], string[]][])("%s", (_, movements, rows) => {
    expect(show(movements)).toEqual(rows);
  });

  it("a rate that Stripe names counts, also where the rounding of small amounts hides it", () => {
    // 19 percent of 0.50 are 0.095.
    const small = paid(60, [taxed(50, 10, "txr_19")]);
    expect(show([small], { txr_19: 19 })).toEqual(["11-30 DE eur Taxed 19: 50 + 10 − 0 (0)"]);
    const both = paid(10_888, [taxed(10_000, 888, "txr_city,txr_state")]);
    expect(show([both], { txr_city: 4.875, txr_state: 4 })).toEqual([
      "11-30 DE eur Taxed 8.875: 10000 + 888 − 0 (0)",
    ]);
  });

  it("an invoice is split by line, after discounts, with the tax on top or included", () => {
    const line = (amount: number, tax: number, behavior: string, reason = "standard_rated") => ({
      amount,
      discount_amounts: [{ amount: 100 }],
      taxes: [
        {
          amount: tax,
          tax_behavior: behavior,
          taxability_reason: reason,
          tax_rate_details: { tax_rate: "txr_1" },
        },
      ],
    });
    const data = [
      line(1100, 190, "exclusive"),
      line(1290, 190, "inclusive"),
      line(600, 0, "exclusive", "reverse_charge"),
    ];
    expect(toTaxParts({ lines: { data } } as unknown as Parameters<typeof toTaxParts>[0])).toEqual([
      taxed(1000, 190, "txr_1"),
      taxed(1000, 190, "txr_1"),
      untaxed("Reverse charge", 500),
    ]);
  });
});
