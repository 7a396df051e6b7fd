import type { GrantWithBenefit } from "./strategy.ts";

/** Returns how much of a feature this grant allows; null means no limit. */
export function featureLimit({ grant, benefit }: GrantWithBenefit<"feature">): number | null {
  const { limit } = benefit.settings;
  if (!limit) return null;
  return limit.perSeat ? limit.amount * grant.quantity : limit.amount;
}
