import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const listFiles = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], { encoding: "utf8" })
    .trim()
    .split("\n");

const pages = listFiles("*.md")
  // Texts of the demo shop link to its own pages.
  .filter((page) => existsSync(page) && !page.includes("/demo-files/"));

const textOf = (page: string) => readFileSync(page, "utf8").replaceAll(/```[\s\S]*?```/g, "");

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

// Links of templates begin with `{{`: they are filled in when a shop uses them.
test("every link between the documents leads to a file and a heading that exist", () => {
  const broken = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /\]\((?!\w+:|\/|\{\{)([^)#\s]*)(?:#([^)\s]*))?\)|(?:src|srcset)="([^":]+)"/g,
      ),
    ]
      .filter(([, path, anchor, image]) => {
        const target = image ?? path;
        const file = target ? join(dirname(page), target) : page;
        if (!existsSync(file)) return true;
        return anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** What the worked examples in CONTRIBUTING.md make. */
const examples = ["course.ts", "course.tsx", "anniversary.ts", "gifts.query.ts", "gifts-page.tsx"];

test("every file that the documents name exists", () => {
  const files = listFiles().map((file) => `/${file}`);
  // Without those that a build or a command makes. A path may begin below `worker/` or another folder that the text is about.
  const isPath =
    /^(?!dist\/|\.gatehouse\/|\/)[\w@.-]+(?:\/[\w@.-]+)*\/([\w.-]+\.(?:css|json|md|mjs|sql|toml|tsx?|yml))$/;
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, path = ""]) => {
      const [, name] = isPath.exec(path) ?? [];
      const isKnown =
        name === undefined ||
        (page === "CONTRIBUTING.md" && examples.includes(name)) ||
        files.some((file) => file.endsWith(`/${path}`));
      return isKnown ? [] : [`${page}: ${path}`];
    }),
  );
  expect(missing).toEqual([]);
});
