import { failAt, type AppError } from "../errors.ts";

/** The position of a page's last row: the value that the list is sorted by, and the id as a tie-breaker. */
export type Cursor = { value: string | number; id: string };

/** The input of a paged list. */
export type PageInput = { cursor?: string | undefined; limit?: number | undefined };

export const PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
/** How many rows a list counts at most. Above it, the list says "more than 1,000", because counting reads each row. */
export const MAX_COUNTED = 1000;

/** Returns an opaque, URL-safe cursor. */
export function encodeCursor({ value, id }: Cursor): string {
  return btoa(encodeURIComponent(JSON.stringify([value, id])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Parses a cursor; undefined stays undefined, for the first page.
 * @throws `invalid_input` if `encodeCursor` didn't create it
 */
export function decodeCursor<Text extends string | undefined>(
  text: Text,
): Cursor | (Text extends string ? never : undefined);
export function decodeCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const json = decodeURIComponent(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    const [value, id] = JSON.parse(json) as unknown[];
    if ((typeof value === "string" || typeof value === "number") && typeof id === "string")
      return { value, id };
  } catch {
    // Falls through to the error below.
  }
  throw invalidCursor();
}

/** Returns the error for a cursor that no page of this list returned. */
export function invalidCursor(cause?: unknown): AppError {
  return failAt("cursor", "is not a cursor of this list", cause);
}

/** What a list is asked for: the rows after a position, and how many. */
export type PageWindow = { after: Cursor | undefined; limit: number };

/**
 * How many rows match: `count`, or more if `isMore`. Adding them up is left out then, because it would cost more than
 * the list.
 */
export type MatchCount = { count: number; isMore: boolean };

/** @param counted at most `MAX_COUNTED + 1` */
export function toMatchCount(counted: number): MatchCount {
  return { count: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED };
}

/** A page of a list. `nextCursor` is null on the last page. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/**
 * Builds a page from rows that were queried with one extra row.
 * @param rows up to `limit + 1`, in order
 * @param cursorOf returns the value that the list is sorted by, and the id
 */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? encodeCursor(cursorOf(last)) : null };
}

/** Reads a page of a list that is sorted by id. Its cursor is the id of the last row. */
export async function readPageById<Row extends { id: string }>(
  { cursor = "", limit = PAGE_SIZE }: PageInput,
  read: (window: { afterId: string; limit: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
  const rows = await read({ afterId: cursor, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Reads a page of a list.
 * @param read returns up to as many rows as it is asked for, which is one more than the page has
 * @param cursorOf as for `toPage`; without it, the list is sorted by `createdAt`
 */
export async function readPage<Row extends { id: string; createdAt: number }>(
  input: PageInput,
  read: (window: PageWindow) => Promise<Row[]>,
): Promise<Page<Row>>;
export async function readPage<Row>(
  input: PageInput,
  read: (window: PageWindow) => Promise<Row[]>,
  cursorOf: (row: Row) => Cursor,
): Promise<Page<Row>>;
export async function readPage<Row extends { id: string; createdAt: number }>(
  { cursor, limit = PAGE_SIZE }: PageInput,
  read: (window: PageWindow) => Promise<Row[]>,
  cursorOf = ({ id, createdAt }: Row): Cursor => ({ value: createdAt, id }),
): Promise<Page<Row>> {
  return toPage(await read({ after: decodeCursor(cursor), limit: limit + 1 }), limit, cursorOf);
}
