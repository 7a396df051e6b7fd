import type { TaxDisplay } from "../settings/tax-settings.ts";
import { pick } from "../lib/pick.ts";
import { resolvePriceTax, type PriceTax } from "./price-tax.ts";
import type { PriceRow } from "./store.ts";

const publicFields = [
  "id",
  "type",
  "interval",
  "intervalCount",
  "model",
  "amountMinor",
  "minimumMinor",
  "presetMinor",
  "currency",
  "trialDays",
] as const;

/**
 * A price as the storefront shows it, with amounts in minor units. For `pay_what_you_want`, `amountMinor` is the
 * minimum; for `per_seat`, it is the amount per seat.
 */
export type PublicPrice = Pick<PriceRow, (typeof publicFields)[number]> & { tax: PriceTax };

/** Returns the public fields of a price. */
export function toPublicPrice(price: PriceRow, taxDisplay: TaxDisplay): PublicPrice {
  return { ...pick(price, publicFields), tax: resolvePriceTax(taxDisplay, price) };
}
