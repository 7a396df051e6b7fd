import type { Ctx } from "../../context.ts";
import { listPublishedPages, type PageRow } from "./store.ts";

/** A page's slug and title; `updatedAt` in unix milliseconds. */
export type PageLink = Pick<PageRow, "slug" | "title" | "updatedAt">;

/** Returns a function from benefit id to its published pages, in the seller's order. */
export async function loadPagesByBenefit(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<(benefitId: string) => PageLink[]> {
  const rows =
    input.benefitIds.length === 0 ? [] : await listPublishedPages(ctx.db, input.benefitIds);
  return (benefitId) =>
    rows
      .filter((row) => row.benefitId === benefitId)
      .map(({ slug, title, updatedAt }) => ({ slug, title, updatedAt }));
}
