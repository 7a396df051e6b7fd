import { formatDate } from "../../ui/format-time.ts";
import { formatMoney } from "../../ui/format-money.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { Subscription } from "./queries.ts";

type SubscriptionFields = Pick<
  Subscription,
  "status" | "price" | "next" | "currentPeriodEnd" | "trialEnd"
> &
  Partial<Pick<Subscription, "plannedPrice">>;

/** Explains in one sentence what happens next with a subscription, and when. */
export function explainSubscription(subscription: SubscriptionFields): string {
  const { status, next } = subscription;
  const day = next.at === null ? null : formatDate(next.at);
  const rate = describeCurrentRate(subscription);
  switch (next.kind) {
    case "renews":
      if (day === null) return `It renews at ${rate}.${explainPlannedPrice(subscription)}`;
      return isPlannedForRenewal(subscription)
        ? `${rate} now. Renews on ${day} at the new price of ${describeNextRate(subscription)}${explainChargeDifference(subscription)}.`
        : `Renews on ${day} at ${rate}${explainChargeDifference(subscription)}.${explainPlannedPrice(subscription)}`;
    case "trial_ends":
      return `Free${day === null ? " for now" : ` until ${day}`}, then ${rate} until you cancel.${explainPlannedPrice(subscription)}`;
    case "ends":
      return explainScheduledEnd(status, day ?? "the last day that is paid for");
    case "paused":
      return day === null
        ? "Paused. Nothing is charged until you resume it."
        : `Paused. Nothing is charged until ${day}, when it goes on by itself.`;
    case "retrying":
      return day === null
        ? "The last payment failed. Your card will be tried again."
        : `The last payment failed. Your card is tried again on ${day}.`;
    case "unpaid":
      return "The last payments failed, so it is closed and nothing more is charged.";
    case "incomplete":
      return "The first payment is not finished.";
    case "ended":
      if (status === "incomplete_expired")
        return "The first payment was not finished in time, and nothing was charged.";
      return day === null ? "Ended." : `Ended on ${day}.`;
    case "unknown":
      return "On hold. Write to the shop to learn why.";
  }
}

function explainScheduledEnd(status: string, day: string) {
  if (status === "trialing") return `Your free trial ends on ${day}, and you will not be charged.`;
  return status === "past_due"
    ? `The last payment failed, and it ends on ${day}.`
    : `Ends on ${day}. You will not be charged again.`;
}

/** Explains a next charge that differs from the price because of taxes, discounts or credit. */
function explainChargeDifference(subscription: SubscriptionFields) {
  const { next } = subscription;
  const price = getNextPrice(subscription);
  if (!price || next.amountMinor === null || next.amountMinor === getTotalMinor(price)) return "";
  const amount = formatMoney(next.amountMinor, price.currency, "exact");
  return `; with taxes, discounts and credit that is ${amount}`;
}

/** Whether the next renewal is the first with the price that the shop announced. */
function isPlannedForRenewal({ plannedPrice, next }: SubscriptionFields): boolean {
  return plannedPrice?.from !== null && plannedPrice?.from === next.at;
}

/** Says when an announced price begins after a later renewal. */
function explainPlannedPrice({ price, plannedPrice }: SubscriptionFields): string {
  if (!price || !plannedPrice) return "";
  const rate = describeCurrentRate({ price: { ...price, amountMinor: plannedPrice.amountMinor } });
  return ` From the first renewal after ${formatDate(plannedPrice.notBefore)} on, it costs ${rate}.`;
}

/** The price of the next renewal. */
function getNextPrice(subscription: SubscriptionFields): SubscriptionFields["price"] {
  const { price, plannedPrice } = subscription;
  return price && plannedPrice && isPlannedForRenewal(subscription)
    ? { ...price, amountMinor: plannedPrice.amountMinor }
    : price;
}

function describeNextRate(subscription: SubscriptionFields): string {
  return describeCurrentRate({ price: getNextPrice(subscription) });
}

/** Explains what canceling at the end of the period does. */
export function explainCancellation(subscription: SubscriptionFields, name: string): string {
  const until = formatPaidUntil(subscription) ?? "the end of the period you paid for";
  return subscription.status === "trialing"
    ? `${name} stays open until your free trial ends on ${until}. You will not be charged.`
    : `${name} stays open until ${until}. After that it closes, and nothing more is charged.`;
}

/** Explains what pausing does. */
export function explainPause(
  subscription: SubscriptionFields & Pick<Subscription, "pauseStopsService">,
  name: string,
): string {
  if (subscription.pauseStopsService)
    return `Nothing is charged while it is paused. Access to ${name} ends now. The time that you have paid for and not used is credited to your next payment, when you resume.`;
  const until = formatPaidUntil(subscription) ?? "the end of the period you paid for";
  return `Nothing is charged while it is paused. ${name} stays open until ${until}, which you have paid for, and then closes until you resume it.`;
}

/** Explains what resuming does. */
export function explainResumption(subscription: SubscriptionFields): string {
  if (subscription.status === "paused")
    return `A new period begins today. ${describeCurrentRate(subscription)} is charged from today, less your credit.`;
  return `What you have paid for is used up first. If it is over, a new period begins today, and ${describeCurrentRate(subscription)} is charged from today.`;
}

/** Formats the end of the paid period; null while it is unknown. */
export function formatPaidUntil({ currentPeriodEnd, trialEnd }: SubscriptionFields): string | null {
  const end = currentPeriodEnd ?? trialEnd;
  return end === null ? null : formatDate(end);
}

/** Describes the current price of all seats: "$9 a month", "$27 a month for 3 seats". */
function describeCurrentRate({ price }: Pick<Subscription, "price">): string {
  return price
    ? describeTotal({ ...price, amountMinor: getTotalMinor(price) }, price.quantity)
    : "its price";
}

function getTotalMinor({ amountMinor, quantity }: NonNullable<Subscription["price"]>) {
  return amountMinor * quantity;
}
