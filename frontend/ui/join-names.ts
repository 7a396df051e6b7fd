const list = new Intl.ListFormat("en-US");

/** Names in a sentence; one that has a comma of its own stands in quotation marks. */
export function listNames(names: Iterable<string>): string {
  return list.format([...names].map((name) => (name.includes(",") ? `“${name}”` : name)));
}
