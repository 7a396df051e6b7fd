import { noFulfillment, type BenefitStrategy } from "../../access/strategy.ts";

export type LinkView = { note: string | null; url: string | null };

/** A URL, a note, or both. Everything is in the benefit's settings. */
export const link: BenefitStrategy<"link", LinkView> = {
  ...noFulfillment,
  show: async (_ctx, held) =>
    new Map(
      held.map(({ grant, benefit: { settings } }) => [
        grant.id,
        { note: settings.note ?? null, url: settings.url ?? null },
      ]),
    ),
};
