import { unparse } from "papaparse";
import type { Page } from "../db/page-cursor.ts";

/** Number of rows per page, and the most that are in memory. */
export const CSV_PAGE_SIZE = 500;

/** Without it, Excel reads the file in another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The columns of an export, by heading. Use `csvTime` for times. */
export type CsvColumns<Item> = Record<string, (item: Item) => string | number | null>;

/**
 * Streams a list as a CSV download, one page at a time, so that only one page is in memory. Formulas are escaped as
 * text.
 * @param file.name without the file extension
 * @param file.fetchPage fetches up to `CSV_PAGE_SIZE` rows, starting at a cursor
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
      // An empty page isn't always the last one, and a stream doesn't call `pull` again if nothing was enqueued.
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

/** Formats unix milliseconds as ISO 8601 in UTC; null stays null. */
export function csvTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
