import type { Context } from "hono";
import { toPage, type Cursor } from "../db/page-cursor.ts";
import { fail } from "../errors.ts";

const JSON_HEADERS = { "content-type": "application/json" };

/** Answers with JSON that SQL has made, as it is. */
export function answerJson(c: Context, json: string, status: 200 | 201 = 200) {
  return c.body(json, status, JSON_HEADERS);
}

/**
 * Answers with the JSON of one object.
 * @throws `not_found` if there is none
 */
export function answerFoundJson(c: Context, json: string | undefined, status: 200 | 201 = 200) {
  if (json === undefined) throw fail("not_found", { reason: "no such object" });
  return answerJson(c, json, status);
}

/**
 * Answers with a page of JSON that SQL has made.
 * @param rows up to `limit + 1`, in order; `data` is the JSON of an object
 * @param cursorOf returns the value that the list is sorted by, and the id
 */
export function answerJsonList<Row extends { data: string }>(
  c: Context,
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
) {
  const { items, nextCursor } = toPage(rows, limit, cursorOf);
  const data = items.map((row) => row.data).join(",");
  return answerJson(c, `{"data":[${data}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}
