import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

const contentTypes: Record<string, string> = {
  ".epub": "application/epub+zip",
  ".pdf": "application/pdf",
  ".wav": "audio/wav",
};

/** Reads a file of `demo-files/downloads`. */
export function readDownload(fileName: string): { contentType: string; bytes: Buffer } {
  const contentType = contentTypes[extname(fileName)];
  if (!contentType) throw new Error(`No content type for ${fileName}`);
  return { contentType, bytes: readFileSync(demoFile(`downloads/${fileName}`)) };
}

/** Reads a product's description, in Markdown. */
export function readDescription(slug: string): string {
  return readFileSync(demoFile(`products/${slug}.md`), "utf8").trimEnd();
}

/** Reads a legal page, in Markdown. */
export function readLegalText(page: string): string {
  return readFileSync(demoFile(`legal/${page}.md`), "utf8").trimEnd();
}

/** Reads every members-only page. Its excerpt is the text between the title and `<!--more-->`. */
export function readPages(): { slug: string; title: string; excerpt: string; body: string }[] {
  return readdirSync(demoFile("pages")).map((fileName) => ({
    slug: basename(fileName, ".md"),
    ...readPage(`pages/${fileName}`),
  }));
}

/** Reads a product's texts in another language: its name, its short description and its description, in Markdown. */
export function readTranslatedProduct(
  locale: string,
  slug: string,
): { name: string; tagline: string; description: string } {
  const path = `translations/${locale}/products/${slug}.md`;
  const parts = /^# (.+)\n\n> (.+)\n\n([^]+)$/.exec(readFileSync(demoFile(path), "utf8"));
  if (!parts) throw new Error(`${path} needs a name and a short description`);
  const [, name = "", tagline = "", description = ""] = parts;
  return { name, tagline, description: description.trimEnd() };
}

/** Reads a page in another language: the free one as a whole, of those for members the title and the excerpt. */
export function readTranslatedPage(
  locale: string,
  slug: string,
): { title: string; excerpt: string; body?: string } | undefined {
  const path = `translations/${locale}/pages/${slug}.md`;
  return existsSync(demoFile(path)) ? readPage(path) : readTranslatedTexts(locale).pages[slug];
}

/** Reads a legal page in another language, in Markdown. */
export const readTranslatedLegalText = (locale: string, page: string): string =>
  readFileSync(demoFile(`translations/${locale}/legal/${page}.md`), "utf8").trimEnd();

type Texts = {
  line: string;
  sections: Record<string, string>;
  benefits: Record<string, { name: string; note?: string }>;
  files: Record<string, string>;
  pages: Record<string, { title: string; excerpt: string }>;
};

/**
 * Reads the shop's line, the sections, benefits and files by their English name, and members' pages by their slug in
 * another language.
 */
export const readTranslatedTexts = (locale: string): Texts =>
  JSON.parse(readFileSync(demoFile(`translations/${locale}/texts.json`), "utf8")) as Texts;

function readPage(path: string): { title: string; excerpt: string; body: string } {
  const text = readFileSync(demoFile(path), "utf8");
  const parts = /^# (.+)\n\n([^]+)\n\n<!--more-->\n\n([^]+)$/.exec(text);
  if (!parts) throw new Error(`${path} needs a title, an excerpt and <!--more-->`);
  const [, title = "", excerpt = "", body = ""] = parts;
  return { title, excerpt, body };
}

function demoFile(path: string): string {
  return join(import.meta.dirname, "demo-files", path);
}
