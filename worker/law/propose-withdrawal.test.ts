import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../lib/time.ts";
import {
  proposeWithdrawal,
  type WithdrawalFacts,
  type WithdrawalPayment,
} from "./propose-withdrawal.ts";

// A Monday. 14 days later is a Monday, too.
const bought = Date.parse("2026-03-02T09:00:00Z");
const europe = { days: 14, canWaive: true };
const brazil = { days: 7, canWaive: false };

const agreed = { waivedAt: bought, requestedAt: bought, confirmedAt: bought };
const waived = { ...agreed, requestedAt: null };
const requested = { ...agreed, waivedAt: null };

/** A file for 29.00, bought in Germany with a valid waiver, and withdrawn from three days later. */
const file: WithdrawalFacts = {
  receivedAt: bought + 3 * DAY,
  concludedAt: bought,
  country: "DE",
  period: europe,
  consent: waived,
  kinds: ["content"],
  payments: [{ id: "pi_1", paidMinor: 2900, refundedMinor: 0, isDisputed: false, period: null }],
};

/** Changes the only payment. */
const paying = (facts: WithdrawalFacts, change: Partial<WithdrawalPayment>): WithdrawalFacts => ({
  ...facts,
  payments: facts.payments.map((payment) => ({ ...payment, ...change })),
});

/** A membership for 30.00 a month of 30 days, begun on request. */
const membership: WithdrawalFacts = paying(
  { ...file, consent: requested, kinds: ["service"] },
  { paidMinor: 3000, period: { start: bought, end: bought + 30 * DAY } },
);

/** A service for 7.00 a week, withdrawn from on the tenth day, with a renewal before the team looked at it. */
const weekly: WithdrawalFacts = {
  ...membership,
  receivedAt: bought + 10 * DAY,
  payments: [0, 1, 2].map((week) => ({
    ...membership.payments[0]!,
    id: `pi_${week}`,
    paidMinor: 700,
    period: { start: bought + week * 7 * DAY, end: bought + (week + 1) * 7 * DAY },
  })),
};

const informedUntil = Date.parse("2026-03-17");
const uninformedUntil = Date.parse("2027-03-17");

describe("proposeWithdrawal proposes", () => {
  it.each<[string, WithdrawalFacts, ReturnType<typeof proposeWithdrawal>["proposal"], number]>([
    ["nothing for content with a valid waiver", file, "none", 0],
    [
      "all for content whose waiver was not confirmed",
      { ...file, consent: { ...waived, confirmedAt: null } },
      "full",
      2900,
    ],
    ["all for content without a waiver", { ...file, consent: null }, "full", 2900],
    [
      "all for content if only services were agreed to",
      { ...file, consent: requested },
      "full",
      2900,
    ],
    ["the days that are left of a service", membership, "pro_rata", 2700],
    [
      "all on the first day of a service",
      { ...membership, receivedAt: bought + HOUR },
      "pro_rata",
      3000,
    ],
    [
      "all for a service that nobody asked to begin",
      { ...membership, consent: null },
      "full",
      3000,
    ],
    ["all for a service without a period", paying(membership, { period: null }), "full", 3000],
    [
      "nothing for a period that is used up",
      paying(membership, { period: { start: bought, end: bought + 2 * DAY } }),
      "none",
      0,
    ],
    [
      "the days left for both, agreed to",
      { ...membership, consent: agreed, kinds: ["content", "service"] },
      "pro_rata",
      2700,
    ],
    [
      "all for both if the content was not waived",
      { ...membership, kinds: ["content", "service"] },
      "full",
      3000,
    ],
    ["all for a product without benefits", { ...file, kinds: [], consent: waived }, "full", 2900],
    [
      "all in Brazil, whatever was agreed to",
      { ...file, country: "BR", period: brazil },
      "full",
      2900,
    ],
    [
      "what is left after a partial refund",
      paying({ ...file, consent: null }, { refundedMinor: 1000 }),
      "full",
      1900,
    ],
    [
      "the days left without what was refunded before",
      paying(membership, { refundedMinor: 1000 }),
      "pro_rata",
      1700,
    ],
    [
      "nothing if more was refunded than is left",
      paying(membership, { refundedMinor: 2800 }),
      "none",
      0,
    ],
    [
      "nothing after a full refund",
      paying({ ...file, consent: null }, { refundedMinor: 2900 }),
      "none",
      0,
    ],
    ["nothing for what was free", paying({ ...file, consent: null }, { paidMinor: 0 }), "none", 0],
    [
      "a question while the payment is disputed",
      paying({ ...file, consent: null }, { isDisputed: true }),
      "ask",
      0,
    ],
    ["nothing where the law gives no right", { ...file, country: "US", period: null }, "none", 0],
    ["all if the country is not known", { ...file, country: null, consent: null }, "full", 2900],
  ])("%s", (_, facts, proposal, amountMinor) => {
    expect(proposeWithdrawal(facts)).toMatchObject({ proposal, amountMinor });
  });

  it.each<[string, WithdrawalFacts, string[]]>([
    ["a waiver", file, ["content_waived"]],
    ["a missing waiver", { ...file, consent: null }, ["not_informed", "content_not_waived"]],
    [
      "both parts",
      { ...membership, consent: agreed, kinds: ["content", "service"] },
      ["content_waived", "service_requested", "mixed"],
    ],
    ["an unknown country", { ...file, country: null }, ["country_unknown", "content_waived"]],
    ["a right that can't be given up", { ...file, period: brazil }, ["never_waived"]],
    [
      "what was refunded before",
      paying(membership, { refundedMinor: 1 }),
      ["service_requested", "refunded_before"],
    ],
    [
      "several payments",
      { ...weekly, consent: null },
      ["not_informed", "service_not_requested", "several_payments"],
    ],
    ["a dispute", paying(file, { isDisputed: true }), ["disputed"]],
  ])("with %s as a reason", (_, facts, why) => {
    expect(proposeWithdrawal(facts).why).toEqual(why);
  });
});

describe("a subscription that was paid several times", () => {
  const withPayment = (at: number, change: Partial<WithdrawalPayment>): WithdrawalFacts => ({
    ...weekly,
    payments: weekly.payments.map((payment, index) =>
      index === at ? { ...payment, ...change } : payment,
    ),
  });

  it.each<[string, WithdrawalFacts, string, number[]]>([
    [
      "pays for the days until the statement, and for none after it",
      weekly,
      "pro_rata",
      [0, 400, 700],
    ],
    [
      "is refunded in full if nobody asked it to begin",
      { ...weekly, consent: null },
      "full",
      [700, 700, 700],
    ],
    [
      "is refunded in full in Brazil",
      { ...weekly, receivedAt: bought, period: brazil },
      "full",
      [700, 700, 700],
    ],
    [
      "keeps what was refunded before",
      withPayment(1, { refundedMinor: 300 }),
      "pro_rata",
      [0, 100, 700],
    ],
    [
      "leaves a disputed payment to the bank",
      withPayment(2, { isDisputed: true }),
      "ask",
      [0, 400, 0],
    ],
    [
      "is used up at the end of its only period",
      { ...weekly, payments: weekly.payments.slice(0, 1) },
      "none",
      [0],
    ],
  ])("%s", (_, facts, proposal, parts) => {
    const found = proposeWithdrawal(facts);
    expect(found.proposal).toBe(proposal);
    expect(found.parts.map(({ amountMinor }) => amountMinor)).toEqual(parts);
    expect(found.amountMinor).toBe(parts.reduce((total, part) => total + part, 0));
  });
});

describe("the deadline of a withdrawal", () => {
  it.each<[string, Partial<WithdrawalFacts>, number]>([
    ["is the end of the 14th day after the contract", {}, informedUntil],
    [
      "is a year later if the buyer was not told about the right",
      { consent: null },
      uninformedUntil,
    ],
    [
      "is the end of the 7th day in Brazil",
      { period: brazil, consent: null },
      Date.parse("2026-03-10"),
    ],
    // 14 days after Saturday, March 7 is Saturday, March 21.
    [
      "is on Monday instead of a Saturday",
      { concludedAt: Date.parse("2026-03-07T23:59:59Z") },
      Date.parse("2026-03-24"),
    ],
    [
      "is on Monday instead of a Sunday",
      { concludedAt: Date.parse("2026-03-08T00:00:00Z") },
      Date.parse("2026-03-24"),
    ],
  ])("%s", (_, change, deadline) => {
    expect(proposeWithdrawal({ ...file, ...change }).deadline).toBe(deadline);
  });

  it.each([
    [-1, true, "pro_rata", "service_requested"],
    [0, false, "ask", "slightly_late"],
    [3 * DAY - 1, false, "ask", "slightly_late"],
    [3 * DAY, false, "none", "too_late"],
  ])("%i ms after it: in time is %s, and the proposal %s", (late, inTime, proposal, reason) => {
    const found = proposeWithdrawal({ ...membership, receivedAt: informedUntil + late });
    expect(found).toMatchObject({ inTime, proposal });
    expect(found.why).toContain(reason);
  });
});
