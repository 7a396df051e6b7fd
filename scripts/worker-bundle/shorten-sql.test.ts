import { expect, test } from "vitest";
import { joinLines } from "./shorten-sql.ts";

test("SQL becomes one line, and the code in and after it keeps its line numbers", () => {
  const source = `const rows = sql\`
  SELECT id, '\${kind}  "' AS kind
    FROM users
    WHERE mode = \${
      mode}
      AND id > 1\`;
const text = \`coalesce(a,
  CASE b WHEN 'c  d' THEN 1 END)\`;
use(rows, text);
`;
  const joined = joinLines(source, "store.ts");
  expect(joined).toBe(`const rows = sql\` SELECT id, '\${
kind}  "' AS kind FROM users WHERE mode = \${


      mode} AND id > 1\`
;
const text = \`coalesce(a, CASE b WHEN 'c  d' THEN 1 END)\`
;
use(rows, text);
`);
  for (const word of ["mode}", "const text", "use("])
    expect(lineOf(joined, word)).toBe(lineOf(source, word));
});

test("other texts keep their lines", () => {
  const source = "const mail = `Hello,\n  from the shop`;\nconst page = html`<p>\n  SELECT</p>`;\n";
  expect(joinLines(source, "mail.ts")).toBe(source);
});

test.each([
  "sql`SELECT 'a\n b'`",
  "sql`SELECT '${a}\n b'`",
  "sql`SELECT 1 -- one\n, 2`",
  "sql`SELECT 1 /* one\n */, 2`",
])("SQL in which a line end has a meaning stops the build: %j", (source) => {
  expect(() => joinLines(source, "store.ts")).toThrow("store.ts: a quoted text or a comment");
});

function lineOf(code: string, word: string): number {
  return code.slice(0, code.indexOf(word)).split("\n").length;
}
