import type { LibraryEntry } from "./queries.ts";

/** The searchable fields of products, benefits, files, pages and license keys. */
const searchableFields = new Set([
  "name",
  "tagline",
  "title",
  "label",
  "fileName",
  "key",
  "licensee",
]);

/** Returns the entries that match every word of `query`, in their original order. */
export function searchLibrary<Entry extends Pick<LibraryEntry, "product" | "benefits">>(
  entries: Entry[],
  query: string,
): Entry[] {
  const words = normalizeText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ product, benefits }) => {
    const names = normalizeText([...collectNames(product), ...collectNames(benefits)].join("\n"));
    return words.every((word) => names.includes(word));
  });
}

function collectNames(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? (searchableFields.has(key) ? [inner] : []) : collectNames(inner),
  );
}

/** Removes case and accents, so that "fenetre" finds "Fenêtre". */
function normalizeText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
