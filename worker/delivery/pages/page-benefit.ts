import { noFulfillment, type BenefitStrategy } from "../../access/strategy.ts";
import { loadPagesByBenefit, type PageLink } from "./load-pages-by-benefit.ts";

export type PagesView = { note: string | null; pages: PageLink[] };

/** Pages store no readers: `showPage` checks the user's grants. */
export const pageBenefit: BenefitStrategy<"page", PagesView> = {
  ...noFulfillment,
  show: async (ctx, held) => {
    const pagesOf = await loadPagesByBenefit(ctx, {
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
