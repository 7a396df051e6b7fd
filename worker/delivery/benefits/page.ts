import { z } from "zod";
import type { Ctx } from "../../context.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { markdown } from "../../lib/markdown-schema.ts";
import { translateRows, type Langs } from "../../translations/translate.ts";
import { listPublishedPages, type PageRow } from "../pages/store.ts";
import { noFulfillment, commonSettings, type BenefitStrategy } from "./strategy.ts";
import { idsOf } from "../../lib/rows.ts";
import { plainText } from "../../lib/text-schema.ts";

/** In characters. */
export const MAX_PAGE_LENGTH = 100_000;

export const pageTitle = plainText(120).min(1, "Enter a title.");

/** A page that is written with its benefit. Its URL is made from the title. */
const newBenefitPage = z.strictObject({
  title: pageTitle,
  body: markdown(MAX_PAGE_LENGTH),
  isPublished: z.boolean(),
});

export type NewBenefitPage = z.output<typeof newBenefitPage>;

/**
 * `pageIds`: all existing pages that the benefit gives access to, in order; unchanged if left out. `newPages` are
 * created and come after them.
 */
export type PagesContent = { pageIds?: string[]; newPages?: NewBenefitPage[] };

/** A page's slug and title; `updatedAt` in unix milliseconds. */
type PageLink = Pick<PageRow, "slug" | "title" | "updatedAt"> & Langs<"title">;

export type PagesView = { pages: PageLink[] };
/** `isFree`: everybody may read it before they buy. */
export type PagesDetail = { pages: (Omit<PageLink, "updatedAt"> & { isFree?: true })[] };

/** Pages store no readers: `showPage` checks the user's grants. */
export const page: BenefitStrategy<"page", PagesView, PagesDetail, PagesContent> = {
  settings: z.strictObject(commonSettings),
  content: {
    pageIds: z.array(idSchema("pag")).max(200, "Must be 200 pages or fewer.").optional(),
    newPages: z
      .array(newBenefitPage)
      .max(20, "Must be 20 new pages or fewer at a time.")
      .optional(),
  },
  ...noFulfillment,
  async show(ctx, held) {
    const shown = await listPages(
      ctx,
      held.map(({ benefit }) => benefit.id),
    );
    return shown.map((pages) => ({ pages: pages.map(({ isFree: _, ...page }) => page) }));
  },
  async describe(ctx, benefits) {
    const shown = await listPages(ctx, idsOf(benefits));
    return shown.map((pages) => ({
      pages: pages.map(({ updatedAt: _, isFree, ...page }) => ({
        ...page,
        ...(isFree && { isFree: true as const }),
      })),
    }));
  },
  listWords: ({ pages }) => pages.map(({ title }) => title),
  // The links require signing in.
  writeEmail: ({ shop }, { pages }) => ({
    links: pages.map(({ slug, title }) => ({
      label: title,
      url: `${shop.origin}/read/${encodeURIComponent(slug)}`,
    })),
  }),
};

/** Returns the published pages of each benefit, in the seller's order and the language of `ctx.texts`. */
async function listPages(ctx: Ctx, benefitIds: string[]) {
  const rows = await listPublishedPages(ctx.db, benefitIds);
  const pages = await translateRows(ctx, rows, ["title"]);
  return benefitIds.map((benefitId) =>
    pages
      .filter((page) => page.benefitId === benefitId)
      .map(({ slug, title, isFree, updatedAt, langs }) => ({
        slug,
        title,
        isFree,
        updatedAt,
        ...(langs && { langs }),
      })),
  );
}
