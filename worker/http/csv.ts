import { unparse } from "papaparse";
import type { Page } from "../db/page-cursor.ts";

/** How many rows are held at once. */
export const CSV_PAGE_SIZE = 500;

/** Excel takes a file without it for another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The columns of an export by their heading. Times are given as unix milliseconds to `csvTime`. */
export type CsvColumns<Item> = Record<string, (item: Item) => string | number | null>;

/**
 * A list as a file to be saved, page by page as the receiver takes it: no more than a page is held. What would be a
 * formula in a spreadsheet is made text.
 * @param file.name without its ending
 * @param file.fetchPage the list's own verb, asked for `CSV_PAGE_SIZE` rows from a cursor on
 */
export function streamCsv<Item>(file: {
  name: string;
  columns: CsvColumns<Item>;
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
}): Response {
  const headings = Object.keys(file.columns);
  const cells = Object.values(file.columns);
  const encoder = new TextEncoder();
  const write = (rows: (string | number | null)[][]) =>
    encoder.encode(`${unparse(rows, { escapeFormulae: true })}\r\n`);
  let cursor: string | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(encoder.encode(BYTE_ORDER_MARK));
      stream.enqueue(write([headings]));
    },
    pull: async (stream) => {
      let { items, nextCursor } = await file.fetchPage(cursor);
      // A page can be empty and not the last; a stream that was given nothing does not ask again.
      while (items.length === 0 && nextCursor !== null)
        ({ items, nextCursor } = await file.fetchPage(nextCursor));
      if (items.length > 0)
        stream.enqueue(write(items.map((item) => cells.map((cell) => cell(item)))));
      if (nextCursor === null) stream.close();
      else cursor = nextCursor;
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${file.name}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}

/** Unix milliseconds as a cell: ISO 8601 in UTC; nothing for null. */
export function csvTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
