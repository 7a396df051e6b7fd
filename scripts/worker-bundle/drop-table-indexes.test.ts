import { expect, test } from "vitest";
import { keepColumns } from "./drop-table-indexes.ts";

test("a table keeps its name and columns, and every line its number", () => {
  expect(
    keepColumns(
      `export const users = sqliteTable(
  "users",
  { id: text().primaryKey(), email: text() },
  (table) => [
    index("users_email").on(table.email),
  ],
);
export const notes = sqliteTable("notes", { id: text() });
`,
      "account.ts",
    ),
  ).toBe(`export const users = sqliteTable(
  "users",
  { id: text().primaryKey(), email: text() }


,
);
export const notes = sqliteTable("notes", { id: text() });
`);
});
