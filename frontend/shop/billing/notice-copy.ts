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
    case "resumption_unpaid":
      return {
        title: "It stays paused until you pay.",
        nextStep:
          "Your bank did not accept the payment. Pay the open invoice, with any card, and your access is back at once. If you do nothing, the invoice is canceled, and you can resume later.",
      };
    case "disputed":
      return {
        title: "Your bank disputes a payment for this.",
        nextStep:
          "Access is off, and the plan and seats can't be changed, until the bank has decided. If the dispute is a mistake, withdraw it at your bank. You can cancel at any time.",
      };
    case "dispute_lost":
      return {
        title: "A payment for this was returned by your bank.",
        nextStep:
          "Access has ended, but the subscription still renews. End it so that you aren't charged again; after that you can buy it anew.",
      };
    case "refunded_duplicate":
      return duplicatePaymentMessage;
    case "canceled_duplicate":
      return {
        title: "This trial was canceled.",
        nextStep: "You had one already. Nothing was charged, and the first one continues.",
      };
    case "trial_refused_user":
      return {
        title: "The free trial did not start.",
        nextStep:
          "You have already had a free trial here. This subscription was canceled and nothing was charged; you can subscribe without a trial.",
      };
    case "trial_refused_card":
      return {
        title: "The free trial did not start.",
        nextStep:
          "The card was already used for a free trial here. This subscription was canceled and nothing was charged; you can subscribe without a trial.",
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

/**
 * Describes the card after a visit to Stripe's page.
 * @param result from the URL; any other than `card-updated` changed no card
 * @param status of the request that applies the change
 */
export function describePortalReturn(
  result: string | null,
  status: "idle" | "pending" | "success" | "error",
): Message | null {
  if (result !== "card-updated") return null;
  switch (status) {
    case "success":
      return {
        title: "Your card was updated.",
        nextStep: "From now on, your subscriptions are charged to it.",
      };
    case "error":
      return {
        title: "Your card was saved, but is not in use yet.",
        nextStep:
          "Stripe could not be reached. Your subscriptions will use it within a few minutes. Reload the page to check.",
      };
    default:
      return {
        title: "Your card was saved.",
        nextStep: "Your subscriptions are being changed to it…",
      };
  }
}
