/**
 * Whether a price can be bought for somebody else: it is paid once, and costs something. A free one would let anybody
 * send emails to strangers.
 */
export const isGivable = (price: { type: string; model: string; amountMinor: number }): boolean =>
  price.type === "one_time" && price.model !== "pay_what_you_want" && price.amountMinor > 0;
