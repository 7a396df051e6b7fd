import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPage, rewriteLinks, type LinkOptions } from "./markdown.ts";
import { listPageFiles } from "./pages.ts";
import { prepareSite } from "./prepare-site.ts";
import { findRepository } from "./repository.ts";

const options: LinkOptions = {
  files: new Set(["docs/guides/deploy.md", "docs/guides/links.md"]),
  repository: "https://git.example/shop",
  suffix: "/",
};

const rewrite = (text: string, changes: Partial<LinkOptions> = {}) =>
  rewriteLinks(readPage("docs/guides/links.md", `# Links\n\n${text}`), { ...options, ...changes });

test("every document is in the navigation once", () => {
  const listed = listPageFiles().filter((file) => file.startsWith("docs/"));
  expect(listed.toSorted()).toEqual(globSync("docs/{,guides/,decisions/}*.md").toSorted());
});

test("links lead to pages of the site, and to the repository where there is no page", () => {
  const text =
    "See [how to `deploy`](deploy.md#what-you-need), and\n[the source](../../worker/app.ts).";
  expect(rewrite(text)).toBe(
    "See [how to `deploy`](/guides/deploy/#what-you-need), and\n[the source](https://git.example/shop/blob/HEAD/worker/app.ts).",
  );
  expect(rewrite(text, { suffix: ".md" })).toContain("(/guides/deploy.md#what-you-need)");
});

test("a link to a source file is text if nobody can read the repository", () => {
  expect(rewrite("See [`app.ts`](../../worker/app.ts).", { repository: undefined })).toBe(
    "See `app.ts`.",
  );
});

test("code and links to other sites stay as they are", () => {
  const text = "`[a](deploy.md)` [b](https://b.example) [c](#c)\n\n```md\n[d](deploy.md)\n```";
  expect(rewrite(text)).toBe(text);
});

test("an example that a guide names by its file is that file", () => {
  const guide = readFileSync("docs/guides/frameworks.md", "utf8");
  const examples = [...guide.matchAll(/```ts (examples\/\S+)\n([\s\S]*?)```/g)];
  expect(examples.length).toBeGreaterThan(3);
  for (const [, file = "", code] of examples) {
    const source = readFileSync(file, "utf8");
    // Node wants the ending of a file that is imported, and Next.js refuses it.
    const isNext = file.startsWith("examples/next/");
    expect(code).toBe(isNext ? source.replaceAll('.ts";', '";') : source);
  }
});

test("a picture has its size, and a second one for dark screens if there is one", () => {
  const drawn = rewrite("![The library](../images/library.webp)");
  expect(drawn).toMatch(
    /^<img src="\/images\/library.webp" alt="The library" width="1280" height="960" loading="lazy" class="light-only">/,
  );
  expect(drawn).toContain('src="/images/library-dark.webp"');
  expect(rewrite("![Folders](../images/folders.svg)")).toMatch(/width="\d+" height="\d+"/);
});

test("every link of the prepared pages leads to a page or a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  prepareSite({ folder, repository: undefined, origin: undefined });
  const pages = globSync("**/*.md", { cwd: join(folder, "pages") });
  expect(pages.length).toBeGreaterThan(150);
  const dead = pages.flatMap((page) => {
    const text = readFileSync(join(folder, "pages", page), "utf8").replaceAll(
      /```[\s\S]*?```|`[^`\n]+`/g,
      "",
    );
    return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]*)|src="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source!)
      .filter((link) => !isThere(folder, link))
      .map((link) => `${page}: ${link}`);
  });
  expect(dead).toEqual([]);
  const index = readFileSync(join(folder, "public/llms.txt"), "utf8");
  const named = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);
  expect(named.filter((path) => !existsSync(join(folder, "public", path)))).toEqual([]);
});

/** Whether a page or a file answers at a path of the site. */
function isThere(folder: string, path: string): boolean {
  if (path === "/") return true;
  if (path.endsWith("/")) return existsSync(join(folder, "pages", `${path.slice(0, -1)}.md`));
  return path.startsWith("/") && existsSync(join(folder, "public", path));
}

test.each([
  [{ DOCS_REPOSITORY: "https://git.example/a/b/" }, "", "https://git.example/a/b"],
  [{ GITHUB_REPOSITORY: "a/b" }, "", "https://github.com/a/b"],
  [{}, "git@github.com:a/b.git\n", "https://github.com/a/b"],
  [{}, "https://token@git.example/a/b.git", "https://git.example/a/b"],
  [{}, "/srv/git/shop", undefined],
])("with %o and the remote %o, source files are at %o", (environment, remote, url) => {
  expect(findRepository(environment, remote.trim())).toBe(url);
});
