import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Subscription } from "./queries.ts";

type WinBackTerms = NonNullable<Subscription["offer"]>;

export const winBackTitle = msg`Before you cancel`;

/** Explains what the shop offers to whom is about to cancel. @param name of the product */
export function explainOffer(i18n: I18n, offer: WinBackTerms, name: string): string {
  if (offer.kind === "pause")
    return i18n._(
      msg`You can pause your subscription to ${name} instead. You won’t be charged until you end the pause.`,
    );
  const discount = describeDiscount(i18n, offer);
  return i18n._(msg`Keep your subscription to ${name}, and get: ${discount}.`);
}

/** Returns what the button says that takes the offer. */
export function labelOffer(i18n: I18n, { kind }: WinBackTerms): string {
  return i18n._(kind === "pause" ? msg`Pause instead` : msg`Keep with discount`);
}

/** `20% off for 3 months` */
function describeDiscount(
  i18n: I18n,
  { percentOff, amountOffMinor, currency, months }: WinBackTerms,
): string {
  const formats = formatsOf(i18n);
  const off =
    percentOff === null
      ? formats.money(amountOffMinor ?? 0, currency ?? "usd")
      : formats.percent(percentOff / 100);
  return i18n._(
    months === null
      ? msg`${off} off your next payment`
      : msg`${plural(months, { 1: `${off} off for one month`, other: `${off} off for # months` })}`,
  );
}
