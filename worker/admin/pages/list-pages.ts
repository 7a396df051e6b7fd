import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import {
  findPage,
  listBenefitsOfPages,
  listPageRows,
  type PageRow,
} from "../../delivery/pages/store.ts";

/** A page in the console's list, without its text. */
export type ListedPage = Omit<PageRow, "excerpt" | "body"> & {
  /** The benefits that give access to it. */
  benefits: { id: string; name: string }[];
};

/** Lists all pages, newest first. */
export async function listPages(ctx: Ctx, input: PageInput): Promise<Page<ListedPage>> {
  const { cursor, limit = PAGE_SIZE } = input;
  const beforeId = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const rows = await listPageRows(ctx.db, { beforeId, limit: limit + 1 });
  const ids = rows.map(({ id }) => id);
  const benefits = await listBenefitsOfPages(ctx.db, ids);
  const listed = rows.map((row) => ({
    ...row,
    benefits: benefits
      .filter(({ pageId }) => pageId === row.id)
      .map(({ id, name }) => ({ id, name })),
  }));
  return toPage(listed, limit, ({ id, createdAt }) => ({ value: createdAt, id }));
}

/**
 * Returns one page for the editor, with its texts in Markdown.
 * @throws `not_found`
 */
export async function showPageSource(
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
