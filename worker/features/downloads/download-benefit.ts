import { nothingToHandOver, type BenefitStrategy } from "../benefits/strategy.ts";

export type ShownDownload = { note: string | null };

export const downloadBenefit: BenefitStrategy<"download", ShownDownload> = {
  ...nothingToHandOver,
  show: async (_ctx, held) =>
    new Map(held.map(({ grant, benefit }) => [grant.id, { note: benefit.settings.note ?? null }])),
};
