import { and, asc, eq, sql } from "drizzle-orm";
import { isOneOf, type Database } from "../../db/client.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { sortBy, type ListOrder } from "../../db/sort-by.ts";
import { startsWith } from "../../db/search-parts.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { benefitPages, pages } from "../../db/schema/pages.ts";
import type { PageRow } from "./store.ts";
import { pick } from "../../lib/pick.ts";

/** A page without its texts. */
export type PageSummaryRow = Omit<PageRow, "excerpt" | "body">;

/** How the team's list of pages is sorted. */
export type PageSort = "newest" | "changed" | "title";

const title = sql`${pages.title} COLLATE NOCASE`;

const sorts: Record<PageSort, Omit<ListOrder, "id">> = {
  newest: { value: null, isDescending: true },
  changed: { value: sql`${pages.updatedAt}`, isDescending: true },
  title: { value: title, isDescending: false },
};

/** Returns what the list is sorted by, for a cursor. */
export function pageSortValue(sort: PageSort, row: PageSummaryRow): string | number {
  return { newest: row.createdAt, changed: row.updatedAt, title: row.title }[sort];
}

/** Lists pages in an order, all or those with these ids. */
export function listPageRows(
  db: Database,
  input: {
    sort: PageSort;
    status: PageRow["status"] | undefined;
    ids: string[] | undefined;
    after: Cursor | undefined;
    limit: number;
  },
) {
  const { sort, status, ids, after, limit } = input;
  const { isAfter, orderBy } = sortBy({ ...sorts[sort], id: sql`${pages.id}` }, after);
  return db
    .select({
      id: pages.id,
      slug: pages.slug,
      ...pick(pages, ["title", "status", "isFree", "createdAt", "updatedAt", "publishedAt"]),
    })
    .from(pages)
    .where(
      and(
        // Few ids are searched for one by one, and then sorted.
        ids && isOneOf(pages.id, ids),
        status && (ids ? sql`+${pages.status} = ${status}` : eq(pages.status, status)),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/**
 * Returns up to `limit` pages whose title starts with the text (case-insensitive), and as many whose address does.
 */
export async function listPageIds(
  db: Database,
  input: { text: string; limit: number },
): Promise<string[]> {
  const { text, limit } = input;
  const [byTitle, bySlug] = await Promise.all([
    db
      .select({ id: pages.id })
      .from(pages)
      .where(startsWith(title, text))
      .orderBy(title)
      .limit(limit),
    db
      .select({ id: pages.id })
      .from(pages)
      .where(startsWith(pages.slug, text.toLowerCase()))
      .orderBy(pages.slug)
      .limit(limit),
  ]);
  return [...new Set([...byTitle, ...bySlug].map(({ id }) => id))];
}

/** Lists the benefits that include these pages. */
export function listBenefitsOfPages(db: Database, pageIds: string[]) {
  return db
    .select({ pageId: benefitPages.pageId, id: benefits.id, name: benefits.name })
    .from(benefitPages)
    .innerJoin(benefits, eq(benefits.id, benefitPages.benefitId))
    .where(isOneOf(benefitPages.pageId, pageIds))
    .orderBy(asc(benefits.createdAt));
}
