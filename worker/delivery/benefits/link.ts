import { noFulfillment, type BenefitStrategy } from "../../access/strategy.ts";

export type LinkView = { note: string | null; url: string | null };

/** A URL, a note, or both. Everything is in the benefit's settings. */
export const link: BenefitStrategy<"link", LinkView, object> = {
  ...noFulfillment,
  show: async (_ctx, held) =>
    new Map(
      held.map(({ grant, benefit: { settings } }) => [
        grant.id,
        { note: settings.note ?? null, url: settings.url ?? null },
      ]),
    ),
  // The URL is what is paid for.
  describe: async (_ctx, benefits) => new Map(benefits.map(({ id }) => [id, {}])),
};
