import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const guide = readFileSync("docs/guides/security.md", "utf8");
const rows = [...guide.matchAll(/^\| .* \| `([^`]+)` \| "(.+)" \|$/gm)].map(
  ([, file = "", title = ""]) => [title, file] as const,
);

test("the security guide names tests", () => {
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)("the security guide names a test that exists: %s", (title, file) => {
  expect([file, existsSync(file)]).toEqual([file, true]);
  // Titles are on one line, in double quotes.
  expect(readFileSync(file, "utf8")).toContain(`"${title}"`);
});
