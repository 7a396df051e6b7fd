import Papa from "papaparse";
import { z } from "zod";
import { fail } from "../../errors.ts";
import { normalizeLicenseKey } from "../../lib/license-key.ts";
import { DAY } from "../../lib/time.ts";
import { cleanName } from "../../identity/sign-in/claims.ts";

/** One key of a CSV. `line` is where it stands in the text, from 1. */
export type ImportRow = {
  line: number;
  key: string;
  activationLimit: number | null;
  /** Unix milliseconds. A day without a time is meant whole, in UTC. */
  expiresAt: number | null;
  licensee: string | null;
};

export type Refusal = { line: number; reason: string };

const columns = ["key", "activation_limit", "expires_at", "licensee"];
const MOST_ROWS = 10_000;

/** Fewer letters and digits could be guessed. */
const LEAST_LENGTH = 8;

const limit = z.coerce.number().pipe(z.int().min(1).max(1_000_000));
const moment = z.union([
  z.iso.date().transform((day) => Date.parse(day) + DAY),
  z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
]);

/**
 * Reads a CSV of license keys: a heading with `key` and any of `activation_limit`, `expires_at` and `licensee`, then a row
 * for each key. What cannot be read of a row refuses that row.
 * @throws `invalid_input` where the text as a whole is no such CSV
 */
export function readImport(csv: string): { rows: ImportRow[]; refused: Refusal[] } {
  const { data, errors } = Papa.parse<string[]>(csv.replace(/^\ufeff/, ""));
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken) throw refuse(`a quotation mark is not closed, in row ${(broken.row ?? 0) + 1}`);
  const heading = (data[0] ?? []).map((name) => name.trim().toLowerCase());
  const unknown = heading.find((name) => !columns.includes(name));
  if (unknown !== undefined || !heading.includes("key") || new Set(heading).size < heading.length)
    throw refuse(
      `The first line must name the columns: ${columns.join(", ")}. Only key has to be there.`,
    );
  if (data.length - 1 > MOST_ROWS + 1) throw refuse(`at most ${MOST_ROWS} keys at a time`);

  const rows: ImportRow[] = [];
  const refused: Refusal[] = [];
  const seen = new Map<string, number>();
  let line = 1;
  for (const [at, cells] of data.entries()) {
    const here = line;
    line += 1 + cells.join("").split("\n").length - 1;
    if (at === 0 || cells.every((cell) => cell.trim() === "")) continue;
    const row = readRow(here, heading, cells);
    const first = "key" in row ? seen.get(normalizeLicenseKey(row.key)) : undefined;
    if (!("key" in row)) refused.push(row);
    else if (first !== undefined)
      refused.push({ line: here, reason: `the same key as in line ${first}` });
    else {
      seen.set(normalizeLicenseKey(row.key), here);
      rows.push(row);
    }
  }
  return { rows, refused };
}

function readRow(line: number, heading: string[], cells: string[]): ImportRow | Refusal {
  if (cells.length > heading.length) return { line, reason: "more cells than columns" };
  const cell = (name: string) => cells[heading.indexOf(name)]?.trim() ?? "";
  const key = cell("key");
  if (!/^[\p{L}\p{N}\p{P}\p{S} ]{1,255}$/u.test(key))
    return { line, reason: "key: 1 to 255 printable characters" };
  if (normalizeLicenseKey(key).replaceAll(/[^\p{L}\p{N}]/gu, "").length < LEAST_LENGTH)
    return { line, reason: `key: at least ${LEAST_LENGTH} letters and digits` };
  const activationLimit = limit.safeParse(cell("activation_limit"));
  if (cell("activation_limit") !== "" && !activationLimit.success)
    return { line, reason: "activation_limit: a number from 1 to 1000000, or nothing" };
  const expiresAt = moment.safeParse(cell("expires_at"));
  if (cell("expires_at") !== "" && !expiresAt.success)
    return { line, reason: "expires_at: a day as 2027-01-31, or a time of ISO 8601, or nothing" };
  return {
    line,
    key,
    activationLimit: activationLimit.success ? activationLimit.data : null,
    expiresAt: expiresAt.success ? expiresAt.data : null,
    licensee: cleanName(cell("licensee")),
  };
}

function refuse(message: string) {
  return fail("invalid_input", { fields: [{ path: "csv", message }] });
}
