import { expect, test } from "vitest";
import { getPreviewName, getPreviewOrigin } from "./name.ts";

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

test("every branch gets a name that is valid for Workers, D1 and Queues", () => {
  for (const branch of branches) {
    const name = getPreviewName(branch);
    expect(name).toMatch(/^gatehouse-[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(`${name}-sync-dead`.length).toBeLessThanOrEqual(63);
  }
});

test("no two branches share a name", () => {
  expect(new Set(branches.map(getPreviewName)).size).toBe(branches.length);
});

test("a branch always gets the same name, which resembles the branch", () => {
  expect(getPreviewName("feature/Café au lait")).toBe(getPreviewName("feature/Café au lait"));
  expect(getPreviewName("feature/Café au lait")).toMatch(
    /^gatehouse-feature-cafe-au-lait-[0-9a-f]{8}$/,
  );
});

test("an empty branch name is refused", () => {
  expect(() => getPreviewName(" ")).toThrow("--branch");
});

test("the subdomain may or may not end in .workers.dev", () => {
  expect(getPreviewOrigin("gatehouse-x", "shop")).toBe("https://gatehouse-x.shop.workers.dev");
  expect(getPreviewOrigin("gatehouse-x", "shop.workers.dev")).toBe(
    "https://gatehouse-x.shop.workers.dev",
  );
});

test("a subdomain that is a URL or has other parts is refused", () => {
  for (const wrong of ["https://acme", "https://acme.workers.dev", "acme.example.com", "", "a/b"])
    expect(() => getPreviewOrigin("gatehouse-x", wrong)).toThrow("WORKERS_SUBDOMAIN");
});
