import type { TaxDisplay } from "../settings/tax-settings.ts";
import { resolvePriceTax, type PriceTax } from "./price-tax.ts";
import type { PriceRow } from "./store.ts";

/**
 * A price as the storefront shows it, with amounts in minor units. For `pay_what_you_want`, `amountMinor` is the
 * minimum; for `per_seat`, it is the amount per seat.
 */
export type PublicPrice = Pick<
  PriceRow,
  | "id"
  | "type"
  | "interval"
  | "intervalCount"
  | "model"
  | "amountMinor"
  | "minimumMinor"
  | "presetMinor"
  | "currency"
  | "trialDays"
> & { tax: PriceTax };

/** Returns the public fields of a price. */
export function toPublicPrice(price: PriceRow, taxDisplay: TaxDisplay): PublicPrice {
  const { id, type, interval, intervalCount, model, currency, trialDays } = price;
  const { amountMinor, minimumMinor, presetMinor } = price;
  return {
    id,
    type,
    interval,
    intervalCount,
    model,
    amountMinor,
    minimumMinor,
    presetMinor,
    currency,
    trialDays,
    tax: resolvePriceTax(taxDisplay, price),
  };
}
