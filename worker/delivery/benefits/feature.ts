import { z } from "zod";
import { featureLimit } from "../../access/feature.ts";
import { slug } from "../../catalog/slug.ts";
import {
  count,
  limitWords,
  noFulfillment,
  commonSettings,
  type BenefitStrategy,
  type Limit,
} from "./strategy.ts";

/** A feature as the library shows it. `limit` is how much the user may use; null if unlimited or not counted. */
export type FeatureView = { key: string; limit: number | null };

/** `limit` is null if the feature is unlimited or not counted. */
export type FeatureDetail = { limit: Limit | null };

export const feature: BenefitStrategy<"feature", FeatureView, FeatureDetail> = {
  settings: z.strictObject({
    ...commonSettings,
    key: slug.optional(),
    limit: z.strictObject({ amount: count, perSeat: z.boolean() }).optional(),
  }),
  ...noFulfillment,
  show: async (_ctx, held) =>
    held.map((each) => ({
      key: each.benefit.settings.key ?? each.benefit.id,
      limit: featureLimit(each),
    })),
  describe: async (_ctx, benefits) =>
    benefits.map(({ settings }) => ({ limit: settings.limit ?? null })),
  listWords: ({ limit }) => limitWords(limit, "use"),
  writeEmail: () => ({}),
};
