import type { Message } from "../../messages/message.ts";
import { formatDay, formatMoment } from "../../ui/format-time.ts";
import type { Subscription } from "./queries.ts";

type Notice = NonNullable<Subscription["notice"]>;

/** What was paid twice and is told once. */
export const paidTwice: Message = {
  title: "You had paid twice.",
  next: "The second payment was sent back; what you bought first is untouched.",
};

/** What a holder should know, the deadline, and what mends it. */
export function describeNotice({ code, at }: Notice): Message {
  switch (code) {
    case "payment_failed":
      return {
        title: at === null ? "A payment is due." : `Please pay by ${formatDay(at)}.`,
        next: "Pay it now, or give another card. Until then everything stays open; after that it closes.",
      };
    case "unpaid":
      return {
        title: "This is closed until it is paid.",
        next: "Your card was tried several times. As soon as the open invoice is paid, everything opens again.",
      };
    case "payment_incomplete":
      return {
        title: "Your first payment waits for you.",
        next: `Your bank may want to see that it is you. Finish it${at === null ? "" : ` by ${formatMoment(at)}`}, or it is dropped and nothing is charged.`,
      };
    case "refunded_duplicate":
      return paidTwice;
  }
}

/** A change of plan that is not paid for yet. `until` is in unix milliseconds. */
export function describePendingChange(until: number): Message {
  return {
    title: "Your change of plan waits for its payment.",
    next: `It happens as soon as that is paid. On ${formatDay(until)} it is forgotten, and everything stays as it is.`,
  };
}
