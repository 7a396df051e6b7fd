import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { addTax, describeRate, formatPriceAmount } from "../catalog/price-copy.ts";
import type { Price } from "../../http/shop.ts";

/** Returns the label of the buy button, with the amount unless nothing is due today. */
export function getBuyLabel(i18n: I18n, price: Price, trialAvailable: boolean): string {
  if (price.amountMinor === 0) return i18n._(msg`Get for free`);
  if (price.model === "pay_what_you_want") return i18n._(msg`Choose an amount`);
  if (price.type === "one_time") {
    const amount = formatPriceAmount(i18n, price);
    return i18n._(msg({ message: `Buy for ${amount}`, comment: "Button. {amount}: $9 plus tax" }));
  }
  const { trialDays } = price;
  if (trialDays > 0 && trialAvailable)
    return i18n._(
      msg`${plural(trialDays, { one: "Start #-day free trial", other: "Start #-day free trial" })}`,
    );
  const rate = describeRate(i18n, price);
  return i18n._(msg({ message: `Subscribe for ${rate}`, comment: "Button. {rate}: $9 a month" }));
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
  return i18n._(
    trialAvailable
      ? msg({
          message: `${plural(trialDays, {
            one: `Free for # day, then ${rate}. Cancel anytime in your account.`,
            other: `Free for # days, then ${rate}. Cancel anytime in your account.`,
          })}`,
          comment: "{rate}: $9 a month",
        })
      : msg({
          message: `You’ve already used your free trial, so payment starts today: ${rate}, renewed automatically. Cancel anytime in your account.`,
          comment: "{rate}: $9 a month",
        }),
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
