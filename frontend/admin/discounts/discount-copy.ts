import { formatMoney } from "../../ui/format-money.ts";
import type { Discount } from "./queries.ts";

const states: Record<Discount["state"], string> = {
  active: "Active",
  used_up: "Used up",
  expired: "Expired",
  ended: "Ended",
};

export function nameState(state: Discount["state"]): string {
  return states[state];
}

/** What it takes off and for how long: "25 % off for 3 months". */
export function describeOff({
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

/** How often it was used, and how often it can be. */
export function describeUse({
  timesRedeemed,
  maxRedemptions,
}: Pick<Discount, "timesRedeemed" | "maxRedemptions">): string {
  return maxRedemptions === null ? `${timesRedeemed}` : `${timesRedeemed} of ${maxRedemptions}`;
}
