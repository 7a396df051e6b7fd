import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const pages = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
  encoding: "utf8",
})
  .trim()
  .split("\n")
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

test("every link between the documents leads to a file and a heading that exist", () => {
  const broken = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]*))?\)|(?:src|srcset)="([^":]+)"/g,
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
