import { noFulfillment, type BenefitStrategy, type GrantWithBenefit } from "./strategy.ts";

/** A feature as the library shows it. `limit` is how much the user may use; null if unlimited or not counted. */
export type FeatureView = { note: string | null; key: string; limit: number | null };

/** `limit` is null if the feature is unlimited or not counted. */
export type FeatureDetail = { limit: { amount: number; perSeat: boolean } | null };

export const feature: BenefitStrategy<"feature", FeatureView, FeatureDetail> = {
  ...noFulfillment,
  show: async (_ctx, held) => new Map(held.map((each) => [each.grant.id, toFeatureView(each)])),
  describe: async (_ctx, benefits) =>
    new Map(benefits.map(({ id, settings }) => [id, { limit: settings.limit ?? null }])),
};

function toFeatureView(held: GrantWithBenefit<"feature">): FeatureView {
  const { id, settings } = held.benefit;
  return { note: settings.note ?? null, key: settings.key ?? id, limit: featureLimit(held) };
}

/** Returns how much of a feature this grant allows; null means no limit. */
export function featureLimit({ grant, benefit }: GrantWithBenefit<"feature">): number | null {
  const { limit } = benefit.settings;
  if (!limit) return null;
  return limit.perSeat ? limit.amount * grant.quantity : limit.amount;
}
