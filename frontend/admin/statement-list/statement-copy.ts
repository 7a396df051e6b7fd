import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Status } from "../frame/label.tsx";
import type { Contract, ListedStatement, Statement } from "./queries.ts";

/** How each state of a statement is shown. */
export const statementStates: Record<ListedStatement["state"], Status> = {
  open: { tone: "warning", label: msg`Open` },
  accepted: { tone: "good", label: msg`Accepted` },
  refused: { tone: "neutral", label: msg`Refused` },
};

/** The names of the kinds. */
export const statementKinds: Record<ListedStatement["kind"], MessageDescriptor> = {
  withdrawal: msg`Withdrawal`,
  cancellation: msg`Cancellation`,
};

/** Returns what a statement is: "Withdrawal", or "Cancellation for cause". */
export function describeKind(i18n: I18n, { kind, cause }: Pick<ListedStatement, "kind" | "cause">) {
  return i18n._(cause === "for_cause" ? msg`Cancellation for cause` : statementKinds[kind]);
}

type Proposal = NonNullable<Statement["proposal"]>;

const reasons: Record<Proposal["why"][number], MessageDescriptor> = {
  no_right_in_country: msg`The law of the buyer’s country gives no right of withdrawal. You may still accept it.`,
  country_unknown: msg`The buyer’s country isn’t known, so the longest period is assumed.`,
  not_informed: msg`No email about the right of withdrawal was sent with this purchase. In the EU, that makes the period up to 12 months longer.`,
  too_late: msg`The period was over when the statement arrived.`,
  slightly_late: msg`The statement arrived just after the deadline. Check whether a public holiday or the buyer’s time zone makes a difference.`,
  never_waived: msg`In this country, buyers can’t give up the right: everything is refunded.`,
  content_waived: msg`Content was delivered at once. The buyer agreed to it and to losing the right of withdrawal, and got that by email.`,
  content_not_waived: msg`There is no valid waiver for the content, so the right of withdrawal stays: everything is refunded.`,
  service_requested: msg`The buyer asked for the service to begin at once, so the days until the statement are paid for.`,
  service_not_requested: msg`The buyer didn’t ask for the service to begin within the period, so everything is refunded.`,
  service_without_period: msg`The service has no paid period to calculate days from, so everything is refunded.`,
  mixed: msg`It includes content and a service under one price. The proposal counts the whole price for the part that is refunded: change the amount if you can say what each part is worth.`,
  refunded_before: msg`What was refunded before is taken off.`,
  several_payments: msg`The subscription was paid more than once. The proposal is about all payments, the newest first.`,
  disputed: msg`The payment is disputed, so the bank may give the money back. A refund isn’t possible until the dispute is closed.`,
  nothing_paid: msg`Nothing was paid, so there is nothing to refund. A gift is ended on the customer’s page.`,
  nothing_left: msg`Everything was refunded already.`,
};

/** Says why a proposal is what it is, a sentence for each reason. */
export function explainProposal(i18n: I18n, { why }: Proposal): string[] {
  return why.map((reason) => i18n._(reasons[reason]));
}

/**
 * Says what a withdrawal means: "Full refund: $29.00".
 * @param currency of the amount
 */
export function describeProposal(
  i18n: I18n,
  { proposal, amountMinor }: Proposal,
  currency: string,
): string {
  const amount = formatsOf(i18n).money(amountMinor, currency, "exact");
  switch (proposal) {
    case "full":
      return i18n._(msg`Refund everything that is left: ${amount}`);
    case "pro_rata":
      return i18n._(msg`Refund the unused days: ${amount}`);
    case "none":
      return i18n._(msg`No refund`);
    case "ask":
      return amountMinor === 0
        ? i18n._(msg`Your decision`)
        : i18n._(msg`Your decision. If you accept it: ${amount}`);
  }
}

/** Says what the proposal refunds of one payment: "March 1, 2026: $9.00 of $9.00". */
export function describePart(
  i18n: I18n,
  { currency }: Pick<Contract, "currency">,
  { parts }: Proposal,
  { id, paidAt, paidMinor }: Contract["payments"][number],
): string {
  const { money, date: formatDate } = formatsOf(i18n);
  const date = formatDate(paidAt);
  const amount = money(parts.find((part) => part.id === id)?.amountMinor ?? 0, currency, "exact");
  const paid = money(paidMinor, currency, "exact");
  return i18n._(msg`${date}: ${amount} of ${paid}`);
}

/** Says until when the buyer could withdraw, and whether the statement came in time. */
export function describeDeadline(i18n: I18n, { deadline, inTime }: Proposal): string | null {
  if (deadline === null) return null;
  // The deadline is the moment after the last day.
  const date = formatsOf(i18n).date(deadline - 1);
  return inTime ? i18n._(msg`In time (until ${date})`) : i18n._(msg`Too late (until ${date})`);
}
