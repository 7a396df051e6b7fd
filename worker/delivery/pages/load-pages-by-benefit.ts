import type { Ctx } from "../../context.ts";
import { translateRows, type Langs } from "../../translations/translate.ts";
import { listPublishedPages, type PageRow } from "./store.ts";

/** A page's slug and title; `updatedAt` in unix milliseconds. */
export type PageLink = Pick<PageRow, "slug" | "title" | "updatedAt"> & Langs<"title">;

/**
 * Returns a function from benefit id to its published pages, in the seller's order and the language of `ctx.texts`.
 */
export async function loadPagesByBenefit(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<(benefitId: string) => PageLink[]> {
  const rows =
    input.benefitIds.length === 0 ? [] : await listPublishedPages(ctx.db, input.benefitIds);
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
