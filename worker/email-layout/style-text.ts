import type { SchemeColors } from "./email-colors.ts";
import { fonts } from "./email-styles.ts";

/** The width of an email's text, in pixels. */
const WIDTH = 552;

/**
 * Adapts rendered Markdown to emails: styles are inline, and URLs are absolute. A picture of another site becomes a link
 * to it, because loading it would tell that site who has opened the email. Matching tags with patterns is safe: every
 * tag comes from the renderer (`shared/markdown.ts`), which escapes the author's `<` and `"`.
 */
export function styleText(
  html: string,
  { colors, origin }: { colors: SchemeColors; origin: string },
): string {
  const { ink, soft, line, sunk, accent } = colors;
  const heading = `class="ink" style="margin: 28px 0 8px; color: ${ink}; font-size: 19px; line-height: 1.35; font-weight: 600;"`;
  const list = 'style="margin: 0 0 16px; padding: 0 24px;"';
  const cell = `class="line" style="padding: 8px 12px 8px 0; border-bottom: 1px solid ${line}; text-align: start; vertical-align: top;"`;
  const code = `class="code" style="padding: 1px 4px; border-radius: 4px; background-color: ${sunk}; color: ${ink}; font-family: ${fonts.mono}; font-size: 14px;`;
  const styles: Record<string, string> = {
    p: 'style="margin: 0 0 16px;"',
    h2: heading,
    h3: heading,
    h4: heading,
    ul: list,
    ol: list,
    li: 'style="margin: 0 0 4px;"',
    blockquote: `class="line soft" style="margin: 0 0 16px; padding: 0 16px; border-inline-start: 3px solid ${line}; color: ${soft};"`,
    hr: `class="line" style="margin: 24px 0; border: 0; border-top: 1px solid ${line};"`,
    table: 'cellpadding="0" cellspacing="0" border="0" width="100%" style="margin: 0 0 16px;"',
    th: cell,
    td: cell,
    a: `class="link" style="color: ${accent}; text-decoration: underline;"`,
    code: `${code}"`,
  };
  return (
    html
      // The text is put into markup whose line breaks are collapsed.
      .replaceAll(
        /<pre><code[^>]*>([\s\S]*?)<\/code><\/pre>/g,
        (_match, text: string) =>
          `<pre ${code} white-space: pre-wrap;">${text.trimEnd().replaceAll("\n", "<br />")}</pre>`,
      )
      .replaceAll(/<img ([^>]*)>/g, (_match, attributes: string) => styleImage(attributes, origin))
      .replaceAll(/<input [^>]*>/g, (tag) => (tag.includes("checked") ? "☑" : "☐"))
      .replaceAll(/<\/?div[^>]*>/g, "")
      .replaceAll(/href="\/(?!\/)/g, `href="${origin}/`)
      .replaceAll(/<(\w+)(?=[ >])/g, (tag, name: string) =>
        Object.hasOwn(styles, name) ? `${tag} ${styles[name]}` : tag,
      )
  );
}

/** An uploaded picture, no wider than the text; a link instead of a picture of another site. */
function styleImage(attributes: string, origin: string): string {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  const [url, alt, width] = [read("src"), read("alt"), Number(read("width"))];
  const isOurs = /^\/(?!\/)/.test(url) || url.startsWith(`${origin}/`);
  if (!isOurs) return `<a href="${url}">${alt || url}</a>`;
  const size = width > 0 ? ` width="${Math.min(width, WIDTH)}"` : "";
  return `<img src="${new URL(url, origin).href}" alt="${alt}"${size} style="max-width: 100%; height: auto; border: 0;" />`;
}

/** Returns Markdown as the text of an email: its links and pictures have absolute URLs. */
export function toPlainText(markdown: string, origin: string): string {
  return markdown.trim().replaceAll("](/", `](${origin}/`);
}
