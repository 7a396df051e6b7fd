/**
 * Whether a price is paid when it is bought, so that a visitor can pay it without signing in. What costs nothing at first
 * can't be bought like that: nobody would know who has had it already.
 */
export const isPaidAtOnce = (price: {
  model: string;
  amountMinor: number;
  minimumMinor: number | null;
  trialDays: number;
}): boolean =>
  price.trialDays === 0 &&
  (price.model === "pay_what_you_want" ? (price.minimumMinor ?? 0) : price.amountMinor) > 0;
