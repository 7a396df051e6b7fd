import type { PublicPrice } from "../catalog/public-price.ts";

/** Prices as visitors see them: $9.00 a month, $90.00 a year, and $9.00 once. */
export const monthlyPrice: PublicPrice = {
  id: "prc_1",
  type: "recurring",
  interval: "month",
  intervalCount: 1,
  model: "fixed",
  amountMinor: 900,
  minimumMinor: null,
  presetMinor: null,
  currency: "usd",
  trialDays: 0,
  tax: null,
};
export const yearlyPrice: PublicPrice = {
  ...monthlyPrice,
  id: "prc_2",
  interval: "year",
  amountMinor: 9000,
};
export const oneTimePrice: PublicPrice = {
  ...monthlyPrice,
  type: "one_time",
  interval: null,
  intervalCount: null,
};
