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
  paidMinor: number;
  refundedMinor: number;
  isDisputed: boolean;
  /** The paid period of a subscription; null for a one-time purchase. */
  paidPeriod: { start: number; end: number } | null;
  /** Whether earlier periods of the subscription were paid, too: only the latest payment is in `paidMinor`. */
  hasEarlierPayments: boolean;
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
  "earlier_payments",
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
      return { deadline, inTime, proposal: "none", amountMinor: 0, why: [...why, "too_late"] };
    why.push("slightly_late");
  }
  const { amountMinor, proposal, reasons } = decideAmount(facts, period);
  const mustAsk = !inTime || reasons.includes("disputed");
  return {
    deadline,
    inTime,
    proposal: mustAsk ? "ask" : proposal,
    amountMinor,
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

type Decision = Pick<WithdrawalProposal, "proposal" | "amountMinor"> & {
  reasons: WithdrawalReason[];
};

/** Returns what is to be refunded of the payment if the withdrawal counts. */
function decideAmount(facts: WithdrawalFacts, period: WithdrawalPeriod): Decision {
  const { paidMinor, refundedMinor, isDisputed } = facts;
  if (paidMinor === 0) return { proposal: "none", amountMinor: 0, reasons: ["nothing_paid"] };
  const leftMinor = Math.max(paidMinor - refundedMinor, 0);
  if (leftMinor === 0) return { proposal: "none", amountMinor: 0, reasons: ["nothing_left"] };
  // A bank that gives the money back itself must not be joined by a refund.
  if (isDisputed) return { proposal: "ask", amountMinor: 0, reasons: ["disputed"] };
  const { owedMinor, proposal, reasons } = decideParts(facts, period);
  const amountMinor = Math.max(paidMinor - owedMinor - refundedMinor, 0);
  if (refundedMinor > 0) reasons.push("refunded_before");
  if (proposal === "full" && facts.hasEarlierPayments) reasons.push("earlier_payments");
  return { proposal: amountMinor === 0 ? "none" : proposal, amountMinor, reasons };
}

/** Returns what the buyer owes for what they had, by what was bought and what they agreed to. */
function decideParts(
  { kinds, consent, paidMinor, paidPeriod, receivedAt }: WithdrawalFacts,
  period: WithdrawalPeriod,
): { owedMinor: number; proposal: Decision["proposal"]; reasons: WithdrawalReason[] } {
  if (!period.canWaive) return { owedMinor: 0, proposal: "full", reasons: ["never_waived"] };
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
  if (hasContent && !isWaived) return { owedMinor: 0, proposal: "full", reasons };
  if (!hasService) return { owedMinor: paidMinor, proposal: "none", reasons };
  if (!isRequested) return { owedMinor: 0, proposal: "full", reasons };
  if (paidPeriod === null)
    return { owedMinor: 0, proposal: "full", reasons: [...reasons, "service_without_period"] };
  const days = Math.max(Math.round((paidPeriod.end - paidPeriod.start) / DAY), 1);
  const used = Math.floor((receivedAt - paidPeriod.start) / DAY);
  const usedDays = Math.min(Math.max(used, 0), days);
  return { owedMinor: Math.floor((paidMinor * usedDays) / days), proposal: "pro_rata", reasons };
}
