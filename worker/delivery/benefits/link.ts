import { nothingToHandOver, type BenefitStrategy } from "../../access/strategy.ts";

export type ShownLink = { note: string | null; url: string | null };

/** Something elsewhere, or words alone: its settings are all there is to it. */
export const link: BenefitStrategy<"link", ShownLink> = {
  ...nothingToHandOver,
  show: async (_ctx, held) =>
    new Map(
      held.map(({ grant, benefit: { settings } }) => [
        grant.id,
        { note: settings.note ?? null, url: settings.url ?? null },
      ]),
    ),
};
