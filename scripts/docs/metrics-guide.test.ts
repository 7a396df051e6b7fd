import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { points } from "../../worker/metrics/points.ts";
import { readPoints, replacePoints } from "./metrics-guide.ts";

const guide = readFileSync("docs/guides/metrics.md", "utf8");
const entries = readPoints(readFileSync("worker/metrics/points.ts", "utf8"));

test("the guide has every data point with its columns, as the Worker writes them", () => {
  expect(replacePoints(guide, entries)).toBe(guide);
  expect(
    Object.fromEntries(entries.map(({ kind, columns }) => [kind, columns.map(({ name }) => name)])),
  ).toEqual(
    Object.fromEntries(
      Object.entries(points).map(([kind, { blobs, doubles }]) => [kind, [...blobs, ...doubles]]),
    ),
  );
});

test("each query of the guide reads columns that its kind of points has, and names them as they are", () => {
  const queries = [...guide.matchAll(/```sql\n([^]*?)```/g)].map(([, query = ""]) => query);
  expect(queries.length).toBeGreaterThan(4);
  for (const query of queries) {
    const kind = /index1 = '(\w+)'/.exec(query)?.[1];
    const entry = entries.find((each) => each.kind === kind);
    const known = new Set([
      "blob1",
      "blob2",
      ...(entry?.columns.map(({ column }) => column) ?? []),
    ]);
    const named = [{ column: "blob2", name: "version" }, ...(entry?.columns ?? [])];
    const used = query.match(/\b(?:blob|double)\d+\b/g) ?? [];
    expect(used.filter((column) => !known.has(column))).toEqual([]);
    for (const [, column, name] of query.matchAll(/\b((?:blob|double)\d+) AS (\w+)/g))
      expect(named).toContainEqual(expect.objectContaining({ column, name }));
  }
});

test("a column without a comment is refused", () => {
  const source =
    'export const points = {\n/** A. */\na: { blobs: [], doubles: ["b"] },\n} as const;';
  expect(() => readPoints(source)).toThrow("The column b has no comment");
});
