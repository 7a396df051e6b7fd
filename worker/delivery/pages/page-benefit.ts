import { noFulfillment, type BenefitStrategy } from "../../access/strategy.ts";
import type { Ctx } from "../../context.ts";
import { translateRows, type Langs } from "../../translations/translate.ts";
import { listPublishedPages, type PageRow } from "./store.ts";

/** A page's slug and title; `updatedAt` in unix milliseconds. */
export type PageLink = Pick<PageRow, "slug" | "title" | "updatedAt"> & Langs<"title">;

export type PagesView = { note: string | null; pages: PageLink[] };
export type PagesDetail = { pages: Omit<PageLink, "updatedAt">[] };

/** Pages store no readers: `showPage` checks the user's grants. */
export const pageBenefit: BenefitStrategy<"page", PagesView, PagesDetail> = {
  ...noFulfillment,
  show: async (ctx, held) => {
    const pagesOf = await mapPagesByBenefit(
      ctx,
      held.map((each) => each.benefit.id),
    );
    return new Map(
      held.map(({ grant, benefit }) => [
        grant.id,
        { note: benefit.settings.note ?? null, pages: pagesOf(benefit.id) },
      ]),
    );
  },
  describe: async (ctx, benefits) => {
    const benefitIds = benefits.map(({ id }) => id);
    const pagesOf = await mapPagesByBenefit(ctx, benefitIds);
    return new Map(
      benefitIds.map((id) => [id, { pages: pagesOf(id).map(({ updatedAt: _, ...page }) => page) }]),
    );
  },
};

/**
 * Returns a function from benefit id to its published pages, in the seller's order and the language of `ctx.texts`.
 */
async function mapPagesByBenefit(
  ctx: Ctx,
  benefitIds: string[],
): Promise<(benefitId: string) => PageLink[]> {
  const rows = await listPublishedPages(ctx.db, benefitIds);
  const pages = await translateRows(ctx, rows, ["title"]);
  return (benefitId) =>
    pages
      .filter((page) => page.benefitId === benefitId)
      .map(({ slug, title, updatedAt, langs }) => ({
        slug,
        title,
        updatedAt,
        ...(langs && { langs }),
      }));
}
