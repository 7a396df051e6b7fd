import { nothingToHandOver, type BenefitStrategy } from "../benefits/strategy.ts";

export type ShownPages = { note: string | null };

export const pageBenefit: BenefitStrategy<"page", ShownPages> = {
  ...nothingToHandOver,
  show: async (_ctx, held) =>
    new Map(held.map(({ grant, benefit }) => [grant.id, { note: benefit.settings.note ?? null }])),
};
