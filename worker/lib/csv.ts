/** What separates the cells of a file, by country and program. */
const DELIMITERS = [",", ";", "\t", "|"];

/** The first separator in the first line, outside quotation marks; a comma if there is none. */
export function findDelimiter(text: string): string {
  const heading = /^[^\n]*/.exec(text)![0].replaceAll(/"[^"]*"/g, "");
  const found = DELIMITERS.filter((each) => heading.includes(each));
  return found.toSorted((a, b) => heading.indexOf(a) - heading.indexOf(b))[0] ?? ",";
}

/**
 * Parses CSV (RFC 4180). A last line end gives a last row with one empty cell.
 * @param text with `\n` as the only line end
 * @param delimiter as `findDelimiter` returns it
 * @returns the rows; or the index of the first row with a quotation mark that is not closed, or closed within a cell
 */
export function parseCsv(
  text: string,
  delimiter: string,
): { rows: string[][] } | { brokenRow: number } {
  const rows: string[][] = [[]];
  const cellEnd = new RegExp(`[${delimiter}\n]`, "g");
  for (let position = 0; ; position++) {
    const isQuoted = text[position] === '"';
    const start = isQuoted ? findClosingQuote(text, position) + 1 : position;
    if (isQuoted && start === 0) return { brokenRow: rows.length - 1 };
    cellEnd.lastIndex = start;
    const end = cellEnd.exec(text)?.index ?? text.length;
    const rest = text.slice(start, end);
    if (isQuoted && rest.trim() !== "") return { brokenRow: rows.length - 1 };
    rows.at(-1)!.push(isQuoted ? text.slice(position + 1, start - 1).replaceAll('""', '"') : rest);
    if (end === text.length) return { rows };
    if (text[end] === "\n") rows.push([]);
    position = end;
  }
}

/** Returns where the quoted cell at `start` ends, or -1. Two quotation marks stand for one. */
function findClosingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

/**
 * Formats rows as CSV, without a last line end.
 * @param mustQuote cells that are quoted although no reader of commas needs it
 */
export function formatCsv(
  rows: (string | number | null)[][],
  mustQuote: (cell: string) => boolean,
): string {
  const format = (cell: string | number | null) => {
    const text = String(cell ?? "");
    const needsQuotes = /[",\r\n\ufeff]|^ | $/.test(text) || mustQuote(text);
    return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((cells) => cells.map(format).join(",")).join("\r\n");
}
