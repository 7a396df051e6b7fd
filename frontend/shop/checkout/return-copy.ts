import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/**
 * Describes the outcome of a checkout.
 * @param name of the product, once it is known
 * @param entry what was bought, once it is known
 */
export function describeCheckoutOutcome(
  i18n: I18n,
  state: string,
  name: string | undefined,
  isSlow: boolean,
  entry: OutcomeEntry | null = null,
): { title: string; text: string } {
  const { title, text } = findMessages({
    state,
    name,
    isSlow,
    isTrial: entry?.access.reason === "subscription_trialing",
    isCardRefused: entry?.notice?.code === "trial_refused_card",
  });
  return { title: i18n._(title), text: i18n._(text) };
}

type OutcomeEntry = { access: { reason: string }; notice: { code: string } | null };

function findMessages(outcome: {
  state: string;
  name: string | undefined;
  isSlow: boolean;
  isTrial: boolean;
  isCardRefused: boolean;
}): { title: MessageDescriptor; text: MessageDescriptor } {
  const { state, name, isSlow, isTrial, isCardRefused } = outcome;
  switch (state) {
    case "complete":
      return {
        title: isTrial ? msg`Your free trial has started.` : msg`Thanks for your purchase.`,
        text: name ? msg`${name} is now in your library.` : msg`It’s now in your library.`,
      };
    case "processing":
      return {
        title: msg`Your payment is processing.`,
        text: name
          ? msg`Some payment methods take a few days. You’ll get access to ${name} as soon as the payment is confirmed. You don’t need to pay again.`
          : msg`Some payment methods take a few days. You’ll get access as soon as the payment is confirmed. You don’t need to pay again.`,
      };
    case "failed":
      return {
        title: msg`Your payment was declined.`,
        text: msg`You weren’t charged. Try again, or use another payment method.`,
      };
    case "open":
      return {
        title: msg`You haven’t paid yet.`,
        text: msg`You weren’t charged. The checkout is still open.`,
      };
    case "expired":
      return {
        title: msg`This checkout has expired.`,
        text: msg`You weren’t charged. You can start a new checkout anytime.`,
      };
    case "trial_refused":
      return {
        title: msg`Your free trial didn’t start.`,
        text: findTrialText(name, isCardRefused),
      };
    default:
      return isSlow
        ? {
            title: msg`This is taking longer than usual.`,
            text: name
              ? msg`Your payment is safe. ${name} will be added to your library as soon as the payment is confirmed. You can close this page. Don’t pay again.`
              : msg`Your payment is safe. Your purchase will be added to your library as soon as the payment is confirmed. You can close this page. Don’t pay again.`,
          }
        : { title: msg`Confirming your payment…`, text: msg`This takes a few seconds.` };
  }
}

function findTrialText(name: string | undefined, isCardRefused: boolean): MessageDescriptor {
  if (name === undefined)
    return isCardRefused
      ? msg`This card was already used for a free trial. You weren’t charged, and the subscription was canceled. You can subscribe without a trial.`
      : msg`You’ve already had a free trial. You weren’t charged, and the subscription was canceled. You can subscribe without a trial.`;
  return isCardRefused
    ? msg`This card was already used for a free trial. You weren’t charged, and the subscription was canceled. You can subscribe to ${name} without a trial.`
    : msg`You’ve already had a free trial. You weren’t charged, and the subscription was canceled. You can subscribe to ${name} without a trial.`;
}
