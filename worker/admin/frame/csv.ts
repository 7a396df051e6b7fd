import { unparse } from "papaparse";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { Page, PageInput } from "../../db/page-cursor.ts";

/** Number of rows per page, and the most that are in memory. */
export const CSV_PAGE_SIZE = 500;

/** Without it, Excel reads the file in another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The columns of an export, by heading. Use `csvTime` for times. */
export type CsvColumns<Item> = Record<string, (item: Item) => Cell>;

/**
 * A cell that a spreadsheet would run as a formula: also with full-width signs, and after a `;`, which is the separator
 * in many countries. A negative number is none.
 */
const formula = /^(?!-\d+(?:\.\d+)?$)[\s;]*[=+\-@\t\r;\uff1d\uff0b\uff0d\uff20]/;

/** Quotes a cell with a separator of another country, so that it stays one cell there. */
const hasOtherSeparator = (cell: unknown) => typeof cell === "string" && /[;\t]/.test(cell);

/**
 * Streams a list as a CSV download, one page at a time, so that only one page is in memory. Formulas are escaped as
 * text. The audit log gets who exported what and how many rows, before the last of them is sent.
 * @param file.name without the file extension
 * @param file.filters which rows were asked for; a search text is recorded only as being there, since it may be an
 *   email
 * @param file.fetchPage fetches up to `CSV_PAGE_SIZE` rows, starting at a cursor
 */
export function streamCsv<Item>(
  ctx: Ctx,
  file: {
    name: string;
    columns: CsvColumns<Item>;
    filters: Record<string, unknown>;
    fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
  },
): Response {
  const headings = Object.keys(file.columns);
  const cells = Object.values(file.columns);
  const encoder = new TextEncoder();
  const write = (rows: Cell[][]) => encoder.encode(writeRows(rows));
  const audit = recordExport(ctx, file);
  let rowCount = 0;
  let cursor: string | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(encoder.encode(BYTE_ORDER_MARK));
      stream.enqueue(write([headings]));
    },
    pull: async (stream) => {
      try {
        let { items, nextCursor } = await file.fetchPage(cursor);
        // An empty page isn't always the last one, and a stream doesn't call `pull` again if nothing was enqueued.
        while (items.length === 0 && nextCursor !== null)
          ({ items, nextCursor } = await file.fetchPage(nextCursor));
        rowCount += items.length;
        if (nextCursor === null) await audit(rowCount, true);
        if (items.length > 0)
          stream.enqueue(write(items.map((item) => cells.map((cell) => cell(item)))));
        if (nextCursor === null) stream.close();
        else cursor = nextCursor;
      } catch (error) {
        await audit(rowCount, false);
        throw error;
      }
    },
    cancel: () => ctx.defer(audit(rowCount, false)),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${file.name}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}

/** Streams everything that a list finds, as `streamCsv` does. */
export function exportList<Filters extends Record<string, unknown>, Item>(
  ctx: Ctx,
  file: { name: string; columns: CsvColumns<Item>; filters: Filters },
  list: (input: Filters & PageInput) => Promise<Page<Item>>,
): Response {
  const fetchPage = (cursor: string | undefined) =>
    list({ ...file.filters, cursor, limit: CSV_PAGE_SIZE });
  return streamCsv(ctx, { ...file, fetchPage });
}

type Cell = string | number | null;

const writeRows = (rows: Cell[][]): string =>
  `${unparse(rows, { escapeFormulae: formula, quotes: hasOtherSeparator })}\r\n`;

/** Returns a whole CSV file, with its headings as the first row. Formulas are escaped as text. */
export const toCsv = (rows: Cell[][]): string => BYTE_ORDER_MARK + writeRows(rows);

/** Returns a function that writes the export's audit entry, once. `isComplete`: all rows were sent. */
export function recordExport(
  ctx: Ctx,
  { name, filters }: { name: string; filters: Record<string, unknown> },
) {
  const { search, ...others } = filters;
  let isRecorded = false;
  return async (rows: number, isComplete: boolean): Promise<void> => {
    if (isRecorded) return;
    isRecorded = true;
    const after = { rows, isComplete, ...others, ...(search !== undefined && { search: "…" }) };
    await commit(ctx.db, [recordChange(ctx, { action: "list.exported", targetId: name, after })]);
  };
}

/** Formats unix milliseconds as ISO 8601 in UTC; null stays null. */
export function csvTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
