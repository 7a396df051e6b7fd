import type { PublicPrice } from "../../catalog/public-price.ts";
import { getFormats } from "../../shared/formats.ts";
import { addInterval, toTaxWords } from "../../lib/price-words.ts";

/**
 * Returns a price with its terms: "$9.00 a month plus tax, after a free trial of 14 days", "$12.00 a seat, paid once",
 * "from $5.00 (the buyer chooses), paid once", "free".
 */
export function describePrice(price: PublicPrice): string {
  const { amountMinor, currency, model, interval, trialDays, tax } = price;
  if (amountMinor === 0 && model !== "pay_what_you_want") return "free";
  const amount = getFormats("en").money(amountMinor, currency, "exact");
  const withModel =
    model === "pay_what_you_want"
      ? `from ${amount} (the buyer chooses)`
      : model === "per_seat"
        ? `${amount} a seat`
        : amount;
  const rate = addInterval(withModel, price) + toTaxWords(tax);
  const days = trialDays === 1 ? "1 day" : `${trialDays} days`;
  const trial = trialDays > 0 ? `, after a free trial of ${days}` : "";
  return rate + (interval ? trial : ", paid once");
}
