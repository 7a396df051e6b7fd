import type { QueryKey } from "@tanstack/react-query";

/** Returns the key of all `List` queries of a section, with any filters. */
export function getListKey(sectionKey: QueryKey): QueryKey {
  return [...sectionKey, "list"];
}
