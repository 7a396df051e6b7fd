import type { TaxDisplay } from "../settings/tax-settings.ts";
import type { PriceRow } from "./store.ts";

/** What a price says about tax: it comes on top, it is in the price, or nothing is said. */
export type PriceTax = "exclusive" | "inclusive" | null;

/** At Stripe, "automatic" means exclusive in these currencies and inclusive in all others. */
const exclusiveCurrencies = new Set(["usd", "cad"]);

/**
 * Returns what to say about tax beside a price: nothing if Stripe calculates no tax, the price is free, or Stripe's
 * answer is not known yet; else what the price says, or the default of the Stripe account.
 */
export function resolvePriceTax(
  display: TaxDisplay,
  price: Pick<PriceRow, "currency"> & {
    taxBehavior: PriceRow["taxBehavior"];
    amountMinor?: number;
  },
): PriceTax {
  const { taxBehavior, currency, amountMinor } = price;
  if (!display.isCalculated || taxBehavior === null || amountMinor === 0) return null;
  if (taxBehavior !== "unspecified") return taxBehavior;
  if (display.accountDefault === "inferred_by_currency")
    return exclusiveCurrencies.has(currency) ? "exclusive" : "inclusive";
  return display.accountDefault;
}

/** Converts Stripe's value. A value that is missing or unknown counts as `unspecified`. */
export function parseTaxBehavior(value: string | null): "exclusive" | "inclusive" | "unspecified" {
  return value === "exclusive" || value === "inclusive" ? value : "unspecified";
}
