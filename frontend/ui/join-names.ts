const listFormat = new Intl.ListFormat("en-US");

/** Joins names for a sentence: "A, B, and C". Names that contain a comma are quoted. */
export function joinNames(names: Iterable<string>): string {
  return listFormat.format([...names].map((name) => (name.includes(",") ? `“${name}”` : name)));
}
