import { nothingToHandOver, type BenefitStrategy } from "../../access/strategy.ts";
import { listBenefitPages, type PageLink } from "./load-pages-by-benefit.ts";

export type ShownPages = { note: string | null; pages: PageLink[] };

/** Pages keep nothing of who may read them: `showPage` asks for the grant. */
export const pageBenefit: BenefitStrategy<"page", ShownPages> = {
  ...nothingToHandOver,
  show: async (ctx, held) => {
    const pagesOf = await listBenefitPages(ctx, {
      benefitIds: held.map((each) => each.benefit.id),
    });
    return new Map(
      held.map(({ grant, benefit }) => [
        grant.id,
        { note: benefit.settings.note ?? null, pages: pagesOf(benefit.id) },
      ]),
    );
  },
};
