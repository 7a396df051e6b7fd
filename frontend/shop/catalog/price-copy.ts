import { formatMoney } from "../../ui/format-money.ts";
import type { Price } from "../../http/shop.ts";

/** What a subscription bills: a price of the catalog, or the one that somebody pays. */
type Rate = {
  /** Left out, the amount is for all of it. */
  model?: Price["model"];
  amountMinor: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
};

const adverbs: Record<string, string> = {
  day: "Daily",
  week: "Weekly",
  month: "Monthly",
  year: "Yearly",
};

/** A price without its rhythm: "$29", "Free", "$12 a seat"; "From $5" where the buyer chooses. */
export function tagPrice({ amountMinor, currency, model }: Rate): string {
  if (amountMinor === 0) return "Free";
  const amount = formatMoney(amountMinor, currency);
  if (model === "pay_what_you_want") return `From ${amount}`;
  return model === "per_seat" ? `${amount} a seat` : amount;
}

/** "$9 a month", "$12 a seat a month", "$24 every 3 months", "$29", "Free". */
export function describeRate(rate: Rate): string {
  const amount = tagPrice(rate);
  if (rate.amountMinor === 0) return amount;
  if (!rate.interval) return amount;
  const count = rate.intervalCount ?? 1;
  return count === 1
    ? `${amount} a ${rate.interval}`
    : `${amount} every ${count} ${rate.interval}s`;
}

/** What is paid for several seats, from their sum: "$27 a month for 3 seats". */
export function describeSum(sum: Rate, quantity: number): string {
  return quantity > 1 ? `${describeRate(sum)} for ${quantity} seats` : describeRate(sum);
}

/** The name of a price among its siblings: "Monthly", "Every 3 months", "Once". */
export function nameInterval(price: Pick<Price, "interval" | "intervalCount">): string {
  if (!price.interval) return "Once";
  const count = price.intervalCount ?? 1;
  return count === 1
    ? (adverbs[price.interval] ?? `Every ${price.interval}`)
    : `Every ${count} ${price.interval}s`;
}

/** What a card says: the lowest entry, and that there are others. */
export function describeFrom(prices: Price[]): string {
  const [first] = prices;
  if (!first) return "";
  const rate = describeRate(first);
  return prices.length > 1 && first.model !== "pay_what_you_want" ? `From ${rate}` : rate;
}

/** What several seats of a price come to; a price that is not per seat is what it is. */
export function priceSeats(price: Price, seats: number): Price {
  return price.model === "per_seat"
    ? { ...price, model: "fixed", amountMinor: price.amountMinor * seats }
    : price;
}

/**
 * What a yearly price saves against twelve of the monthly one, in minor units; 0 where that cannot be said.
 * Only prices of one currency are compared.
 */
export function yearlySaving(price: Price, prices: Price[]): number {
  if (price.interval !== "year" || price.intervalCount !== 1) return 0;
  const monthly = prices.find(
    ({ interval, intervalCount, currency }) =>
      interval === "month" && intervalCount === 1 && currency === price.currency,
  );
  return monthly ? Math.max(0, monthly.amountMinor * 12 - price.amountMinor) : 0;
}
