import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findPage, listBenefitsOfPages, listPageRows, type PageRow } from "./store.ts";

/** A page in the seller's list: everything but its text. */
export type ListedPage = Omit<PageRow, "excerpt" | "body"> & {
  /** What opens it. */
  benefits: { id: string; name: string }[];
};

/** Every page, newest first. */
export async function listPages(ctx: Ctx): Promise<ListedPage[]> {
  const rows = await listPageRows(ctx.db);
  const benefits = await listBenefitsOfPages(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    benefits: benefits
      .filter(({ pageId }) => pageId === row.id)
      .map(({ id, name }) => ({ id, name })),
  }));
}

/**
 * One page as it is edited: its texts in Markdown.
 * @throws `not_found`
 */
export async function showSource(
  ctx: Ctx,
  input: { id: string },
): Promise<PageRow & Pick<ListedPage, "benefits">> {
  const [row, benefits] = await Promise.all([
    findPage(ctx.db, input.id),
    listBenefitsOfPages(ctx.db, [input.id]),
  ]);
  if (!row) throw fail("not_found", { reason: "no such page" });
  return { ...row, benefits: benefits.map(({ id, name }) => ({ id, name })) };
}
