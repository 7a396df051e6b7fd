import { DAY } from "../lib/time.ts";
import type { SoldKind } from "./rules.ts";

/** The right of withdrawal of a country: how many days it lasts, and whether buyers of content can give it up. */
export type WithdrawalPeriod = { days: number; canWaive: boolean };

/** What a buyer agreed to when they bought. Times in unix milliseconds; null: they did not. */
export type WithdrawalConsent = {
  /** Content: to deliver it at once, knowing that this ends the right of withdrawal. */
  waivedAt: number | null;
  /** Services: to begin before the period is over. */
  requestedAt: number | null;
  /** When an email was sent that confirms it and tells about the right of withdrawal. */
  confirmedAt: number | null;
};

/** What a proposal is made from. Amounts in minor units, times in unix milliseconds. */
export type WithdrawalFacts = {
  /** When the buyer declared the withdrawal. */
  receivedAt: number;
  /** When the contract was made. */
  concludedAt: number;
  /** The buyer's country as the payment has it; null if it is not known. */
  country: string | null;
  /** The law of that country or, if it is not known, the law to be careful with; null: no right of withdrawal. */
  period: WithdrawalPeriod | null;
  consent: WithdrawalConsent | null;
  /** The kinds of what was bought. */
  kinds: SoldKind[];
  /** Everything that was paid under the contract. */
  payments: WithdrawalPayment[];
};

/** A payment under a contract. Amounts in minor units, times in unix milliseconds. */
export type WithdrawalPayment = {
  id: string;
  paidMinor: number;
  refundedMinor: number;
  isDisputed: boolean;
  /** What time of a subscription it paid for; null for a one-time purchase. */
  period: { start: number; end: number } | null;
};

/** Why a proposal is what it is. The console has a sentence for each. */
export const withdrawalReasons = [
  "no_right_in_country",
  "country_unknown",
  "not_informed",
  "too_late",
  "slightly_late",
  "never_waived",
  "content_waived",
  "content_not_waived",
  "service_requested",
  "service_not_requested",
  "service_without_period",
  "mixed",
  "refunded_before",
  "several_payments",
  "disputed",
  "nothing_paid",
  "nothing_left",
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** What a withdrawal means, and what to refund. */
export type WithdrawalProposal = {
  /** The last moment at which the buyer could withdraw; null if the law gives no right. Unix milliseconds. */
  deadline: number | null;
  inTime: boolean;
  /** `ask`: the law does not decide it, or Stripe allows no refund now; the team decides. */
  proposal: "full" | "pro_rata" | "none" | "ask";
  /** What to refund, in minor units. For `ask`, what it would be if the team accepts. */
  amountMinor: number;
  /** What that is of each payment; none if the law gives no right, or it is too late. */
  parts: { id: string; amountMinor: number }[];
  why: WithdrawalReason[];
};

/** A statement is not refused for so little: time zones and public holidays are not known. */
const SLIGHTLY_LATE_MS = 3 * DAY;

/** How much longer the right lasts if the buyer was not told about it. */
const MONTHS_WITHOUT_INFORMATION = 12;

/**
 * Proposes what to do with a withdrawal: a full refund, a part of it, or none. Where a fact is not known, it proposes
 * what is better for the buyer. No legal advice; the team decides.
 */
export function proposeWithdrawal(facts: WithdrawalFacts): WithdrawalProposal {
  const { period, consent, receivedAt } = facts;
  if (period === null)
    return {
      deadline: null,
      inTime: false,
      proposal: "none",
      amountMinor: 0,
      parts: [],
      why: ["no_right_in_country"],
    };
  const why: WithdrawalReason[] = facts.country === null ? ["country_unknown"] : [];
  // Who may withdraw for any reason within days, and can't give that up, needs no information to lose it.
  const isInformed = !period.canWaive || (consent !== null && consent.confirmedAt !== null);
  const deadline = findDeadline(facts.concludedAt, period.days, isInformed);
  if (!isInformed) why.push("not_informed");
  const inTime = receivedAt < deadline;
  if (!inTime) {
    const isSlight = receivedAt < deadline + SLIGHTLY_LATE_MS;
    if (!isSlight)
      return {
        deadline,
        inTime,
        proposal: "none",
        amountMinor: 0,
        parts: [],
        why: [...why, "too_late"],
      };
    why.push("slightly_late");
  }
  const { parts, proposal, reasons } = decideParts(facts, period);
  const amountMinor = sum(parts.map((part) => part.amountMinor));
  const mustAsk = !inTime || reasons.includes("disputed");
  return {
    deadline,
    inTime,
    proposal: mustAsk ? "ask" : amountMinor === 0 ? "none" : proposal,
    amountMinor,
    parts,
    why: [...why, ...reasons],
  };
}

/**
 * Returns the first moment after the period: the day of the contract does not count, and a period that would end on a
 * Saturday or Sunday ends on the Monday. In UTC.
 */
function findDeadline(concludedAt: number, days: number, isInformed: boolean): number {
  const end = new Date(Math.floor(concludedAt / DAY) * DAY + days * DAY);
  if (!isInformed) end.setUTCMonth(end.getUTCMonth() + MONTHS_WITHOUT_INFORMATION);
  while ([0, 6].includes(end.getUTCDay())) end.setUTCDate(end.getUTCDate() + 1);
  return end.getTime() + DAY;
}

type Decision = Pick<WithdrawalProposal, "proposal" | "parts"> & { reasons: WithdrawalReason[] };

/** Returns what is to be refunded of each payment if the withdrawal counts. */
function decideParts(facts: WithdrawalFacts, period: WithdrawalPeriod): Decision {
  const { payments } = facts;
  const left = payments.filter(({ paidMinor, refundedMinor }) => paidMinor > refundedMinor);
  const none = (reason: WithdrawalReason): Decision => ({
    proposal: reason === "disputed" ? "ask" : "none",
    parts: [],
    reasons: [reason],
  });
  if (sum(payments.map(({ paidMinor }) => paidMinor)) === 0) return none("nothing_paid");
  if (left.length === 0) return none("nothing_left");
  // A bank that gives the money back itself must not be joined by a refund.
  if (left.every(({ isDisputed }) => isDisputed)) return none("disputed");
  const { findOwed, proposal, reasons } = decideOwed(facts, period);
  if (payments.length > 1) reasons.push("several_payments");
  if (payments.some(({ refundedMinor }) => refundedMinor > 0)) reasons.push("refunded_before");
  if (left.some(({ isDisputed }) => isDisputed)) reasons.push("disputed");
  const parts = payments.map((payment) => {
    const { id, paidMinor, refundedMinor, isDisputed } = payment;
    const dueMinor = isDisputed ? 0 : paidMinor - findOwed(payment) - refundedMinor;
    return { id, amountMinor: Math.max(dueMinor, 0) };
  });
  return { proposal, parts, reasons };
}

/** Returns what the buyer owes of a payment for what they had, by what was bought and what they agreed to. */
function decideOwed(
  { kinds, consent, payments, receivedAt }: WithdrawalFacts,
  period: WithdrawalPeriod,
): {
  findOwed: (payment: WithdrawalPayment) => number;
  proposal: Decision["proposal"];
  reasons: WithdrawalReason[];
} {
  const full = (...reasons: WithdrawalReason[]) => ({
    findOwed: () => 0,
    proposal: "full" as const,
    reasons,
  });
  if (!period.canWaive) return full("never_waived");
  const hasContent = kinds.includes("content");
  // Without any benefit, nothing was delivered at once.
  const hasService = kinds.includes("service") || !hasContent;
  // Without the confirmation by email, neither counts.
  const isConfirmed = consent !== null && consent.confirmedAt !== null;
  const isWaived = isConfirmed && consent.waivedAt !== null;
  const isRequested = isConfirmed && consent.requestedAt !== null;
  const reasons: WithdrawalReason[] = [];
  if (hasContent) reasons.push(isWaived ? "content_waived" : "content_not_waived");
  if (hasService) reasons.push(isRequested ? "service_requested" : "service_not_requested");
  if (hasContent && hasService) reasons.push("mixed");
  // How the price is split between the parts is not known: each part that must be refunded counts as the whole price.
  if (hasContent && !isWaived) return full(...reasons);
  if (!hasService) return { findOwed: ({ paidMinor }) => paidMinor, proposal: "none", reasons };
  if (!isRequested) return full(...reasons);
  if (payments.every((payment) => payment.period === null))
    return full(...reasons, "service_without_period");
  return {
    findOwed: (payment) => findUsed(payment, receivedAt),
    proposal: "pro_rata",
    reasons,
  };
}

/** Returns what a payment paid for the days before a time, in minor units. */
function findUsed({ paidMinor, period }: WithdrawalPayment, until: number): number {
  if (period === null) return 0;
  const days = Math.max(Math.round((period.end - period.start) / DAY), 1);
  const used = Math.floor((until - period.start) / DAY);
  return Math.floor((paidMinor * Math.min(Math.max(used, 0), days)) / days);
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
