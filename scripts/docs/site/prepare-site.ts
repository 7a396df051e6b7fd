import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ApiDocument } from "../../../worker/shared/api-document.ts";
import { listApiPages } from "./api-pages.ts";
import { addBase } from "./base.ts";
import { writeHome } from "./home.ts";
import { readPage, rewriteLinks, type Page } from "./markdown.ts";
import { decisionNumber, listDecisions, listPageFiles, sections } from "./pages.ts";
import { writeEverything, writeIndex, writeMarkdown, type Chapter } from "./write-for-programs.ts";

/** What `npm run docs` makes: `pages` and `public` are what the generator reads, `site` is what it writes. */
export const docsFolder = "docs/site/dist";

type Options = {
  /** Where the result goes. */
  folder: string;
  /** Where the repository can be read. */
  repository: string | undefined;
  /** Where the site will be. */
  origin: string | undefined;
  /** The path at which it will be served, such as `/docs`. */
  base?: string;
};

/** Writes the pages of the site as its generator reads them, and the files for programs. */
export function prepareSite({ folder, repository, origin, base = "" }: Options): void {
  for (const part of ["pages", "public", "site"])
    rmSync(join(folder, part), { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const forPeople = listChapters("/", repository);
  const forPrograms = listChapters(".md", repository);
  for (const page of forPeople.flatMap(({ pages }) => pages))
    write(`pages/${page.slug}.md`, addBase(withFrontMatter(page), base));
  const pages = forPrograms.flatMap(({ pages }) => pages);
  for (const page of pages) write(`public/${page.slug}.md`, addBase(writeMarkdown(page), base));
  const chapters = forPeople.filter(({ title }) => title !== "Decisions");
  const home = addBase(writeHome(chapters), base);
  write(
    "pages/index.md",
    `${frontMatter({ title: "Gatehouse", description: "Sell access from one Cloudflare Worker: the documents for sellers, developers and operators.", tableOfContents: false, prev: false, next: false })}\n${home}\n`,
  );
  const index = addBase(writeIndex(version, forPrograms, base), base);
  write("public/llms.txt", index);
  write("public/index.md", index);
  write(
    "public/llms-full.txt",
    addBase(writeEverything(forPrograms.filter(({ title }) => title !== "Decisions")), base),
  );
  cpSync("docs/images", `${folder}/public/images`, { recursive: true });
  cpSync("docs/openapi.json", `${folder}/public/openapi.json`);
  cpSync("docs/site/public", `${folder}/public`, { recursive: true });
  write(
    "site.json",
    JSON.stringify({ site: origin, base, version, sidebar: toSidebar(chapters) }, null, 2),
  );
}

/** Reads all pages, in the order of the navigation. */
function listChapters(suffix: "/" | ".md", repository: string | undefined): Chapter[] {
  const files = new Set(listPageFiles());
  const read = (file: string): Page => {
    const page = readPage(file, readFileSync(file, "utf8"));
    return { ...page, body: rewriteLinks(page, { files, repository, suffix }) };
  };
  const decisions = listDecisions().map(read);
  const list: Page = {
    slug: "decisions",
    title: "Decisions",
    description: "Why things are as they are, each on one page.",
    body: [
      "Why things are as they are, each on one page.",
      decisions
        .toReversed()
        .map(
          ({ file = "", slug, title }) =>
            `- ${decisionNumber(file)}: [${title.replace(/^\d+\. /, "")}](/${slug}${suffix})`,
        )
        .join("\n"),
    ].join("\n\n"),
  };
  const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as ApiDocument;
  const chapters = sections.map(({ title, summary, files }) => ({
    title,
    summary,
    pages: [...files.map(read), ...(title === "Contribute" ? [list] : [])],
  }));
  return [
    ...chapters.slice(0, 2),
    {
      title: "API",
      summary: "Every call, with an example in curl, TypeScript and Python.",
      pages: listApiPages(document, suffix),
    },
    ...chapters.slice(2),
    { title: "Decisions", summary: list.description, pages: decisions },
  ];
}

const toSidebar = (chapters: Chapter[]) =>
  chapters.map(({ title, pages }) => ({
    label: title,
    items: pages.map(({ slug, title }) => ({ label: title, link: `/${slug}/` })),
  }));

const frontMatter = (data: object) =>
  ["---", ...Object.entries(data).map(([key, value]) => `${key}: ${JSON.stringify(value)}`), "---"]
    .join("\n")
    .concat("\n");

const withFrontMatter = ({ slug, title, description, body }: Page) => {
  // The search finds guides before decisions.
  const found = slug.startsWith("decisions/")
    ? `<div data-pagefind-weight="0.1">\n\n${body}\n\n</div>`
    : body;
  return `${frontMatter({ title, description })}\n${found}\n`;
};
