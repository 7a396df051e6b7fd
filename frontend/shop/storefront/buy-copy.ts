import { formatMoney } from "../../ui/format-money.ts";
import { describeRate, describeTax, formatPriceAmount } from "../catalog/price-copy.ts";
import type { Price } from "../../http/shop.ts";

/** Returns the label of the buy button, with the amount unless nothing is due today. */
export function getBuyLabel(price: Price, trialAvailable: boolean): string {
  if (price.amountMinor === 0) return "Get it for free";
  if (price.model === "pay_what_you_want") return "Choose what you pay";
  if (price.type === "one_time") return `Buy for ${formatPriceAmount(price)}`;
  if (price.trialDays > 0 && trialAvailable) return `Start your ${price.trialDays} free days`;
  return `Subscribe for ${describeRate(price)}`;
}

/** Describes the payment terms: when the user is charged, and how to cancel. */
export function describePaymentTerms(price: Price, trialAvailable: boolean): string {
  if (price.amountMinor === 0) return "There is nothing to pay.";
  if (price.model === "pay_what_you_want")
    return `${describePayWhatYouWant(price)} You pay once and keep it.`;
  if (price.type === "one_time") return "You pay once and keep it.";
  const rate = describeRate(price);
  const ending = "until you cancel, which takes two clicks in your account.";
  if (price.trialDays === 0) return `${rate}, ${ending}`;
  return trialAvailable
    ? `Nothing is due today. After ${price.trialDays} days it is ${rate}, ${ending}`
    : `You have had your free trial, so payment starts today: ${rate}, ${ending}`;
}

function describePayWhatYouWant(price: Price) {
  const { amountMinor, presetMinor, currency } = price;
  const suggestion =
    presetMinor === null ? "" : `; ${formatMoney(presetMinor, currency)} is suggested`;
  return `You say how much on the next page, from ${formatMoney(amountMinor, currency)}${describeTax(price)}${suggestion}.`;
}
