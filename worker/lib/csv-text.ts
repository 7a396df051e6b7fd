/** What may stand between two cells of a CSV that somebody else has made. */
const SEPARATORS = /[,;\t|]/;

/**
 * Reads a CSV whose lines end with `\n`: one list of cells for each row, also for an empty line, which has one empty
 * cell. What separates cells is the first separator in the first line, and a comma if there is none. A cell in
 * quotation marks may contain separators, line ends, and quotation marks that are doubled.
 * @returns brokenRow: the number, from 1, of the first row whose quotation marks don't match; null if they all do
 */
export function readCsv(text: string): { rows: string[][]; brokenRow: number | null } {
  const separator = SEPARATORS.exec(text.split("\n", 1)[0]!)?.[0] ?? ",";
  const rows: string[][] = [];
  let brokenRow: number | null = null;
  let cells: string[] = [];
  let position = 0;
  for (;;) {
    const { cell, end } = readCell(text, position, separator);
    if (end === null) brokenRow ??= rows.length + 1;
    cells.push(cell);
    position = (end ?? text.length) + 1;
    if (text[position - 1] === separator) continue;
    rows.push(cells);
    if (position > text.length) return { rows, brokenRow };
    cells = [];
  }
}

/** @returns end: where the separator or the line end behind the cell is; null if its quotation marks don't match */
function readCell(
  text: string,
  start: number,
  separator: string,
): { cell: string; end: number | null } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
    return { cell: text.slice(start, end), end };
  }
  let close = text.indexOf('"', start + 1);
  while (text[close + 1] === '"' && close !== -1) close = text.indexOf('"', close + 2);
  if (close === -1) return { cell: text.slice(start + 1), end: null };
  const cell = text.slice(start + 1, close).replaceAll('""', '"');
  let end = close + 1;
  while (text[end] === " ") end += 1;
  return { cell, end: [undefined, separator, "\n"].includes(text[end]) ? end : null };
}

/**
 * A cell that a spreadsheet would run as a formula: also with full-width signs, and after a `;`, which is the separator
 * in many countries. A negative number is none.
 */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[\s;]*[=+\-@\t\r;\uff1d\uff0b\uff0d\uff20]/;

/** Also with the separators of other countries, so that a cell stays one cell there. */
const NEEDS_QUOTES = /[,;\t"\r\n\ufeff]|^ | $/;

/**
 * Writes rows as CSV, with `\r\n` after each but the last. Null is an empty cell. A text that a spreadsheet would run as
 * a formula gets an apostrophe in front.
 */
export function writeCsv(rows: (string | number | null)[][]): string {
  return rows.map((cells) => cells.map(writeCell).join(",")).join("\r\n");
}

function writeCell(value: string | number | null): string {
  const isFormula = typeof value === "string" && FORMULA.test(value);
  const text = `${isFormula ? "'" : ""}${value ?? ""}`;
  return isFormula || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
