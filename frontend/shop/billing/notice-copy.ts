import type { Message } from "../../messages/message.ts";
import { formatDate, formatDateTime } from "../../ui/format-time.ts";
import type { Subscription } from "./queries.ts";

type Notice = NonNullable<Subscription["notice"]>;

/** Shown once after a duplicate payment was refunded. */
export const duplicatePaymentMessage: Message = {
  title: "You had paid twice.",
  nextStep: "The second payment was sent back; what you bought first is untouched.",
};

/** Describes a problem with a subscription, its deadline, and how to fix it. */
export function describeNotice({ code, at }: Notice): Message {
  switch (code) {
    case "payment_failed":
      return {
        title: at === null ? "A payment is due." : `Please pay by ${formatDate(at)}.`,
        nextStep:
          "Pay it now, or give another card. Until then everything stays open; after that it closes.",
      };
    case "unpaid":
      return {
        title: "This is closed until it is paid.",
        nextStep:
          "Your card was tried several times. As soon as the open invoice is paid, everything opens again.",
      };
    case "payment_incomplete":
      return {
        title: "Your first payment waits for you.",
        nextStep: `Your bank may want to see that it is you. Finish it${at === null ? "" : ` by ${formatDateTime(at)}`}, or it is dropped and nothing is charged.`,
      };
    case "refunded_duplicate":
      return duplicatePaymentMessage;
    case "canceled_duplicate":
      return {
        title: "This trial was canceled.",
        nextStep: "You had one already. Nothing was charged, and the first one continues.",
      };
  }
}

/** Describes a plan change that is not paid for yet. `until` is in unix milliseconds. */
export function describePendingChange(until: number): Message {
  return {
    title: "Your change of plan waits for its payment.",
    nextStep: `It happens as soon as that is paid. On ${formatDate(until)} it is forgotten, and everything stays as it is.`,
  };
}
