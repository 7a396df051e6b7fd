import { fail } from "../errors.ts";

/** Where a page of a sorted list ended: the value it is sorted by, and the id that breaks ties. */
export type Cursor = { value: string | number; id: string };

/** How a list may be asked for. */
export type PageInput = { cursor?: string | undefined; limit?: number | undefined };

export const PAGE_SIZE = 20;
export const MOST_PAGE_SIZE = 100;

/** Opaque and URL-safe. */
export function encodeCursor({ value, id }: Cursor): string {
  return btoa(encodeURIComponent(JSON.stringify([value, id])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @throws `invalid_input` for what `encodeCursor` never made */
export function decodeCursor(text: string): Cursor {
  try {
    const json = decodeURIComponent(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    const [value, id] = JSON.parse(json) as unknown[];
    if ((typeof value === "string" || typeof value === "number") && typeof id === "string")
      return { value, id };
  } catch {
    // Falls through to the refusal.
  }
  throw fail("invalid_input", {
    reason: "not a cursor",
    fields: [{ path: "cursor", message: "is not a cursor of this list" }],
  });
}

/** A page of a list; `nextCursor` is null on the last one. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/**
 * Makes a page of rows that were asked for one more than it holds.
 * @param rows up to `limit + 1`, in order
 * @param cursorOf what the list is sorted by
 */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeCursor(cursorOf(last)) : null };
}
