import { escapeHtml } from "./escape-html.ts";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const extensions = [gfm()];
const htmlExtensions = [gfmHtml({ label: "Notes", labelAttributes: "" })];

/** Part of the hash that rendered texts are stored by. Raise it whenever the HTML of a text changes. */
export const RENDERER_VERSION = 3;

/**
 * Limits for one block, in characters and in markers that may start or end a construct. The parser's time is quadratic
 * in both.
 */
const MAX_BLOCK_LENGTH = 10_000;
const MAX_MARKERS = 1000;
const NOT_MARKERS = /[^[\]*_~`]+/g;
/**
 * A limit for the whole text: lines of lists, quotes, footnotes and underlined headings, each as often as its block is
 * nested. The parser's time is quadratic in them, too, and an empty line ends no list.
 */
const MAX_NESTED_LINES = 1000;
const NESTED =
  /^(?:[ \t]*[=-]+[ \t]*$|(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t]|\[\^[^\]\s]+\]:))+)/gm;
const LEVELS = />|[*+.)-][ \t]|\[/g;

/**
 * Renders a text of any origin. A text that `findMarkdownError` refuses, for example an import from Stripe, is shown as
 * plain text.
 */
export function renderMarkdown(markdown: string): string {
  return findMarkdownError(markdown) === null ? renderAccepted(markdown) : renderPlain(markdown);
}

/**
 * Renders GitHub Flavored Markdown (tables, task lists, strikethrough, footnotes, bare URLs) as HTML. Raw HTML is
 * escaped and unsafe link protocols are dropped, as micromark does by default. Images must use https, or be pictures
 * that were uploaded here.
 */
function renderAccepted(markdown: string): string {
  return adaptHtml(micromark(markdown, { extensions, htmlExtensions }));
}

/**
 * Returns why a text is refused, or null if it is safe to render. Without limits, a few kilobytes can keep the parser
 * busy for minutes.
 */
export function findMarkdownError(markdown: string): string | null {
  let nestedLines = 0;
  for (const block of markdown.split(/\n[ \t]*\n/)) {
    if (block.length > MAX_BLOCK_LENGTH)
      return `more than ${MAX_BLOCK_LENGTH} characters without an empty line`;
    if (block.replaceAll(NOT_MARKERS, "").length > MAX_MARKERS)
      return `more than ${MAX_MARKERS} of [ ] * _ ~ \` without an empty line`;
    nestedLines += countNestedLines(block);
  }
  return nestedLines > MAX_NESTED_LINES
    ? `more than ${MAX_NESTED_LINES} lines of lists, quotes, footnotes and underlined headings`
    : null;
}

/** Counts also the lines without a marker, since the parser continues a list or a quote with them. */
function countNestedLines(block: string): number {
  const depths = (block.match(NESTED) ?? []).map((start) => start.match(LEVELS)?.length ?? 1);
  return Math.max(0, ...depths) * block.split("\n").length;
}

function renderPlain(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((block) => escapeHtml(block.trim()))
    .filter((block) => block !== "")
    .map((block) => `<p>${block}</p>`)
    .join("\n");
}

/** An uploaded picture. The fragment of its URL says its width and height in pixels. */
const UPLOADED_IMAGE =
  /<img src="(\/api\/shop\/images\/[0-9a-f]{64})(?:#([1-9]\d{0,3})x([1-9]\d{0,3}))?" /g;

/** In pixels: the width of the smaller version that the browser makes of a larger picture when it uploads it. */
const SMALL_WIDTH = 720;

/** With the size, the text below the picture stays in its place while the picture loads. */
function adaptUploadedImage(_tag: string, url: string, width?: string, height?: string): string {
  const srcset =
    Number(width) > SMALL_WIDTH
      ? ` srcset="${url}?size=small ${SMALL_WIDTH}w, ${url} ${width}w" sizes="(min-width: 40rem) 36rem, 100vw"`
      : "";
  const size = width === undefined ? "" : ` width="${width}" height="${height}"`;
  return `<img loading="lazy" src="${url}"${srcset}${size} `;
}

/**
 * Adapts the parser's HTML to our pages. Matching tags with patterns is safe: `<` and `"` in the author's text are
 * escaped, so every tag comes from the parser.
 */
function adaptHtml(html: string): string {
  return (
    html
      // The page has its own h1.
      .replaceAll(/<(\/?)h1>/g, "<$1h2>")
      .replaceAll(UPLOADED_IMAGE, adaptUploadedImage)
      .replaceAll(/<img src="(?!https:\/\/)[^"]*" alt="([^"]*)"(?: title="[^"]*")? \/>/g, "$1")
      .replaceAll("<img src=", '<img loading="lazy" referrerpolicy="no-referrer" src=')
      // Don't send a referrer to other sites.
      .replaceAll(/<a href="(?=(?:https?:)?\/\/)/gi, '<a rel="noopener noreferrer" href="')
      .replaceAll("<input ", '<input aria-label="Done" ')
      // Stylesheets override the attribute `align`, which HTML no longer has.
      .replaceAll(/<(t[hd]) align="/g, '<$1 data-align="')
      // Wide tables scroll in their own box, also with the keyboard.
      .replaceAll("<table>", '<div role="group" aria-label="Table" tabindex="0"><table>')
      .replaceAll("</table>", "</table></div>")
  );
}
