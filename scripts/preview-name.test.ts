import { expect, test } from "vitest";
import { previewName, previewOrigin } from "./preview-name.ts";

const branches = [
  "main",
  "feature/a",
  "feature-a",
  "Feature/A",
  "feature/a/",
  "é/è",
  "日本語",
  "emoji-🎉",
  '$(rm -rf ~)`id`";|&',
  "../../etc/passwd",
  "-",
  "a".repeat(250),
  `${"a".repeat(250)}b`,
  `${"a".repeat(33)}-b`,
];

test("every branch gets a name that Workers, D1 and Queues accept", () => {
  for (const branch of branches) {
    const name = previewName(branch);
    expect(name).toMatch(/^gatehouse-[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(`${name}-sync-dead`.length).toBeLessThanOrEqual(63);
  }
});

test("no two branches share a name", () => {
  expect(new Set(branches.map(previewName)).size).toBe(branches.length);
});

test("a branch keeps its name, and the name reads like the branch", () => {
  expect(previewName("feature/Café au lait")).toBe(previewName("feature/Café au lait"));
  expect(previewName("feature/Café au lait")).toMatch(
    /^gatehouse-feature-cafe-au-lait-[0-9a-f]{8}$/,
  );
});

test("a branch without a name is refused", () => {
  expect(() => previewName(" ")).toThrow("--branch");
});

test("the origin takes the subdomain in either form", () => {
  expect(previewOrigin("gatehouse-x", "shop")).toBe("https://gatehouse-x.shop.workers.dev");
  expect(previewOrigin("gatehouse-x", "shop.workers.dev")).toBe(
    "https://gatehouse-x.shop.workers.dev",
  );
});
