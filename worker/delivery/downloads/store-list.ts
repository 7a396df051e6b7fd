import { and, eq, sql, type SQL } from "drizzle-orm";
import { isOneOf, type Database } from "../../db/client.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { sortBy, type ListOrder } from "../../db/sort-by.ts";
import { startsWith } from "../../db/search-parts.ts";
import { benefits } from "../../db/schema/catalog.ts";
import { files, fileVersions } from "../../db/schema/files.ts";
import { pick } from "../../lib/pick.ts";

/** How the team's list of files is sorted. */
export type FileSort = "newest" | "oldest" | "name";

const name = sql`${files.name} COLLATE NOCASE`;
const isArchived = sql`(${files.archivedAt} IS NOT NULL)`;

const sorts: Record<FileSort, Omit<ListOrder, "id">> = {
  newest: { value: null, isDescending: true },
  oldest: { value: null, isDescending: false },
  name: { value: name, isDescending: false },
};

/** Returns what the list is sorted by, for a cursor. */
export function fileSortValue(
  sort: FileSort,
  row: { name: string; createdAt: number },
): string | number {
  return sort === "name" ? row.name : row.createdAt;
}

/** Lists the files of all downloads in an order: all of them, those of one download, or those with these ids. */
export function listFileRows(
  db: Database,
  input: {
    sort: FileSort;
    benefitId: string | undefined;
    isArchived: boolean | undefined;
    ids: string[] | undefined;
    after: Cursor | undefined;
    limit: number;
  },
) {
  const { sort, benefitId, ids, after, limit } = input;
  const { isAfter, orderBy } = sortBy({ ...sorts[sort], id: sql`${files.id}` }, after);
  return db
    .select({
      ...pick(files, ["id", "name", "createdAt", "archivedAt"]),
      benefit: { id: benefits.id, name: benefits.name },
    })
    .from(files)
    .innerJoin(benefits, eq(benefits.id, files.benefitId))
    .where(
      and(
        ids && isOneOf(files.id, ids),
        benefitId === undefined ? undefined : eq(files.benefitId, benefitId),
        input.isArchived === undefined
          ? undefined
          : isInState(input.isArchived, ids !== undefined || benefitId !== undefined),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(limit);
}

/** @param isSelected whether another condition selects few rows, so that the index on the state must not be used */
function isInState(wanted: boolean, isSelected: boolean): SQL {
  const value = wanted ? sql`1` : sql`0`;
  return isSelected ? sql`+${isArchived} = ${value}` : sql`${isArchived} = ${value}`;
}

/** Returns up to `limit` files whose name starts with the text. Case-insensitive. */
export async function listFileIds(
  db: Database,
  input: { text: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(startsWith(name, input.text))
    .orderBy(name)
    .limit(input.limit);
  return rows.map(({ id }) => id);
}

/** Lists the versions of these files. */
export function listVersionsOfFiles(db: Database, fileIds: string[]) {
  return db
    .select(pick(fileVersions, ["fileId", "number", "label", "size", "downloads", "withdrawnAt"]))
    .from(fileVersions)
    .where(isOneOf(fileVersions.fileId, fileIds));
}
