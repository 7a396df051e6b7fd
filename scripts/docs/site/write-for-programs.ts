import type { Page } from "./markdown.ts";

/** A heading of the navigation, and its pages. */
export type Chapter = { title: string; summary: string; pages: Page[] };

const summary =
  "Gatehouse sells access to digital products from one Cloudflare Worker: people sign in with an account they already have, pay through the seller's own Stripe account, and get what they paid for at once.";

/** Returns a page as one Markdown file. */
export const writeMarkdown = ({ title, body }: Page) => `# ${title}\n\n${body}\n`;

/** Returns `llms.txt` (https://llmstxt.org): every page in one line, with a link to its Markdown. */
export function writeIndex(version: string, chapters: Chapter[], base = ""): string {
  const hasApi = chapters.some(({ title }) => title === "API");
  const lists = chapters.map(({ title, summary, pages }) =>
    [
      `## ${title}`,
      summary,
      pages
        .map(({ slug, title, description }) => `- [${title}](/${slug}.md): ${description}`)
        .join("\n"),
    ].join("\n\n"),
  );
  return [
    "# Gatehouse",
    `> ${summary}`,
    `These are the documents of version ${version}. ${base}/llms-full.txt has the guides${hasApi ? ` and the API reference in one file, and ${base}/openapi.json describes the API for programs` : " in one file"}.`,
    ...lists,
  ]
    .join("\n\n")
    .concat("\n");
}

/** Returns the whole text of these chapters in one file. */
export const writeEverything = (chapters: Chapter[]) =>
  chapters.flatMap(({ pages }) => pages.map(writeMarkdown)).join("\n---\n\n");
