import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { Subscription } from "./queries.ts";

/** The fields of a subscription that its explanations need. */
export type ExplainedSubscription = Pick<
  Subscription,
  "status" | "price" | "next" | "currentPeriodEnd" | "trialEnd"
> &
  Partial<Pick<Subscription, "plannedPrice">>;

/** Explains what happens next with a subscription, when, and what it costs then. */
export function explainSubscription(i18n: I18n, subscription: ExplainedSubscription): string {
  const { next, price } = subscription;
  const words: Words = {
    ...subscription,
    day: next.at === null ? null : formatsOf(i18n).date(next.at),
    rate: describeCurrentRate(i18n, price),
    newRate: isPlannedForRenewal(subscription)
      ? describeCurrentRate(i18n, getNextPrice(subscription))
      : null,
  };
  return joinSentences(
    i18n.locale,
    i18n._(sentences[next.kind](words)),
    next.kind === "renews" ? explainChargeDifference(i18n, subscription) : null,
    next.kind === "renews" || next.kind === "trial_ends"
      ? explainPlannedPrice(i18n, subscription)
      : null,
  );
}

/** What the sentences contain. `newRate` is what the next renewal costs if the shop has announced another price. */
type Words = {
  status: Subscription["status"];
  day: string | null;
  rate: string | null;
  newRate: string | null;
};

/** What happens next, for every kind: one without a sentence doesn't build. */
const sentences: Record<Subscription["next"]["kind"], (words: Words) => MessageDescriptor> = {
  renews: ({ day, rate, newRate }) => {
    if (rate === null) return day === null ? msg`Renews automatically.` : msg`Renews on ${day}.`;
    if (day === null) return msg`Renews automatically at ${rate}.`;
    return newRate === null
      ? msg`Renews on ${day} at ${rate}.`
      : msg`Currently ${rate}. Renews on ${day} at the new price of ${newRate}.`;
  },
  trial_ends: ({ day, rate }) => {
    if (rate === null)
      return day === null ? msg`Your free trial is active.` : msg`Your free trial ends on ${day}.`;
    return day === null
      ? msg`Your free trial is active. After it ends, you pay ${rate} until you cancel.`
      : msg`Your free trial ends on ${day}. After that, you pay ${rate} until you cancel.`;
  },
  ends: ({ status, day }) => {
    if (day === null)
      return msg`Ends at the end of the period you paid for. You won’t be charged again.`;
    if (status === "trialing") return msg`Your free trial ends on ${day}. You won’t be charged.`;
    return status === "past_due"
      ? msg`Your last payment failed. Your subscription ends on ${day}.`
      : msg`Ends on ${day}. You won’t be charged again.`;
  },
  paused: ({ day }) =>
    day === null
      ? msg`Paused. You won’t be charged until you end the pause.`
      : msg`Paused. You won’t be charged until ${day}, when the pause ends automatically.`,
  // The notice below it says that the payment failed.
  retrying: ({ day }) =>
    day === null ? msg`We’ll try your card again.` : msg`We’ll try your card again on ${day}.`,
  overdue: ({ day }) =>
    day === null
      ? msg`Your last invoice isn’t paid yet.`
      : msg`Your last invoice isn’t paid yet. Pay by ${day}.`,
  unpaid: () =>
    msg`Your last payments failed. Your access has ended and you won’t be charged again.`,
  incomplete: () => msg`The first payment isn’t complete.`,
  ended: ({ status, day }) => {
    if (status === "incomplete_expired")
      return msg`The first payment wasn’t completed in time. You weren’t charged.`;
    return day === null
      ? msg({ message: `Ended.`, comment: "A subscription" })
      : msg({ message: `Ended on ${day}.`, comment: "A subscription" });
  },
  unknown: () => msg`This subscription is on hold. Contact the shop for details.`,
};

/** Explains a next charge that differs from the price because of taxes, discounts or credit. */
function explainChargeDifference(i18n: I18n, subscription: ExplainedSubscription): string | null {
  const { next } = subscription;
  const price = getNextPrice(subscription);
  if (!price || next.at === null || next.amountMinor === null) return null;
  if (next.amountMinor === getTotalMinor(price)) return null;
  const amount = formatsOf(i18n).money(next.amountMinor, price.currency, "exact");
  return i18n._(msg`With taxes, discounts, and credit, you’ll be charged ${amount}.`);
}

/** Whether the next renewal is the first with the price that the shop announced. */
function isPlannedForRenewal({ plannedPrice, next }: ExplainedSubscription): boolean {
  return plannedPrice?.from !== null && plannedPrice?.from === next.at;
}

/** Says when an announced price begins, if that is after a later renewal. */
function explainPlannedPrice(i18n: I18n, subscription: ExplainedSubscription): string | null {
  const { price, plannedPrice } = subscription;
  if (!price || !plannedPrice || isPlannedForRenewal(subscription)) return null;
  const { amountMinor } = plannedPrice;
  const rate = describeRateForSeats(i18n, { ...price, amountMinor });
  const day = formatsOf(i18n).date(plannedPrice.notBefore);
  return i18n._(msg`From the first renewal after ${day}, you pay ${rate}.`);
}

/** The price of the next renewal. */
function getNextPrice(subscription: ExplainedSubscription): ExplainedSubscription["price"] {
  const { price, plannedPrice } = subscription;
  return price && plannedPrice && isPlannedForRenewal(subscription)
    ? { ...price, amountMinor: plannedPrice.amountMinor }
    : price;
}

/** Describes a price for all seats: "$9 a month", "$27 a month for 3 seats"; null if it is unknown. */
export function describeCurrentRate(i18n: I18n, price: Subscription["price"]): string | null {
  return price && describeRateForSeats(i18n, price);
}

function describeRateForSeats(i18n: I18n, price: NonNullable<Subscription["price"]>): string {
  return describeTotal(i18n, { ...price, amountMinor: getTotalMinor(price) }, price.quantity);
}

function getTotalMinor({ amountMinor, quantity }: NonNullable<Subscription["price"]>) {
  return amountMinor * quantity;
}
