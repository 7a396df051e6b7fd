import { nothingToHandOver, type BenefitStrategy, type Held } from "./strategy.ts";

/** A named entitlement: `limit` is how much of it one may use, null where it is unlimited or not counted. */
export type ShownFeature = { note: string | null; key: string; limit: number | null };

export const feature: BenefitStrategy<"feature", ShownFeature> = {
  ...nothingToHandOver,
  show: async (_ctx, held) => new Map(held.map((each) => [each.grant.id, showFeature(each)])),
};

function showFeature(held: Held<"feature">): ShownFeature {
  const { id, settings } = held.benefit;
  return { note: settings.note ?? null, key: settings.key ?? id, limit: limitOf(held) };
}

/** How much of a feature its holder may use; null where there is no limit. */
export function limitOf({ grant, benefit }: Held<"feature">): number | null {
  const { limit } = benefit.settings;
  if (!limit) return null;
  return limit.perSeat ? limit.amount * grant.quantity : limit.amount;
}
