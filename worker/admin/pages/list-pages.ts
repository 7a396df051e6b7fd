import type { Ctx } from "../../context.ts";
import { readTranslations } from "../../translations/edit-translations.ts";
import { fail } from "../../errors.ts";
import { readPage } from "../../db/page-cursor.ts";
import { readLanguages } from "../../settings/languages.ts";
import { findPage } from "../../delivery/pages/store.ts";
import {
  listPageIds,
  listBenefitsOfPages,
  listPageRows,
  pageSortValue,
} from "../../delivery/pages/store-list.ts";
import { isId } from "../../lib/id-schema.ts";
import type { z } from "zod";
import type { pageListQuery } from "./schema.ts";
import { pick } from "../../lib/pick.ts";
import { idsOf } from "../../lib/rows.ts";

export type ListedPage = Awaited<ReturnType<typeof listPages>>["items"][number];
export type PageSearch = z.output<typeof pageListQuery>;

/** The most matches of one search that are listed. */
const MAX_MATCHES = 100;

/**
 * Lists the pages without their texts, with the benefits that give access to each, newest first by default.
 * @returns `isTruncated`: more pages match the search than were considered
 */
export async function listPages(ctx: Ctx, input: PageSearch) {
  const { search, status, sort = "newest" } = input;
  const matches = search === undefined ? undefined : await findMatches(ctx, search);
  const ids = matches?.slice(0, MAX_MATCHES);
  const { items, nextCursor } = await readPage(
    input,
    (window) => listPageRows(ctx.db, { sort, status, ids, ...window }),
    (row) => ({ value: pageSortValue(sort, row), id: row.id }),
  );
  const benefits = await listBenefitsOfPages(ctx.db, idsOf(items));
  return {
    items: items.map((row) => ({
      ...row,
      benefits: benefits
        .filter(({ pageId }) => pageId === row.id)
        .map((benefit) => pick(benefit, ["id", "name"])),
    })),
    nextCursor,
    isTruncated: (matches?.length ?? 0) > MAX_MATCHES,
  };
}

/** Finds pages by their id, or by the start of their title or address, also with `/read/` before it. */
async function findMatches(ctx: Ctx, search: string): Promise<string[]> {
  if (isId("pag", search)) return [search];
  return listPageIds(ctx.db, { text: search.replace(/^\/read\//, ""), limit: MAX_MATCHES + 1 });
}

type PageTextField = "title" | "excerpt" | "body";

/**
 * Returns one page for the editor, with its texts in Markdown, in all languages.
 * @throws `not_found`
 */
export async function showPageSource(ctx: Ctx, input: { id: string }) {
  const [row, benefits, translations, languages] = await Promise.all([
    findPage(ctx.db, input.id),
    listBenefitsOfPages(ctx.db, [input.id]),
    readTranslations<PageTextField>(ctx, [input.id]),
    readLanguages(ctx),
  ]);
  if (!row) throw fail("not_found", { reason: "no such page" });
  return {
    ...row,
    benefits: benefits.map(({ id, name }) => ({ id, name })),
    translations: translations.get(row.id) ?? {},
    languages,
  };
}
