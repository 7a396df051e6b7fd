import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ApiDocument } from "../../../worker/shared/api-document.ts";
import { escapeHtml } from "../../../worker/shared/escape-html.ts";
import { listApiPages } from "./api-pages.ts";
import { addBase } from "./base.ts";
import { writeHome } from "./home.ts";
import { readPage, rewriteLinks, type LinkOptions, type Page } from "./markdown.ts";
import { decisionNumber, listDecisions, listPageFiles, listSections } from "./pages.ts";
import { writeEverything, writeIndex, writeMarkdown, type Chapter } from "./write-for-programs.ts";

/** What `npm run docs` makes: `pages` and `public` are what the generator reads, `site` is what it writes. */
export const docsFolder = "docs/site/dist";

const API_DOCUMENT = "docs/openapi.json";

type Options = {
  /** Where the result goes. */
  folder: string;
  /** The folder that has the documents: the repository, or what the tag of a release has. */
  root?: string;
  /** Where the repository can be read. */
  repository: string | undefined;
  /** Where the site will be. */
  origin: string | undefined;
  /** The path at which it will be served, such as `/docs`. */
  base?: string;
  /** What the menu of versions calls these documents. Their version if it is missing. */
  label?: string;
  /** The tag that they are from. */
  tag?: string | undefined;
};

/** A version of the documents for the menu, with the paths of its pages. */
export type MenuEntry = { label: string; base: string; slugs: string[] };

/** The documents of one version, read and ready to be written. */
export type PreparedSite = {
  entry: MenuEntry;
  /**
   * Writes the pages of the site as its generator reads them, and the files for programs.
   * @param menu all versions, the newest first. The pages of the others lead to it
   */
  write(menu?: MenuEntry[]): void;
};

/** Writes the site of the only version. */
export const prepareSite = (options: Options): void => readSite(options).write();

/** Reads all documents of a version. */
export function readSite(options: Options): PreparedSite {
  const { folder, root = ".", repository, origin, base = "", tag } = options;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const label = options.label ?? version;
  const links = { files: new Set(listPageFiles(root)), repository, root, tag };
  const forPeople = listChapters({ ...links, suffix: "/" });
  const forPrograms = listChapters({ ...links, suffix: ".md" });
  const slugs = forPeople.flatMap(({ pages }) => pages.map(({ slug }) => slug));
  return { entry: { label, base, slugs }, write: writeSite };

  function writeSite(menu: MenuEntry[] = []) {
    for (const part of ["pages", "public", "site"])
      rmSync(join(folder, part), { recursive: true, force: true });
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const [newest] = menu;
    const isOld = newest !== undefined && newest.base !== base;
    const newestOf = (slug: string) => {
      const isThere = newest?.slugs.includes(slug);
      return { isThere, path: `${newest?.base}/${isThere ? slug : ""}` };
    };
    /** What every page of an earlier version says, to people and to search engines. */
    const describeAge = (slug: string) => {
      if (!isOld) return {};
      const { isThere, path } = newestOf(slug);
      const href = path.endsWith("/") ? path : `${path}/`;
      const link = `<a href="${href}">${isThere ? "Read this page in the newest version" : "Go to the newest documents"}</a>`;
      return {
        banner: { content: `These are the documents of version ${escapeHtml(label)}. ${link}.` },
        head: [{ tag: "link", attrs: { rel: "canonical", href: `${origin ?? ""}${href}` } }],
      };
    };
    const forProgramsOf = (page: Page) => {
      const text = addBase(writeMarkdown(page), base);
      if (!isOld) return text;
      const { path } = newestOf(page.slug);
      const file = path.endsWith("/") ? `${path}llms.txt` : `${path}.md`;
      return `${text}\n---\n\nThis is a page of version ${label}. [The newest version](${file}).\n`;
    };

    for (const page of forPeople.flatMap(({ pages }) => pages)) {
      const { title, description } = page;
      const head = frontMatter({ title, description, ...describeAge(page.slug) });
      write(`pages/${page.slug}.md`, `${head}\n${addBase(weigh(page), base)}\n`);
    }
    for (const page of forPrograms.flatMap(({ pages }) => pages))
      write(`public/${page.slug}.md`, forProgramsOf(page));
    const chapters = forPeople.filter(({ title }) => title !== "Decisions");
    const start = {
      title: "Gatehouse",
      description:
        "Sell access from one Cloudflare Worker: the documents for sellers, developers and operators.",
      tableOfContents: false,
      prev: false,
      next: false,
      ...describeAge(""),
    };
    write("pages/index.md", `${frontMatter(start)}\n${addBase(writeHome(chapters), base)}\n`);
    const index = addBase(writeIndex(version, forPrograms, base), base);
    write("public/llms.txt", index);
    write("public/index.md", index);
    const everything = writeEverything(forPrograms.filter(({ title }) => title !== "Decisions"));
    write("public/llms-full.txt", addBase(everything, base));
    const copies = { "docs/images": "images", [API_DOCUMENT]: "openapi.json" };
    for (const [from, to] of Object.entries(copies))
      if (existsSync(join(root, from)))
        cpSync(join(root, from), `${folder}/public/${to}`, { recursive: true });
    cpSync("docs/site/public", `${folder}/public`, { recursive: true });
    const site = isOld ? undefined : origin;
    const sidebar = toSidebar(chapters);
    write("site.json", JSON.stringify({ site, base, version: label, menu, sidebar }, null, 2));
  }
}

/** Reads all pages, in the order of the navigation. */
function listChapters(options: LinkOptions): Chapter[] {
  const { root = ".", suffix } = options;
  const read = (file: string): Page => {
    const page = readPage(file, readFileSync(join(root, file), "utf8"));
    return { ...page, body: rewriteLinks(page, options) };
  };
  const decisions = listDecisions(root).map(read);
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
  const chapters = listSections(root).map(({ title, summary, files }) => ({
    title,
    summary,
    pages: [...files.map(read), ...(title === "Contribute" ? [list] : [])],
  }));
  return [
    ...chapters.slice(0, 2),
    ...listApiChapter(join(root, API_DOCUMENT), suffix),
    ...chapters.slice(2),
    { title: "Decisions", summary: list.description, pages: decisions },
  ];
}

/** The first releases had no API. */
function listApiChapter(path: string, suffix: LinkOptions["suffix"]): Chapter[] {
  if (!existsSync(path)) return [];
  const document = JSON.parse(readFileSync(path, "utf8")) as ApiDocument;
  return [
    {
      title: "API",
      summary: "Every call, with an example in curl, TypeScript and Python.",
      pages: listApiPages(document, suffix),
    },
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

/** The search finds guides before decisions. */
const weigh = ({ slug, body }: Page) =>
  slug.startsWith("decisions/") ? `<div data-pagefind-weight="0.1">\n\n${body}\n\n</div>` : body;
