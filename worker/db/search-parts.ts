import { sql, type SQL } from "drizzle-orm";
import { foldText } from "../shared/fold-text.ts";
import { partLength, type SearchKind } from "./schema/search.ts";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The most places that a search looks at: where the longest word of the search text occurs. */
const MAX_PLACES = 2000;

/** Each word is a variable of the statement, and D1 takes 100. No name or email needs more to be found. */
const MAX_WORDS = 10;

/** Splits a search text into its first words, folded and without empty ones. */
export function splitSearch(search: string): string[] {
  return foldText(search)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

/**
 * Returns a query for the ids of objects whose name or email contains every word of the search text, in any order. The
 * ids are not sorted. If the longest word occurs very often, not all of them are found.
 * @param search with at least one character that isn't a space
 * @param options.shortestFirst sorts by the length of the text, so that what is named exactly so is first
 */
export function idsWithPart(
  kind: SearchKind,
  search: string,
  limit: number,
  { shortestFirst = false } = {},
): SQL {
  const words = splitSearch(search);
  const longest = words.reduce((found, word) => (word.length > found.length ? word : found), "");
  const start = [...longest].slice(0, partLength).join("");
  const isPlace = sql`kind = ${kind} AND ${startsWith(sql`part`, start)}`;
  // One word that fits into a part needs no look at the whole text.
  if (words.length === 1 && start === longest && !shortestFirst)
    return sql`SELECT DISTINCT id FROM (SELECT id FROM search_parts WHERE ${isPlace} LIMIT ${MAX_PLACES}) LIMIT ${limit}`;
  return sql`SELECT DISTINCT places.id FROM
    (SELECT id FROM search_parts WHERE ${isPlace} LIMIT ${MAX_PLACES}) AS places
    CROSS JOIN search_texts ON search_texts.kind = ${kind} AND search_texts.id = places.id
    WHERE ${containsWords(sql`text`, words)}
    ${shortestFirst ? sql`ORDER BY length(text), places.id` : sql``} LIMIT ${limit}`;
}

/** Returns the condition that a folded text contains each of these words, as they are: `%` stands only for itself. */
export function containsWords(text: SQL, words: string[]): SQL {
  return sql.join(
    words.map((word) => sql`instr(${text}, ${word}) > 0`),
    sql` AND `,
  );
}

/** Returns the condition that a text starts with `prefix`, as a range that an index on the text can search. */
export function startsWith(text: SQL | SQLiteColumn, prefix: string): SQL {
  // Sorts after everything that starts with the prefix.
  const end = `${prefix}\u{10FFFF}`;
  return sql`(${text} >= ${prefix} AND ${text} < ${end})`;
}
