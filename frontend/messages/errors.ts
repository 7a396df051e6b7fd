import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { ApiError, NetworkError } from "../http/errors.ts";
import { joinSentences } from "../i18n/join-sentences.ts";
import { errorMessages, type ConsoleErrorCode, type ShownErrorCode } from "./error-messages.ts";
import { translate, type Message, type MessageTemplate } from "./message.ts";

const offlineMessage: MessageTemplate = {
  title: msg`Couldn’t connect.`,
  nextStep: msg`Check your internet connection, then try again.`,
};

const unexpectedErrorMessage: MessageTemplate = {
  title: msg`Something went wrong.`,
  nextStep: msg`Reload the page and try again.`,
};

const shownMessages: Record<string, MessageTemplate> = { ...errorMessages };

/** Adds the messages of the console, which buyers don't load. */
export function addErrorMessages(messages: Record<ConsoleErrorCode, MessageTemplate>): void {
  Object.assign(shownMessages, messages);
}

/** Returns the message for an error code that a page expects. */
export function describeErrorCode(i18n: I18n, code: ShownErrorCode): Message {
  return translate(i18n, errorMessages[code]);
}

/** Returns the message for any thrown value. Other codes, as of a newer server version, get the general message. */
export function describeError(i18n: I18n, error: unknown): Message {
  if (!(error instanceof ApiError))
    return translate(i18n, error instanceof NetworkError ? offlineMessage : unexpectedErrorMessage);
  const { code, currency, retryAfterSeconds } = error;
  const message =
    code === "currency_locked" && currency !== undefined
      ? describeCurrencyLock(i18n, currency)
      : translate(i18n, findMessage(code));
  return retryAfterSeconds
    ? { ...message, nextStep: describeDelay(i18n, retryAfterSeconds) }
    : message;
}

/** Returns the message for any thrown value as one text, where there is no room for a title. */
export function explainError(i18n: I18n, error: unknown): string {
  const { title, nextStep } = describeError(i18n, error);
  return joinSentences(i18n.locale, title, nextStep);
}

const findMessage = (code: string): MessageTemplate =>
  (Object.hasOwn(shownMessages, code) ? shownMessages[code] : undefined) ?? errorMessages.internal;

/** Another business on the same Stripe account can be the one that bills, so there may be nothing to cancel here. */
function describeCurrencyLock(i18n: I18n, currency: string): Message {
  const code = currency.toUpperCase();
  return {
    title: i18n._(msg`You’re billed in ${code}, so you can’t subscribe in another currency.`),
    nextStep: i18n._(
      msg`You weren’t charged. Choose a price in ${code}, or cancel your subscription in ${code} first. If billing doesn’t list one, contact the shop.`,
    ),
  };
}

function describeDelay(i18n: I18n, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return i18n._(
    seconds > 90
      ? msg`${plural(minutes, { one: "Try again in # minute.", other: "Try again in # minutes." })}`
      : msg`${plural(seconds, { one: "Try again in # second.", other: "Try again in # seconds." })}`,
  );
}
