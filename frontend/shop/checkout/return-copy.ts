import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import type { LibraryEntry } from "../library/queries.ts";

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
    bought: whatWasBought(entry),
    isCardRefused: entry?.notice?.code === "trial_refused_card",
  });
  return { title: i18n._(title), text: i18n._(text) };
}

type BoughtEntry = {
  access: { reason: string };
  price: { amountMinor: number } | null;
  isGiven?: true;
};
type OutcomeEntry = BoughtEntry & { notice: { code: string } | null };

type Bought = "paid" | "trial" | "free" | "gift";

const thanks: Record<Bought, MessageDescriptor> = {
  paid: msg`Thanks for your purchase.`,
  trial: msg`Your free trial has started.`,
  free: msg`It’s yours, for free.`,
  gift: msg`Thanks for your purchase.`,
};

/** Returns what a checkout was, from the library entry that it made; `paid` until that is known. */
function whatWasBought(entry: BoughtEntry | null): Bought {
  if (entry?.isGiven) return "gift";
  if (entry?.access.reason === "subscription_trialing") return "trial";
  return entry?.price?.amountMinor === 0 ? "free" : "paid";
}

/**
 * Says what was paid today, and where the receipt was sent. What a subscription's first payment was is not known here;
 * its library entry says what it costs.
 * @param email null if none was sent
 * @param others the entries of what was bought with it
 */
export function describeReceipt(
  i18n: I18n,
  entry: Pick<LibraryEntry, "access" | "price" | "source" | "isGiven">,
  email: string | null,
  others: Pick<LibraryEntry, "price">[] = [],
): string {
  const bought = whatWasBought(entry);
  const sentences: MessageDescriptor[] = [];
  if (bought === "trial") sentences.push(msg`You paid nothing today.`);
  const isPaid = bought === "paid" || bought === "gift";
  if (isPaid && entry.source === "order" && entry.price) {
    const paidMinor = others.reduce(
      (sum, { price }) => sum + (price?.amountMinor ?? 0),
      entry.price.amountMinor,
    );
    const amount = formatsOf(i18n).money(paidMinor, entry.price.currency);
    sentences.push(msg`You paid ${amount}.`);
  }
  if (email !== null)
    sentences.push(
      isPaid
        ? msg({ message: `The receipt was sent to ${email}.`, comment: "{email}: an address" })
        : msg({ message: `A confirmation was sent to ${email}.`, comment: "{email}: an address" }),
    );
  return joinSentences(i18n.locale, ...sentences.map((sentence) => i18n._(sentence)));
}

function findMessages(outcome: {
  state: string;
  name: string | undefined;
  isSlow: boolean;
  isCardRefused: boolean;
  bought: Bought;
}): { title: MessageDescriptor; text: MessageDescriptor } {
  const { state, name, isSlow, isCardRefused, bought } = outcome;
  switch (state) {
    case "complete":
      return {
        title: thanks[bought],
        text:
          bought === "gift"
            ? msg`Your gift is ready.`
            : name
              ? msg`${name} is now in your library.`
              : msg`It’s now in your library.`,
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
