import type { Ctx } from "../../context.ts";
import { readPage } from "../../db/page-cursor.ts";
import {
  fileSortValue,
  listFileIds,
  listFileRows,
  listVersionsOfFiles,
} from "../../delivery/downloads/store-list.ts";
import { isId } from "../../lib/id-schema.ts";
import { pick } from "../../lib/pick.ts";
import type { z } from "zod";
import type { fileListQuery } from "./schema.ts";
import { idsOf } from "../../lib/rows.ts";

export type ListedFile = Awaited<ReturnType<typeof searchFiles>>["items"][number];

export type FileSearch = z.output<typeof fileListQuery>;

/** The most matches of one search that are listed. */
const MAX_MATCHES = 100;

/**
 * Lists the files of all downloads with the download that each belongs to, newest first by default.
 * @returns `isTruncated`: more files match the search than were considered
 */
export async function searchFiles(ctx: Ctx, input: FileSearch) {
  const { search, benefitId, state, sort = "newest" } = input;
  const matches = search === undefined ? undefined : await findMatches(ctx, search);
  const ids = matches?.slice(0, MAX_MATCHES);
  const isArchived = state && state === "archived";
  const { items, nextCursor } = await readPage(
    input,
    (window) => listFileRows(ctx.db, { sort, benefitId, isArchived, ids, ...window }),
    (row) => ({ value: fileSortValue(sort, row), id: row.id }),
  );
  const versions = await listVersionsOfFiles(ctx.db, idsOf(items));
  return {
    items: items.map((row) => {
      const own = versions.filter(({ fileId }) => fileId === row.id);
      const [newest = null] = own
        .filter(({ withdrawnAt }) => withdrawnAt === null)
        .toSorted((a, b) => b.number - a.number);
      return {
        ...row,
        /** What buyers get; null if every version is withdrawn, or there is none. `size` is in bytes. */
        newest: newest && pick(newest, ["number", "label", "size"]),
        /** Number of downloads started, of all versions. */
        downloads: own.reduce((sum, { downloads }) => sum + downloads, 0),
      };
    }),
    nextCursor,
    isTruncated: (matches?.length ?? 0) > MAX_MATCHES,
  };
}

async function findMatches(ctx: Ctx, search: string): Promise<string[]> {
  if (isId("fil", search)) return [search];
  return listFileIds(ctx.db, { text: search, limit: MAX_MATCHES + 1 });
}
