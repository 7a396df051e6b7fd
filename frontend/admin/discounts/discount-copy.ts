import { formatMoney } from "../../ui/format-money.ts";
import type { Discount } from "./queries.ts";

const stateLabels: Record<Discount["state"], string> = {
  active: "Active",
  used_up: "Used up",
  expired: "Expired",
  ended: "Ended",
};

export function getDiscountStateLabel(state: Discount["state"]): string {
  return stateLabels[state];
}

/** Describes a discount's amount and duration: "25 % off for 3 months". */
export function describeDiscount({
  percentOff,
  amountOffMinor,
  currency,
  duration,
  months,
}: Pick<Discount, "percentOff" | "amountOffMinor" | "currency" | "duration" | "months">): string {
  const off =
    amountOffMinor !== null && currency !== null
      ? `${formatMoney(amountOffMinor, currency)} off`
      : `${percentOff ?? 0} % off`;
  if (duration === "forever") return `${off} every payment`;
  if (duration === "once") return `${off} once`;
  return months === 1 ? `${off} for a month` : `${off} for ${months ?? 0} months`;
}

/** Describes how often a code was redeemed, and its limit. */
export function describeRedemptions({
  timesRedeemed,
  maxRedemptions,
}: Pick<Discount, "timesRedeemed" | "maxRedemptions">): string {
  return maxRedemptions === null ? `${timesRedeemed}` : `${timesRedeemed} of ${maxRedemptions}`;
}
