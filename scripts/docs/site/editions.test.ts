import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listEditions } from "./editions.ts";
import { readSite } from "./prepare-site.ts";

const changelog = "## [Unreleased]\n\n## [0.2.0] - 2026-11-26\n\n## [0.1.1] - 2026-11-22\n";

test("each minor version has its newest release, and what is unreleased comes first", () => {
  const tags = ["v0.1.0", "v0.1.1", "v0.2.0", "v-other"];
  expect(listEditions({ version: "0.2.0", changelog, tags, tagsHere: [] })).toEqual({
    editions: [
      { label: "unreleased", base: "" },
      { label: "0.2.0", base: "/v0.2", tag: "v0.2.0" },
      { label: "0.1.1", base: "/v0.1", tag: "v0.1.1" },
    ],
    missing: [],
  });
});

test("the commit of a release is that release, and releases after it are left out", () => {
  const tags = ["v0.1.1", "v0.2.0", "v0.3.0"];
  const { editions } = listEditions({ version: "0.2.0", changelog, tags, tagsHere: ["v0.2.0"] });
  expect(editions).toEqual([
    { label: "0.2.0", base: "" },
    { label: "0.1.1", base: "/v0.1", tag: "v0.1.1" },
  ]);
});

test("a clone without tags has the newest documents only, and the missing releases are named", () => {
  expect(listEditions({ version: "0.2.0", changelog, tags: [], tagsHere: [] })).toEqual({
    editions: [{ label: "0.2.0", base: "" }],
    missing: ["0.2.0", "0.1.1"],
  });
});

/** Writes the documents of an earlier release, with a guide that is there still and one that is gone. */
function makeRelease() {
  const folder = mkdtempSync(join(tmpdir(), "docs-edition-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "package.json": '{"version":"0.1.1"}',
    "docs/images/a.svg": '<svg viewBox="0 0 10 20"></svg>',
    "docs/guides/deploy.md": "# Deploy\n\n[Gone](gone.md), ![A](../images/a.svg).",
    "docs/guides/gone.md": "# Gone\n\n[The Worker](../../worker/app.ts).",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, "files", dirname(path)), { recursive: true });
    writeFileSync(join(folder, "files", path), text);
  }
  return folder;
}

test("pages of an earlier release lead to the same page in the newest, or to its start", () => {
  const folder = makeRelease();
  const old = readSite({
    folder: join(folder, "old"),
    root: join(folder, "files"),
    repository: "https://git.example/shop",
    origin: "https://docs.example",
    base: "/v0.1",
    label: "0.1.1",
    tag: "v0.1.1",
  });
  const newest = { label: "0.2.0", base: "", slugs: ["guides/deploy"] };
  old.write([newest, old.entry]);
  const read = (path: string) => readFileSync(join(folder, "old", path), "utf8");

  const deploy = read("pages/guides/deploy.md");
  expect(deploy).toContain("These are the documents of version 0.1.1.");
  expect(deploy).toContain(String.raw`<a href=\"/guides/deploy/\">Read this page`);
  expect(deploy).toContain('"rel":"canonical","href":"https://docs.example/guides/deploy/"');
  expect(deploy).toContain("[Gone](/v0.1/guides/gone/)");
  expect(deploy).toContain('src="/v0.1/images/a.svg"');
  const gone = read("pages/guides/gone.md");
  expect(gone).toContain(String.raw`<a href=\"/\">Go to the newest documents`);
  expect(gone).toContain("(https://git.example/shop/blob/v0.1.1/worker/app.ts)");
  expect(read("public/guides/deploy.md")).toContain("[The newest version](/guides/deploy.md)");
  expect(read("public/guides/gone.md")).toContain("[The newest version](/llms.txt)");
  // The first releases had no API.
  expect(read("public/llms.txt")).not.toContain("openapi.json");
  expect(read("public/llms.txt")).toContain("](/v0.1/guides/gone.md)");
  expect(JSON.parse(read("site.json"))).toMatchObject({ base: "/v0.1", version: "0.1.1" });
  expect(read("site.json")).not.toContain('"site"');
});

test("the newest pages say nothing of a version, and keep what an earlier build left nowhere", () => {
  const folder = makeRelease();
  const options = { repository: undefined, origin: undefined, root: join(folder, "files") };
  mkdirSync(join(folder, "new/pages"), { recursive: true });
  writeFileSync(join(folder, "new/pages/left.md"), "");
  const site = readSite({ ...options, folder: join(folder, "new") });
  site.write([site.entry, { label: "0.1.0", base: "/v0.1", slugs: [] }]);
  const page = readFileSync(join(folder, "new/pages/guides/deploy.md"), "utf8");
  expect(page).not.toMatch(/banner|canonical/);
  expect(existsSync(join(folder, "new/pages/left.md"))).toBe(false);
});
