import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const extensions = [gfm()];
const htmlExtensions = [gfmHtml({ label: "Notes", labelAttributes: "" })];

/** In characters, and in those that may begin something: what a parser looks at as a whole takes time with its square. */
const LONGEST_BLOCK = 10_000;
const MOST_MARKERS = 1000;
const DEEPLY_NESTED = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){30}/m;

/**
 * Markdown with GitHub's additions (tables, task lists, strikethrough, footnotes, bare addresses) → HTML. Raw HTML is
 * escaped and unsafe link protocols are dropped, which are micromark's defaults; images come over https or not at all.
 */
export function renderMarkdown(markdown: string): string {
  return fit(micromark(markdown, { extensions, htmlExtensions }));
}

/** Why a text is not to be rendered, null where it is: a few kilobytes can keep a parser busy for minutes. */
export function refuseMarkdown(markdown: string): string | null {
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    if (block.length > LONGEST_BLOCK)
      return `more than ${LONGEST_BLOCK} characters without an empty line`;
    if (block.replaceAll(/[^[*_~]+/g, "").length > MOST_MARKERS)
      return `more than ${MOST_MARKERS} of [ * _ ~ without an empty line`;
  }
  return DEEPLY_NESTED.test(markdown) ? "lists or quotes more than 30 deep" : null;
}

/**
 * Fits the parser's HTML to our pages. Looking for tags in it is sound: what an author writes has neither `<` nor `"`
 * left in it, so that every tag is the parser's own.
 */
function fit(html: string): string {
  return (
    html
      // The h1 is the page's own.
      .replaceAll(/<(\/?)h1>/g, "<$1h2>")
      .replaceAll(/<img src="(?!https:\/\/)[^"]*" alt="([^"]*)"(?: title="[^"]*")? \/>/g, "$1")
      .replaceAll("<img ", '<img loading="lazy" referrerpolicy="no-referrer" ')
      // Elsewhere nobody needs to know where a reader comes from.
      .replaceAll(/<a href="(?=(?:https?:)?\/\/)/gi, '<a rel="noopener noreferrer" href="')
      .replaceAll("<input ", '<input aria-label="Done" ')
      // A table scrolls within itself, also by keyboard.
      .replaceAll("<table>", '<div role="group" aria-label="Table" tabindex="0"><table>')
      .replaceAll("</table>", "</table></div>")
  );
}
