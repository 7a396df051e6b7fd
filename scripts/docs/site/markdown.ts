import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { readPictureSize } from "./picture-size.ts";
import { slugOf } from "./pages.ts";

/** A page of the site, from a Markdown file. */
export type Page = {
  slug: string;
  title: string;
  /** The first sentences, as text. */
  description: string;
  /** Markdown without the title. */
  body: string;
  /** The file, from the root of the repository. Missing if a program has written the page. */
  file?: string;
};

export type LinkOptions = {
  /** The files that have a page. */
  files: ReadonlySet<string>;
  /** Where the repository can be read. Without it, links to source files become text. */
  repository: string | undefined;
  /** What follows the path of a page: `/` for people, `.md` for programs. */
  suffix: "/" | ".md";
  /** The folder that has the files. The repository's if it is missing. */
  root?: string;
  /** The tag that the files are from. The newest commit if it is missing. */
  tag?: string | undefined;
};

/** Reads a page from the text of a Markdown file: its first heading is the title. */
export function readPage(file: string, text: string): Page {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no title: begin it with "# …"`);
  const body = text.replace(/^# .+\n+/m, "").trim();
  return { slug: slugOf(file), title: toText(title), description: describe(body), body, file };
}

/** Returns the first paragraph as text, shortened to what search engines show. */
export function describe(body: string): string {
  const paragraph = body.split(/\n\n+/).find((block) => /^[\p{L}`*[]/u.test(block)) ?? "";
  const text = toText(paragraph);
  if (text.length <= 160) return text;
  return `${text.slice(0, 158).replace(/\s+\S*$/, "")} …`;
}

/** Returns Markdown of a line without its marks. */
export const toText = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/<(https?:[^>]+)>/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Changes the text outside of code. Code stays as it is. */
export function mapProse(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^ *(`{3,})[^\n]*\n[\s\S]*?^ *\2 *$)/m)
    .filter((_, index) => index % 3 !== 2)
    .map((part, index) => (index % 2 === 1 ? part : withoutSpans(part, change)))
    .join("");
}

/** Changes text as if its code spans had no content. */
function withoutSpans(prose: string, change: (prose: string) => string): string {
  const spans: string[] = [];
  const marked = prose.replaceAll(/(`+)[^`][\s\S]*?\1/g, (span) => `\0${spans.push(span) - 1}\0`);
  return change(marked).replaceAll(/\0(\d+)\0/g, (_, index: string) => spans[Number(index)]!);
}

/**
 * Points the links of a page to the site: to another page if the file has one, else to the file in the repository.
 * Pictures come from `/images`, with their size and, if there is one, with the picture for dark screens.
 */
export function rewriteLinks(page: Page, options: LinkOptions): string {
  const { file } = page;
  if (file === undefined) return page.body;
  return mapProse(page.body, (prose) =>
    prose
      .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt: string, target: string) =>
        renderPicture(join(dirname(file), target), alt, options),
      )
      .replaceAll(
        /\[([^[\]]*)\]\((?!\w+:|\/|#)([^)#\s]+)(#[^)\s]*)?\)/g,
        (_, label: string, target: string, anchor = "") => {
          const to = resolveLink(join(dirname(file), target), options);
          return to === undefined ? label : `[${label}](${to}${anchor})`;
        },
      ),
  );
}

/** Returns where a file of the repository can be read. */
function resolveLink(path: string, options: LinkOptions): string | undefined {
  const file = path.replace(/\/$/, "");
  if (options.files.has(file)) return `/${slugOf(file)}${options.suffix}`;
  if (file === "README.md") return "/";
  if (file === "docs/decisions") return `/decisions${options.suffix}`;
  if (file === "docs/openapi.json") return "/openapi.json";
  const { repository, root = ".", tag = "HEAD" } = options;
  if (repository === undefined) return undefined;
  const here = join(root, file);
  const kind = existsSync(here) && statSync(here).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/${tag}/${file}`;
}

function renderPicture(path: string, alt: string, { suffix, root = "." }: LinkOptions): string {
  const name = path.replace(/^docs\/images\//, "");
  if (suffix === ".md") return `![${alt}](/images/${name})`;
  const { width, height } = readPictureSize(join(root, path));
  const draw = (source: string, attributes = "") =>
    `<img src="/images/${source}" alt="${alt.replaceAll('"', "&quot;")}" width="${width}" height="${height}" loading="lazy"${attributes}>`;
  const dark = name.replace(/(?=\.\w+$)/, "-dark");
  if (!existsSync(join(root, "docs/images", dark))) return draw(name);
  return draw(name, ' class="light-only"') + draw(dark, ' class="dark-only"');
}
