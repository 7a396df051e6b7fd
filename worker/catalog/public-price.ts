import type { PriceRow } from "./store.ts";

/**
 * A price as the storefront shows it, amounts in the currency's smallest unit. Of `pay_what_you_want` `amountMinor` is
 * the minimum, of `per_seat` it is for one seat.
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
>;

/** A price with nothing of the seller's own on it. */
export function toPublicPrice(price: PriceRow): PublicPrice {
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
  };
}
