import { assert, integer, oneof, pre, property, string } from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, toPage } from "./page-cursor.ts";

test("cursors with any sort value survive being put into a URL", () => {
  assert(
    property(oneof(string({ unit: "binary" }), integer()), string(), (value, id) => {
      // The database stores no lone surrogates.
      pre(typeof value === "number" || value.isWellFormed());
      pre(id.isWellFormed());
      const text = encodeCursor({ value, id });
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(decodeCursor(text)).toEqual({ value, id });
    }),
  );
});

test.each(["", "x", "bnVsbA", "W10", "!!", encodeCursor({ value: 1, id: "a" }).slice(1)])(
  "an invalid cursor is refused: %j",
  (text) => {
    expect(() => decodeCursor(text)).toThrow("not a cursor");
  },
);

test("every page except the last has the cursor of the next page", () => {
  const cursorOf = (id: string) => ({ value: 0, id });
  const page = toPage(["a", "b", "c"], 2, cursorOf);
  expect(page.items).toEqual(["a", "b"]);
  expect(decodeCursor(page.nextCursor ?? "")).toEqual({ value: 0, id: "b" });
  expect(toPage(["a", "b"], 2, cursorOf).nextCursor).toBeNull();
  expect(toPage([], 2, cursorOf)).toEqual({ items: [], nextCursor: null });
});
