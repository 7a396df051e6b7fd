import type { Ctx } from "../../context.ts";
import { readTranslations } from "../../translations/edit-translations.ts";
import type { Translations } from "../../translations/schema.ts";
import { fail } from "../../errors.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { readLanguages, type LanguageSettings } from "../../settings/languages.ts";
import { findPage, type PageRow } from "../../delivery/pages/store.ts";
import {
  findPageIds,
  listBenefitsOfPages,
  listPageRows,
  pageSortValue,
  type PageSort,
  type PageSummaryRow,
} from "../../delivery/pages/store-list.ts";

/** A page in the console's list, without its text. */
export type ListedPage = PageSummaryRow & {
  /** The benefits that give access to it. */
  benefits: { id: string; name: string }[];
};

/** Filters of the team's list of pages. */
export type PageSearch = {
  /** The start of the title or of the address, or an id. */
  search?: string | undefined;
  status?: PageRow["status"] | undefined;
  sort?: PageSort | undefined;
};

/** The most matches of one search that are listed. */
const MAX_MATCHES = 100;

/**
 * Lists the pages, newest first by default.
 * @returns `isTruncated`: more pages match the search than were considered
 */
export async function listPages(
  ctx: Ctx,
  input: PageSearch & PageInput,
): Promise<Page<ListedPage> & { isTruncated: boolean }> {
  const { search, status, sort = "newest", cursor, limit = PAGE_SIZE } = input;
  const matches = search === undefined ? undefined : await findMatches(ctx, search);
  const rows = await listPageRows(ctx.db, {
    sort,
    status,
    ids: matches?.slice(0, MAX_MATCHES),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  const { items, nextCursor } = toPage(rows, limit, (row) => ({
    value: pageSortValue(sort, row),
    id: row.id,
  }));
  const benefits = await listBenefitsOfPages(
    ctx.db,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((row) => ({
      ...row,
      benefits: benefits
        .filter(({ pageId }) => pageId === row.id)
        .map(({ id, name }) => ({ id, name })),
    })),
    nextCursor,
    isTruncated: (matches?.length ?? 0) > MAX_MATCHES,
  };
}

/** Finds pages by their id, or by the start of their title or address, also with `/read/` before it. */
async function findMatches(ctx: Ctx, search: string): Promise<string[]> {
  if (/^pag_[0-9a-z]{26}$/.test(search)) return [search];
  return findPageIds(ctx.db, { text: search.replace(/^\/read\//, ""), limit: MAX_MATCHES + 1 });
}

type PageTextField = "title" | "excerpt" | "body";

/**
 * Returns one page for the editor, with its texts in Markdown, in all languages.
 * @throws `not_found`
 */
export async function showPageSource(
  ctx: Ctx,
  input: { id: string },
): Promise<
  PageRow &
    Pick<ListedPage, "benefits"> & {
      translations: Translations<PageTextField>;
      languages: LanguageSettings;
    }
> {
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
