import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import type { FileRow, VersionRow } from "../../delivery/downloads/store.ts";
import {
  fileSortValue,
  findFileIds,
  listFileRows,
  listVersionsOfFiles,
  type FileSort,
} from "../../delivery/downloads/store-list.ts";

/** A file in the list of all files. */
export type ListedFile = Pick<FileRow, "id" | "name" | "createdAt" | "archivedAt"> & {
  /** The download that it belongs to. */
  benefit: { id: string; name: string };
  /** What buyers get; null if every version is withdrawn, or there is none. `size` is in bytes. */
  newest: Pick<VersionRow, "number" | "label" | "size"> | null;
  /** Number of downloads started, of all versions. */
  downloads: number;
};

/** Filters of the team's list of all files. */
export type FileSearch = {
  /** The start of the name, or an id. */
  search?: string | undefined;
  benefitId?: string | undefined;
  state?: "offered" | "archived" | undefined;
  sort?: FileSort | undefined;
};

/** The most matches of one search that are listed. */
const MAX_MATCHES = 100;

/**
 * Lists the files of all downloads, newest first by default.
 * @returns `isTruncated`: more files match the search than were considered
 */
export async function searchFiles(
  ctx: Ctx,
  input: FileSearch & PageInput,
): Promise<Page<ListedFile> & { isTruncated: boolean }> {
  const { search, benefitId, state, sort = "newest", cursor, limit = PAGE_SIZE } = input;
  const matches = search === undefined ? undefined : await findMatches(ctx, search);
  const rows = await listFileRows(ctx.db, {
    sort,
    benefitId,
    isArchived: state && state === "archived",
    ids: matches?.slice(0, MAX_MATCHES),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  const { items, nextCursor } = toPage(rows, limit, (row) => ({
    value: fileSortValue(sort, row),
    id: row.id,
  }));
  const versions = await listVersionsOfFiles(
    ctx.db,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((row) => {
      const own = versions.filter(({ fileId }) => fileId === row.id);
      const [newest = null] = own
        .filter(({ withdrawnAt }) => withdrawnAt === null)
        .toSorted((a, b) => b.number - a.number);
      return {
        ...row,
        newest: newest && { number: newest.number, label: newest.label, size: newest.size },
        downloads: own.reduce((sum, { downloads }) => sum + downloads, 0),
      };
    }),
    nextCursor,
    isTruncated: (matches?.length ?? 0) > MAX_MATCHES,
  };
}

async function findMatches(ctx: Ctx, search: string): Promise<string[]> {
  if (/^fil_[0-9a-z]{26}$/.test(search)) return [search];
  return findFileIds(ctx.db, { text: search, limit: MAX_MATCHES + 1 });
}
