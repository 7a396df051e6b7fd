import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { BillingInterval } from "../../../worker/shared/billing-interval.ts";
import { exampleAmount, formatMoneyInput, parseMoney } from "../../ui/money-input.ts";
import type { EditablePrice, NewPrice } from "./editor-queries.ts";

/** How a price is paid, as the form offers it. `interval`: a subscription at another interval. */
export type PriceKind = "one_time" | "month" | "year" | "interval" | "pay_what_you_want";

/** The values of a new price in the form. Amounts are text in the currency's decimals. */
const emptyPrice = {
  /** Tells rows apart: the id of an existing price, or a made-up one. */
  key: "",
  /** Null for a new price. */
  priceId: null as string | null,
  active: true,
  kind: "one_time" as PriceKind,
  amountMinor: "",
  minimumMinor: "",
  presetMinor: "",
  currency: "usd",
  interval: "month",
  intervalCount: "3",
  trialDays: "",
  perSeat: false,
};

/** The values of one price in the form. */
export type PriceValues = typeof emptyPrice;

/**
 * Returns the values of a further price: in the currency of the last one, and yearly if that is monthly, because these
 * two are usually sold together.
 */
export function createPriceValues(key: string, last?: PriceValues): PriceValues {
  if (!last) return { ...emptyPrice, key };
  const kind = last.kind === "month" ? "year" : last.kind === "year" ? "month" : last.kind;
  return {
    ...emptyPrice,
    key,
    kind,
    currency: last.currency,
    trialDays: kind === last.kind ? "" : last.trialDays,
    perSeat: last.perSeat,
  };
}

/** Converts a price to form values. */
export function toPriceValues(price: EditablePrice): PriceValues {
  const { id, active, model, currency, interval, intervalCount, trialDays } = price;
  const amount = formatMoneyInput(price.amountMinor, currency);
  const isChosenByBuyer = model === "pay_what_you_want";
  return {
    ...emptyPrice,
    key: id,
    priceId: id,
    active,
    kind: isChosenByBuyer ? "pay_what_you_want" : findKind(interval, intervalCount),
    amountMinor: isChosenByBuyer ? "" : amount,
    minimumMinor: isChosenByBuyer ? amount : "",
    presetMinor: price.presetMinor === null ? "" : formatMoneyInput(price.presetMinor, currency),
    currency,
    interval: interval ?? emptyPrice.interval,
    intervalCount: intervalCount === null ? emptyPrice.intervalCount : String(intervalCount),
    trialDays: trialDays > 0 ? String(trialDays) : "",
    perSeat: model === "per_seat",
  };
}

function findKind(interval: string | null, intervalCount: number | null): PriceKind {
  if (interval === null) return "one_time";
  if (intervalCount === 1 && (interval === "month" || interval === "year")) return interval;
  return "interval";
}

/** Whether nothing was typed into a new price. */
export const isBlankPrice = ({ priceId, amountMinor, minimumMinor }: PriceValues): boolean =>
  priceId === null && amountMinor.trim() === "" && minimumMinor.trim() === "";

/** Whether what buyers pay differs, which makes another price: an amount never changes at Stripe. */
export function hasOtherTerms(values: PriceValues, saved: PriceValues): boolean {
  const terms = ({ key: _key, priceId: _priceId, active: _active, ...rest }: PriceValues) =>
    JSON.stringify(rest);
  return terms(values) !== terms(saved);
}

/** A field of a price, and what is wrong with it. */
type PriceProblem = { path: string; message: string };

/**
 * Converts form values to a price. The server validates everything except the amounts.
 * @returns the price, or the fields whose amount is not a number
 */
export function toNewPrice(
  i18n: I18n,
  values: PriceValues,
): { price: NewPrice } | { problems: PriceProblem[] } {
  const { kind, currency } = values;
  const problems: PriceProblem[] = [];
  const parseAmount = (name: "amountMinor" | "minimumMinor" | "presetMinor") => {
    const minor = parseMoney(values[name], currency);
    if (minor !== null) return minor;
    const example = exampleAmount(currency);
    const message =
      values[name].trim() === "" && name === "amountMinor"
        ? i18n._(msg`Enter an amount, such as ${example}, or 0 for a free product.`)
        : i18n._(msg`Enter a valid amount, such as ${example}.`);
    problems.push({ path: name, message });
    return 0;
  };
  const price = buildPrice(values, parseAmount);
  if (kind !== "pay_what_you_want" && kind !== "one_time") parseCount(i18n, values, kind, problems);
  return problems.length > 0 ? { problems } : { price };
}

/** The server would say "Invalid input" about what is no number. */
function parseCount(
  i18n: I18n,
  values: PriceValues,
  kind: PriceKind,
  problems: PriceProblem[],
): void {
  if (!/^\d*$/.test(values.trialDays.trim()))
    problems.push({ path: "trialDays", message: i18n._(msg`Enter a whole number of days.`) });
  if (kind === "interval" && !/^\d+$/.test(values.intervalCount.trim()))
    problems.push({ path: "intervalCount", message: i18n._(msg`Enter a whole number.`) });
}

function buildPrice(
  values: PriceValues,
  parseAmount: (name: "amountMinor" | "minimumMinor" | "presetMinor") => number,
): NewPrice {
  const { kind, currency } = values;
  if (kind === "pay_what_you_want")
    return {
      type: "one_time",
      model: "pay_what_you_want",
      minimumMinor: parseAmount("minimumMinor"),
      ...(values.presetMinor.trim() && { presetMinor: parseAmount("presetMinor") }),
      currency,
    };
  const base = {
    model: values.perSeat ? ("per_seat" as const) : ("fixed" as const),
    amountMinor: parseAmount("amountMinor"),
    currency,
  };
  if (kind === "one_time") return { ...base, type: "one_time" };
  return {
    ...base,
    type: "recurring",
    interval: kind === "interval" ? (values.interval as BillingInterval) : kind,
    intervalCount: kind === "interval" ? Number(values.intervalCount) : 1,
    trialDays: Number(values.trialDays),
  };
}
