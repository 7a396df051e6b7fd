import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { addTax, addUpPrices, describeRate, formatPriceAmount } from "./price-copy.ts";
import type { Price } from "../../http/shop.ts";

/**
 * Returns the label of the button that orders. What costs money, also after a free trial, says so: the law of the EU
 * wants these words, and those of Germany, France and Spain are in their catalogs (decision 98).
 */
export function getBuyLabel(i18n: I18n, { amountMinor }: Pick<Price, "amountMinor">): string {
  if (amountMinor === 0) return i18n._(msg`Get for free`);
  return i18n._(
    msg({
      message: `Order and pay`,
      comment:
        "The button that orders. German law wants exactly “zahlungspflichtig bestellen”; use words as clear.",
    }),
  );
}

/**
 * Returns what is paid today: "$29 incl. tax", "From $5", "Free", or "$0" at the start of a free trial.
 * @param added what is bought beside it, which a free trial does not put off
 */
export function describeDueToday(
  i18n: I18n,
  price: Price,
  trialAvailable: boolean,
  added: { price: Price }[] = [],
): string {
  if (price.trialDays === 0 || !trialAvailable)
    return formatPriceAmount(i18n, addUpPrices(price, added));
  const due = addUpPrices({ ...price, amountMinor: 0, model: "fixed" }, added);
  return due.amountMinor > 0
    ? formatPriceAmount(i18n, due)
    : formatsOf(i18n).money(0, price.currency);
}

/** Describes the payment terms: when the user is charged, and how to cancel. */
export function describePaymentTerms(i18n: I18n, price: Price, trialAvailable: boolean): string {
  if (price.amountMinor === 0) return i18n._(msg`No payment needed.`);
  if (price.model === "pay_what_you_want") return describePayWhatYouWant(i18n, price);
  if (price.type === "one_time") return i18n._(msg`One-time payment. Lifetime access.`);
  const rate = describeRate(i18n, price);
  const { trialDays } = price;
  if (trialDays === 0)
    return i18n._(
      msg({
        message: `${rate}, renewed automatically. Cancel anytime in your account.`,
        comment: "{rate}: $9 a month, or $9 every 3 months",
      }),
    );
  if (!trialAvailable)
    return i18n._(
      msg({
        message: `You’ve already used your free trial, so payment starts today: ${rate}, renewed automatically. Cancel anytime in your account.`,
        comment: "{rate}: $9 a month",
      }),
    );
  return joinSentences(
    i18n.locale,
    i18n._(
      msg({
        message: `${plural(trialDays, {
          one: `Free for # day, then ${rate}. Cancel anytime in your account.`,
          other: `Free for # days, then ${rate}. Cancel anytime in your account.`,
        })}`,
        comment: "{rate}: $9 a month",
      }),
    ),
    i18n._(msg`Renewed automatically. If you cancel before the trial ends, you pay nothing.`),
  );
}

function describePayWhatYouWant(i18n: I18n, price: Price): string {
  const { amountMinor, presetMinor, currency } = price;
  const formats = formatsOf(i18n);
  const minimum = addTax(i18n, formats.money(amountMinor, currency), price);
  if (presetMinor === null)
    return i18n._(
      msg`You choose the amount at checkout. Minimum: ${minimum}. One-time payment. Lifetime access.`,
    );
  const suggestion = formats.money(presetMinor, currency);
  return i18n._(
    msg`You choose the amount at checkout. Minimum: ${minimum}. Suggested: ${suggestion}. One-time payment. Lifetime access.`,
  );
}
