import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { Price } from "../../http/shop.ts";
import { formatsOf } from "../../i18n/formats-of.ts";

/** A price of the catalog, or the current price of a subscription. */
export type Rate = {
  /** If omitted, the amount is the total. */
  model?: Price["model"] | undefined;
  amountMinor: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  /** Whether tax comes on top or is in the amount; nothing is said if null or left out. */
  tax?: Price["tax"];
};

/**
 * Formats a price without its interval: "$29", "$29 plus tax", "Free", "$12 per seat"; "From $5" for pay-what-you-want
 * prices.
 */
export function formatPriceAmount(i18n: I18n, rate: Rate): string {
  const amount = formatAmount(i18n, rate);
  if (rate.amountMinor === 0) return amount;
  if (rate.model === "pay_what_you_want") return addFrom(i18n, addTax(i18n, amount, rate));
  return addTax(
    i18n,
    rate.model === "per_seat"
      ? i18n._(msg({ message: `${amount} per seat`, comment: "A price: $12 per seat" }))
      : amount,
    rate,
  );
}

/**
 * Formats a price with its interval and tax: "$9 a month", "$12 a month per seat plus tax", "$24 every 3 months", "$29
 * incl. tax", "Free".
 */
export function describeRate(i18n: I18n, rate: Rate): string {
  if (rate.amountMinor === 0 || !rate.interval || rate.model === "pay_what_you_want")
    return formatPriceAmount(i18n, rate);
  const interval = findInterval(rate.interval) ?? month;
  const format = rate.model === "per_seat" ? interval.seatPrice : interval.price;
  const price = format(formatAmount(i18n, rate), rate.intervalCount ?? 1);
  return addTax(i18n, i18n._(price), rate);
}

/** Formats a total for several seats: "$27 a month for 3 seats plus tax". */
export function describeTotal(i18n: I18n, total: Rate, quantity: number): string {
  if (quantity <= 1 || total.amountMinor === 0) return describeRate(i18n, total);
  const price = describeRate(i18n, { ...total, tax: null });
  const withSeats = i18n._(
    msg({
      message: `${plural(quantity, { one: `${price} for # seat`, other: `${price} for # seats` })}`,
      comment: "A total price. {price}: $27 a month",
    }),
  );
  return addTax(i18n, withSeats, total);
}

/**
 * Adds what is said about tax: "$29 plus tax", "$29 incl. tax"; the price alone if nothing is said, or if it is free.
 */
export function addTax(
  i18n: I18n,
  price: string,
  { amountMinor, tax }: Pick<Rate, "amountMinor" | "tax">,
): string {
  if (!tax || amountMinor === 0) return price;
  return i18n._(
    tax === "exclusive"
      ? msg({ message: `${price} plus tax`, comment: "{price}: $9, or $9 a month" })
      : msg({ message: `${price} incl. tax`, comment: "{price}: $9, or $9 a month" }),
  );
}

/** Returns the name of a price's interval: "Monthly", "Every 3 months", "One-time". */
export function describeInterval(
  i18n: I18n,
  { interval, intervalCount }: Pick<Rate, "interval" | "intervalCount">,
): string {
  return i18n._(
    findInterval(interval)?.name(intervalCount ?? 1) ??
      msg({ message: `One-time`, comment: "How a price is paid: once" }),
  );
}

/** Formats the lowest price for a product card, with "From" if there are several prices. */
export function describeStartingPrice(i18n: I18n, prices: Rate[]): string {
  const [first] = prices;
  if (!first) return "";
  const rate = describeRate(i18n, first);
  return prices.length > 1 && first.model !== "pay_what_you_want" ? addFrom(i18n, rate) : rate;
}

/** Returns the price for a number of seats; prices that are not per seat are unchanged. */
export function getPriceForSeats(price: Price, seats: number): Price {
  return price.model === "per_seat"
    ? { ...price, model: "fixed", amountMinor: price.amountMinor * seats }
    : price;
}

/** Returns a price with those of what is bought beside it. @param price for all seats */
export function addUpPrices(price: Price, added: { price: Price }[]): Price {
  const amountMinor = added.reduce((sum, one) => sum + one.price.amountMinor, price.amountMinor);
  return added.length === 0 ? price : { ...price, amountMinor };
}

/**
 * Returns how much a yearly price saves compared with twelve months of the monthly price in the same currency and of
 * the same model, in minor units; 0 if there is no saving or no such price.
 */
export function getYearlySavings(price: Rate, prices: Rate[]): number {
  if (price.interval !== "year" || price.intervalCount !== 1) return 0;
  const monthly = prices.find(
    ({ interval, intervalCount, currency, model }) =>
      interval === "month" &&
      intervalCount === 1 &&
      currency === price.currency &&
      model === price.model,
  );
  return monthly ? Math.max(0, monthly.amountMinor * 12 - price.amountMinor) : 0;
}

/** "Save $18 a year". */
export function describeSaving(i18n: I18n, savingMinor: number, { currency, model }: Rate): string {
  const saving = formatsOf(i18n).money(savingMinor, currency);
  return i18n._(
    model === "per_seat" ? msg`Save ${saving} a year per seat` : msg`Save ${saving} a year`,
  );
}

function formatAmount(i18n: I18n, { amountMinor, currency }: Rate): string {
  if (amountMinor === 0) return i18n._(msg({ message: `Free`, comment: "A price of 0" }));
  return formatsOf(i18n).money(amountMinor, currency);
}

function addFrom(i18n: I18n, price: string): string {
  return i18n._(
    msg({ message: `From ${price}`, comment: "The lowest price. {price}: $9, or $9 a month" }),
  );
}

type IntervalMessages = {
  name: (count: number) => MessageDescriptor;
  /** "$9 a month", "$9 every 3 months". */
  price: (amount: string, count: number) => MessageDescriptor;
  /** "$12 a month per seat", "$12 per seat every 3 months". */
  seatPrice: (amount: string, count: number) => MessageDescriptor;
};

const month: IntervalMessages = {
  name: (count) => msg`${plural(count, { 1: "Monthly", other: "Every # months" })}`,
  price: (amount, count) =>
    msg`${plural(count, { 1: `${amount} a month`, other: `${amount} every # months` })}`,
  seatPrice: (amount, count) =>
    msg`${plural(count, { 1: `${amount} a month per seat`, other: `${amount} per seat every # months` })}`,
};

const intervals: Record<string, IntervalMessages> = {
  day: {
    name: (count) => msg`${plural(count, { 1: "Daily", other: "Every # days" })}`,
    price: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a day`, other: `${amount} every # days` })}`,
    seatPrice: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a day per seat`, other: `${amount} per seat every # days` })}`,
  },
  week: {
    name: (count) => msg`${plural(count, { 1: "Weekly", other: "Every # weeks" })}`,
    price: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a week`, other: `${amount} every # weeks` })}`,
    seatPrice: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a week per seat`, other: `${amount} per seat every # weeks` })}`,
  },
  month,
  year: {
    name: (count) => msg`${plural(count, { 1: "Yearly", other: "Every # years" })}`,
    price: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a year`, other: `${amount} every # years` })}`,
    seatPrice: (amount, count) =>
      msg`${plural(count, { 1: `${amount} a year per seat`, other: `${amount} per seat every # years` })}`,
  },
};

/** Only Stripe's intervals have a name. */
const findInterval = (interval: string | null) =>
  interval === null ? undefined : intervals[interval];
