import { addInterval, toTaxWords } from "../../../worker/lib/price-words.ts";
import { formatMoney } from "../../ui/format-money.ts";
import type { Price } from "../../http/shop.ts";

/** A price of the catalog, or the current price of a subscription. */
type Rate = {
  /** If omitted, the amount is the total. */
  model?: Price["model"];
  amountMinor: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  /** Whether tax comes on top or is in the amount; nothing is said if null or left out. */
  tax?: Price["tax"];
};

const intervalAdverbs: Record<string, string> = {
  day: "Daily",
  week: "Weekly",
  month: "Monthly",
  year: "Yearly",
};

/** Returns what to say about tax after a price: " plus tax", " incl. tax" or nothing. */
export function describeTax({ amountMinor, tax }: Pick<Rate, "amountMinor" | "tax">): string {
  return amountMinor === 0 ? "" : toTaxWords(tax);
}

/**
 * Formats a price without its interval: "$29", "$29 plus tax", "Free", "$12 a seat"; "From $5" for pay-what-you-want
 * prices.
 */
export function formatPriceAmount(rate: Rate): string {
  return formatAmount(rate) + describeTax(rate);
}

function formatAmount({ amountMinor, currency, model }: Rate): string {
  if (amountMinor === 0) return "Free";
  const amount = formatMoney(amountMinor, currency);
  if (model === "pay_what_you_want") return `From ${amount}`;
  return model === "per_seat" ? `${amount} a seat` : amount;
}

function formatRate(rate: Rate): string {
  const amount = formatAmount(rate);
  return rate.amountMinor === 0 ? amount : addInterval(amount, rate);
}

/**
 * Formats a price with its interval and tax: "$9 a month", "$12 a seat a month plus tax", "$24 every 3 months", "$29
 * incl. tax", "Free".
 */
export function describeRate(rate: Rate): string {
  return formatRate(rate) + describeTax(rate);
}

/** Formats a total for several seats: "$27 a month for 3 seats plus tax". */
export function describeTotal(total: Rate, quantity: number): string {
  const seats = quantity > 1 ? ` for ${quantity} seats` : "";
  return `${formatRate(total)}${seats}${describeTax(total)}`;
}

/** Returns the name of a price's interval: "Monthly", "Every 3 months", "Once". */
export function describeInterval(price: Pick<Price, "interval" | "intervalCount">): string {
  if (!price.interval) return "Once";
  const count = price.intervalCount ?? 1;
  return count === 1
    ? (intervalAdverbs[price.interval] ?? `Every ${price.interval}`)
    : `Every ${count} ${price.interval}s`;
}

/** Formats the lowest price for a product card, with "From" if there are several prices. */
export function describeStartingPrice(prices: Rate[]): string {
  const [first] = prices;
  if (!first) return "";
  const rate = describeRate(first);
  return prices.length > 1 && first.model !== "pay_what_you_want" ? `From ${rate}` : rate;
}

/** Returns the price for a number of seats; prices that are not per seat are unchanged. */
export function getPriceForSeats(price: Price, seats: number): Price {
  return price.model === "per_seat"
    ? { ...price, model: "fixed", amountMinor: price.amountMinor * seats }
    : price;
}

/**
 * Returns how much a yearly price saves compared with twelve months of the monthly price in the same currency, in minor
 * units; 0 if there is no saving or no such price.
 */
export function getYearlySavings(price: Price, prices: Price[]): number {
  if (price.interval !== "year" || price.intervalCount !== 1) return 0;
  const monthly = prices.find(
    ({ interval, intervalCount, currency }) =>
      interval === "month" && intervalCount === 1 && currency === price.currency,
  );
  return monthly ? Math.max(0, monthly.amountMinor * 12 - price.amountMinor) : 0;
}
