import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { escapeHtml } from "../../worker/shared/escape-html.ts";

/**
 * Translates the shop's own words in HTML that the Worker rendered from Markdown. It is stored once for all languages,
 * with these words in English. Finding them by patterns is safe: in the author's text, `<` and `"` are escaped.
 */
export function translateMarkup(i18n: I18n, html: string): string {
  const table = i18n._(msg`Table`);
  const done = i18n._(
    msg({ message: `Done`, comment: "For screen readers: a checked box of a to-do list" }),
  );
  const notes = i18n._(msg({ message: `Notes`, comment: "Heading of the footnotes of a text" }));
  return html
    .replaceAll('aria-label="Table"', () => `aria-label="${escapeHtml(table)}"`)
    .replaceAll('aria-label="Done"', () => `aria-label="${escapeHtml(done)}"`)
    .replaceAll(
      '<h2 id="footnote-label">Notes<',
      () => `<h2 id="footnote-label">${escapeHtml(notes)}<`,
    )
    .replaceAll(/aria-label="Back to reference ([\d-]+)"/g, (_, number: string) => {
      const label = i18n._(
        msg({
          message: `Back to reference ${number}`,
          comment: "For screen readers: a link from a footnote to where it is mentioned",
        }),
      );
      return `aria-label="${escapeHtml(label)}"`;
    });
}
