import Papa from "papaparse";
import { z } from "zod";
import { failAt } from "../../errors.ts";
import { normalizeLicenseKey } from "../../lib/license-key.ts";
import { DAY } from "../../lib/time.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";

/** One key of a CSV. `line` is its line number, from 1. */
export type ImportRow = {
  line: number;
  key: string;
  activationLimit: number | null;
  /** Unix milliseconds. A date without a time means until the end of that day, in UTC. */
  expiresAt: number | null;
  licensee: string | null;
};

export type RefusedRow = { line: number; reason: string };

const columns = ["key", "activation_limit", "expires_at", "licensee"];
const MAX_ROWS = 10_000;

/** Shorter keys could be guessed. */
const MIN_KEY_LENGTH = 8;

const limit = z.coerce.number().pipe(z.int().min(1).max(1_000_000));
const expiryTime = z.union([
  z.iso.date().transform((day) => Date.parse(day) + DAY),
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
]);

/**
 * Parses a CSV of license keys: a header with `key` and any of `activation_limit`, `expires_at` and `licensee`, then
 * one row per key. A row with an invalid value is refused; the others are kept. Line ends may be mixed.
 * @throws `invalid_input` if the text as a whole is not such a CSV
 */
export function parseLicenseCsv(csv: string): { rows: ImportRow[]; refused: RefusedRow[] } {
  // The parser expects one kind of line end, and would take the lines with another kind for one row.
  const text = csv.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const { data, errors } = Papa.parse<string[]>(text, { newline: "\n" });
  const quoteError = errors.find(({ type }) => type === "Quotes");
  if (quoteError)
    throw failAt("csv", `Row ${(quoteError.row ?? 0) + 1} has an unclosed quotation mark.`);
  const heading = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  const unknown = heading.find((name) => !columns.includes(name));
  if (unknown !== undefined || !heading.includes("key") || new Set(heading).size < heading.length)
    throw failAt(
      "csv",
      `The first line must contain the column names: ${columns.join(", ")}. Only key is required.`,
    );
  if (data.length - 1 > MAX_ROWS + 1)
    throw failAt("csv", `Must be ${MAX_ROWS} keys or fewer at a time.`);

  const rows: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Map<string, number>();
  let line = 1;
  for (const [rowIndex, cells] of data.entries()) {
    const rowLine = line;
    line += 1 + cells.join("").split("\n").length - 1;
    if (rowIndex === 0 || cells.every((cell) => cell.trim() === "")) continue;
    const row = parseRow(rowLine, heading, cells);
    const first = "key" in row ? seen.get(normalizeLicenseKey(row.key)) : undefined;
    if (!("key" in row)) refused.push(row);
    else if (first !== undefined)
      refused.push({ line: rowLine, reason: `Same key as on line ${first}.` });
    else {
      seen.set(normalizeLicenseKey(row.key), rowLine);
      rows.push(row);
    }
  }
  return { rows, refused };
}

function parseRow(line: number, heading: string[], cells: string[]): ImportRow | RefusedRow {
  if (cells.length > heading.length) return { line, reason: "Has more cells than columns." };
  const cell = (name: string) => cells[heading.indexOf(name)]?.trim() ?? "";
  const key = cell("key");
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]{1,255}$/u.test(key))
    return { line, reason: "key must be 1 to 255 printable characters." };
  if (normalizeLicenseKey(key).replaceAll(/[^\p{L}\p{N}]/gu, "").length < MIN_KEY_LENGTH)
    return { line, reason: `key must have at least ${MIN_KEY_LENGTH} letters and digits.` };
  const activationLimit = limit.safeParse(cell("activation_limit"));
  if (cell("activation_limit") !== "" && !activationLimit.success)
    return { line, reason: "activation_limit must be a number from 1 to 1000000, or blank." };
  const expiresAt = expiryTime.safeParse(cell("expires_at"));
  if (cell("expires_at") !== "" && !expiresAt.success)
    return {
      line,
      reason: "expires_at must be a date like 2027-01-31, an ISO 8601 time, or blank.",
    };
  return {
    line,
    key,
    activationLimit: activationLimit.success ? activationLimit.data : null,
    expiresAt: expiresAt.success ? expiresAt.data : null,
    licensee: cleanName(cell("licensee")),
  };
}
