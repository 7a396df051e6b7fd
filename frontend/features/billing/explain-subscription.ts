import { formatDay } from "../../ui/format-time.ts";
import { describeRate } from "../catalog/price-words.ts";
import type { Subscription } from "./queries.ts";

type Facts = Pick<
  Subscription,
  "status" | "price" | "currentPeriodEnd" | "trialEnd" | "cancelAt" | "endedAt"
>;

/** What happens next with a subscription, and when, in one sentence. */
export function explainSubscription(subscription: Facts): string {
  const { status, currentPeriodEnd, trialEnd, cancelAt, endedAt } = subscription;
  if (endedAt !== null) return `Ended on ${formatDay(endedAt)}.`;
  const rate = rateOf(subscription);
  switch (status) {
    case "trialing": {
      const end = trialEnd ?? currentPeriodEnd;
      if (cancelAt !== null)
        return `Your free trial ends on ${formatDay(cancelAt)}, and you will not be charged.`;
      return `Free${end === null ? " for now" : ` until ${formatDay(end)}`}, then ${rate} until you cancel.`;
    }
    case "active":
      if (cancelAt !== null)
        return `Ends on ${formatDay(cancelAt)}. You will not be charged again.`;
      return currentPeriodEnd === null
        ? `${rate}.`
        : `Renews on ${formatDay(currentPeriodEnd)} at ${rate}.`;
    case "past_due":
      return cancelAt === null
        ? "The last payment failed. Your card will be tried again; if that fails too, access ends."
        : `The last payment failed, and it ends on ${formatDay(cancelAt)}.`;
    case "unpaid":
      return "The last payments failed, so it is closed and nothing more is charged.";
    case "incomplete":
      return "The first payment is not finished.";
    case "incomplete_expired":
      return "The first payment was not finished in time, and nothing was charged.";
    case "paused":
      return "Paused: nothing is charged, and it is closed meanwhile.";
    case "canceled":
      return "Ended.";
    default:
      return "On hold. Write to the shop to learn why.";
  }
}

/** What canceling now would do, said before it is done. */
export function explainCancellation(subscription: Facts, name: string): string {
  const end = subscription.currentPeriodEnd ?? subscription.trialEnd;
  const until = end === null ? "the end of the period you paid for" : formatDay(end);
  return subscription.status === "trialing"
    ? `${name} stays open until your free trial ends on ${until}. You will not be charged.`
    : `${name} stays open until ${until}. After that it closes, and nothing more is charged.`;
}

/** Whether its holder can schedule its end, or take that back. */
export function isChangeable({ status, endedAt }: Facts): boolean {
  return endedAt === null && ["trialing", "active", "past_due"].includes(status);
}

/** What is paid for the whole of it: "$9 a month", for three seats "$27 a month". */
function rateOf({ price }: Pick<Subscription, "price">): string {
  return price
    ? describeRate({ ...price, amountMinor: price.amountMinor * price.quantity })
    : "its price";
}
