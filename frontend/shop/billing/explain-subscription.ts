import type { I18n } from "@lingui/core";
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
  const { status, next } = subscription;
  const day = next.at === null ? null : formatsOf(i18n).date(next.at);
  switch (next.kind) {
    case "renews":
      return joinSentences(
        i18n.locale,
        explainRenewal(i18n, subscription, day),
        explainChargeDifference(i18n, subscription),
        explainPlannedPrice(i18n, subscription),
      );
    case "trial_ends":
      return joinSentences(
        i18n.locale,
        explainTrialEnd(i18n, subscription, day),
        explainPlannedPrice(i18n, subscription),
      );
    case "ends":
      return explainScheduledEnd(i18n, status, day);
    case "paused":
      return day === null
        ? i18n._(msg`Paused. You won’t be charged until you end the pause.`)
        : i18n._(
            msg`Paused. You won’t be charged until ${day}, when the pause ends automatically.`,
          );
    case "retrying":
      return day === null
        ? i18n._(msg`Your last payment failed. We’ll try your card again.`)
        : i18n._(msg`Your last payment failed. We’ll try your card again on ${day}.`);
    case "unpaid":
      return i18n._(
        msg`Your last payments failed. Your access has ended and you won’t be charged again.`,
      );
    case "incomplete":
      return i18n._(msg`The first payment isn’t complete.`);
    case "ended":
      if (status === "incomplete_expired")
        return i18n._(msg`The first payment wasn’t completed in time. You weren’t charged.`);
      return day === null
        ? i18n._(msg({ message: `Ended.`, comment: "A subscription" }))
        : i18n._(msg({ message: `Ended on ${day}.`, comment: "A subscription" }));
    case "unknown":
      return i18n._(msg`This subscription is on hold. Contact the shop for details.`);
  }
}

function explainRenewal(
  i18n: I18n,
  subscription: ExplainedSubscription,
  day: string | null,
): string {
  const rate = describeCurrentRate(i18n, subscription.price);
  if (rate === null)
    return day === null ? i18n._(msg`Renews automatically.`) : i18n._(msg`Renews on ${day}.`);
  if (day === null) return i18n._(msg`Renews automatically at ${rate}.`);
  if (!isPlannedForRenewal(subscription)) return i18n._(msg`Renews on ${day} at ${rate}.`);
  const newRate = describeCurrentRate(i18n, getNextPrice(subscription)) ?? rate;
  return i18n._(msg`Currently ${rate}. Renews on ${day} at the new price of ${newRate}.`);
}

function explainTrialEnd(i18n: I18n, { price }: ExplainedSubscription, day: string | null): string {
  const rate = describeCurrentRate(i18n, price);
  if (rate === null)
    return day === null
      ? i18n._(msg`Your free trial is active.`)
      : i18n._(msg`Your free trial ends on ${day}.`);
  return day === null
    ? i18n._(msg`Your free trial is active. After it ends, you pay ${rate} until you cancel.`)
    : i18n._(msg`Your free trial ends on ${day}. After that, you pay ${rate} until you cancel.`);
}

function explainScheduledEnd(i18n: I18n, status: string, day: string | null): string {
  if (day === null)
    return i18n._(msg`Ends at the end of the period you paid for. You won’t be charged again.`);
  if (status === "trialing")
    return i18n._(msg`Your free trial ends on ${day}. You won’t be charged.`);
  return status === "past_due"
    ? i18n._(msg`Your last payment failed. Your subscription ends on ${day}.`)
    : i18n._(msg`Ends on ${day}. You won’t be charged again.`);
}

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
