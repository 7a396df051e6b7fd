import type { LibraryEntry } from "./queries.ts";

/** The fields by which people know a thing: of products, benefits, files, pages and keys. */
const named = new Set(["name", "tagline", "title", "label", "fileName", "key", "licensee"]);

/** The entries in which every word of `query` begins or stands in a name, in the order they had. */
export function searchLibrary<Entry extends Pick<LibraryEntry, "product" | "benefits">>(
  entries: Entry[],
  query: string,
): Entry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ product, benefits }) => {
    const names = fold([...namesIn(product), ...namesIn(benefits)].join("\n"));
    return words.every((word) => names.includes(word));
  });
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? (named.has(key) ? [inner] : []) : namesIn(inner),
  );
}

/** Without case and accents, so that "fenetre" finds "Fenêtre". */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
