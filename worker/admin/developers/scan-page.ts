import { decodeCursor, encodeCursor, type Page } from "../../db/page-cursor.ts";

/** How many events of the feed one page of a filtered list looks through. */
const SCANNED_EVENTS = 5000;

/** The sequences of the feed between which a page looks, both exclusive. */
export type ScanWindow = { before: number; after: number };

/**
 * Returns where a page of a list by sequence, newest first, looks.
 * @param input.isBounded whether the list has a filter without an index. Its pages look through a part of the feed, so
 *   that they cost the same for rare events; a page may then have fewer rows than there are, or none.
 * @throws `invalid_input` if the cursor is of another list
 */
export function openScan(input: {
  cursor: string | undefined;
  newest: number;
  isBounded: boolean;
}): ScanWindow {
  const before = input.cursor ? Number(decodeCursor(input.cursor).value) : input.newest + 1;
  return { before, after: input.isBounded ? Math.max(before - SCANNED_EVENTS - 1, 0) : 0 };
}

/** Builds the page from rows that were queried in the window with one extra row. */
export function closeScan<Row extends { sequence: number }>(
  rows: Row[],
  limit: number,
  { after }: ScanWindow,
): Page<Row> {
  const items = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? items.at(-1)!.sequence : after + 1;
  return { items, nextCursor: nextBefore > 1 ? encodeCursor({ value: nextBefore, id: "" }) : null };
}
