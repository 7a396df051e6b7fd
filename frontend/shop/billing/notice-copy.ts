import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { translate, type Message, type MessageTemplate } from "../../messages/message.ts";
import type { Subscription } from "./queries.ts";

type Notice = NonNullable<Subscription["notice"]>;

const duplicatePaymentMessage: MessageTemplate = {
  title: msg`You were charged twice.`,
  nextStep: msg`The second payment has been refunded. Your first purchase isn’t affected.`,
};

const messages: Record<
  Exclude<Notice["code"], "payment_failed" | "payment_incomplete">,
  MessageTemplate
> = {
  confirmation_required: {
    title: msg`Your bank asks you to confirm your last payment.`,
    nextStep: msg`To keep your access, open the invoice and follow your bank’s instructions.`,
  },
  invoice_overdue: {
    title: msg`Your last invoice is overdue.`,
    nextStep: msg`To keep your access, pay the invoice.`,
  },
  unpaid: {
    title: msg`Your access has ended because an invoice is unpaid.`,
    nextStep: msg`We tried your card several times. To get access again, pay the open invoice.`,
  },
  written_off: {
    title: msg`Your access has ended because an invoice is unpaid.`,
    nextStep: msg`To get access again, pay the invoice.`,
  },
  period_voided: {
    title: msg`You don’t have access until your subscription renews.`,
    nextStep: msg`The current billing period was part of the pause, so you weren’t charged for it.`,
  },
  resumption_unpaid: {
    title: msg`Your subscription stays paused until you pay.`,
    nextStep: msg`Your bank declined the payment. To get access again, pay the open invoice with any card. If you don’t pay it, the invoice is canceled, and you can end the pause later.`,
  },
  disputed: {
    title: msg`A payment for this subscription is disputed with your bank.`,
    nextStep: msg`Until the dispute is resolved, you don’t have access and can’t change your plan or seats. If it’s a mistake, withdraw the dispute with your bank. You can cancel anytime.`,
  },
  dispute_lost: {
    title: msg`Your bank reversed a payment for this subscription.`,
    nextStep: msg`Your access has ended, but the subscription still renews. To stop further charges, end it. You can then subscribe again.`,
  },
  refunded_duplicate: duplicatePaymentMessage,
  canceled_duplicate: {
    title: msg`This free trial was canceled.`,
    nextStep: msg`You already have a free trial, which continues. You weren’t charged.`,
  },
  trial_refused_user: {
    title: msg`Your free trial didn’t start.`,
    nextStep: msg`You’ve already had a free trial here. This subscription was canceled and you weren’t charged. You can subscribe without a trial.`,
  },
  trial_refused_card: {
    title: msg`Your free trial didn’t start.`,
    nextStep: msg`This card was already used for a free trial here. This subscription was canceled and you weren’t charged. You can subscribe without a trial.`,
  },
};

/** Payments that are due by a deadline, after which there is no access until they are paid. */
const dueCodes: readonly Notice["code"][] = [
  "payment_failed",
  "confirmation_required",
  "invoice_overdue",
];

/**
 * Describes a problem with a subscription, its deadline, and how to fix it.
 * @param now unix milliseconds
 */
export function describeNotice(i18n: I18n, { code, at }: Notice, now = Date.now()): Message {
  const formats = formatsOf(i18n);
  if (at !== null && at <= now && dueCodes.includes(code))
    return translate(i18n, messages.written_off);
  switch (code) {
    case "payment_failed": {
      const date = at === null ? null : formats.date(at);
      return {
        title:
          date === null
            ? i18n._(msg`Your last payment failed.`)
            : i18n._(msg`Your last payment failed. Pay by ${date}.`),
        nextStep: i18n._(msg`To keep your access, pay now or update your card.`),
      };
    }
    case "payment_incomplete":
      return {
        title: i18n._(msg`Your first payment isn’t complete.`),
        nextStep: explainIncompletePayment(i18n, at === null ? null : formats.dateTime(at)),
      };
    default:
      return translate(i18n, messages[code]);
  }
}

function explainIncompletePayment(i18n: I18n, deadline: string | null): string {
  return deadline === null
    ? i18n._(
        msg`Your bank may ask you to confirm it’s you. If you don’t complete the payment, it’s canceled and you aren’t charged.`,
      )
    : i18n._(
        msg`Your bank may ask you to confirm it’s you. Complete the payment by ${deadline}, or it’s canceled and you aren’t charged.`,
      );
}

/** Says that a duplicate payment was refunded. */
export function describeDuplicatePayment(i18n: I18n): Message {
  return translate(i18n, duplicatePaymentMessage);
}

/** Describes a plan change that is not paid for yet. `until` is in unix milliseconds. */
export function describePendingChange(i18n: I18n, until: number): Message {
  const date = formatsOf(i18n).date(until);
  return {
    title: i18n._(msg`Your plan change isn’t paid yet.`),
    nextStep: i18n._(
      msg`Your plan changes as soon as you pay. If you don’t pay by ${date}, you keep your current plan.`,
    ),
  };
}

const portalReturnMessages = {
  success: {
    title: msg`Your card was updated.`,
    nextStep: msg`Your subscriptions will be charged to this card.`,
  },
  error: {
    title: msg`Your card was saved but isn’t in use yet.`,
    nextStep: msg`Couldn’t connect to Stripe. Your subscriptions will use this card within a few minutes. Reload the page to check.`,
  },
  pending: {
    title: msg`Your card was saved.`,
    nextStep: msg`Updating your subscriptions…`,
  },
} satisfies Record<string, MessageTemplate>;

/**
 * Describes the card after a visit to Stripe's page.
 * @param result from the URL; any other than `card-updated` changed no card
 * @param status of the request that applies the change
 */
export function describePortalReturn(
  i18n: I18n,
  result: string | null,
  status: "idle" | "pending" | "success" | "error",
): Message | null {
  if (result !== "card-updated") return null;
  return translate(i18n, portalReturnMessages[status === "idle" ? "pending" : status]);
}
