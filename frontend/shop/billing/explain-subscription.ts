import { formatDay } from "../../ui/format-time.ts";
import { formatMoney } from "../../ui/format-money.ts";
import { describeSum } from "../catalog/price-copy.ts";
import type { Subscription } from "./queries.ts";

type Facts = Pick<Subscription, "status" | "price" | "next" | "currentPeriodEnd" | "trialEnd">;

/** What happens next with a subscription, and when, in one sentence. */
export function explainSubscription(subscription: Facts): string {
  const { status, next } = subscription;
  const day = next.at === null ? null : formatDay(next.at);
  const rate = rateOf(subscription);
  switch (next.kind) {
    case "renews":
      return day === null
        ? `It renews at ${rate}.`
        : `Renews on ${day} at ${rate}${explainCharge(subscription)}.`;
    case "trial_ends":
      return `Free${day === null ? " for now" : ` until ${day}`}, then ${rate} until you cancel.`;
    case "ends":
      return explainEnd(status, day ?? "the last day that is paid for");
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

function explainEnd(status: string, day: string) {
  if (status === "trialing") return `Your free trial ends on ${day}, and you will not be charged.`;
  return status === "past_due"
    ? `The last payment failed, and it ends on ${day}.`
    : `Ends on ${day}. You will not be charged again.`;
}

/** Where taxes, discounts or credit make the next charge another amount than the price. */
function explainCharge({ price, next }: Facts) {
  if (!price || next.amountMinor === null || next.amountMinor === totalOf(price)) return "";
  const amount = formatMoney(next.amountMinor, price.currency, "exact");
  return `; with taxes, discounts and credit that is ${amount}`;
}

/** What canceling now would do, said before it is done. */
export function explainCancellation(subscription: Facts, name: string): string {
  const until = dayPaidFor(subscription) ?? "the end of the period you paid for";
  return subscription.status === "trialing"
    ? `${name} stays open until your free trial ends on ${until}. You will not be charged.`
    : `${name} stays open until ${until}. After that it closes, and nothing more is charged.`;
}

/** What pausing would do. */
export function explainPause(subscription: Facts, name: string): string {
  const until = dayPaidFor(subscription) ?? "the end of the period you paid for";
  return `Nothing is charged while it is paused. ${name} stays open until ${until}, which you have paid for, and then closes until you resume it.`;
}

/** What resuming would do. */
export function explainResumption(subscription: Facts): string {
  return `What you have paid for is used up first. If it is over, a new period begins today, and ${rateOf(subscription)} is charged from today.`;
}

/** The last day that is paid for; null while it is not known. */
export function dayPaidFor({ currentPeriodEnd, trialEnd }: Facts): string | null {
  const end = currentPeriodEnd ?? trialEnd;
  return end === null ? null : formatDay(end);
}

/** What is paid for the whole of it: "$9 a month", "$27 a month for 3 seats". */
function rateOf({ price }: Pick<Subscription, "price">): string {
  return price
    ? describeSum({ ...price, amountMinor: totalOf(price) }, price.quantity)
    : "its price";
}

function totalOf({ amountMinor, quantity }: NonNullable<Subscription["price"]>) {
  return amountMinor * quantity;
}
