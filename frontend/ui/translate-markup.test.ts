import { setupI18n, type I18n, type MessageDescriptor } from "@lingui/core";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../worker/shared/markdown.ts";
import { translateMarkup } from "./translate-markup.ts";

const markdown =
  'Salt[^1].\n\n[^1]: Coarse, says aria-label="Table".\n\n- [x] iron\n\n|a|b|\n|-|-|\n|1|2|';

/** Puts every message into brackets that mean something in HTML. */
const inBrackets = {
  _: ({ message = "", values }: MessageDescriptor) =>
    `<${message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values?.[name]))}>`,
} as unknown as I18n;

test("every word of ours in rendered Markdown is translated, and none of the author's", () => {
  const html = translateMarkup(inBrackets, renderMarkdown(markdown));
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    "&lt;Done&gt;",
    "&lt;Table&gt;",
    "&lt;Back to reference 1&gt;",
  ]);
  expect(html).toContain('<h2 id="footnote-label">&lt;Notes&gt;</h2>');
  expect(html).toContain("Coarse, says aria-label=&quot;Table&quot;.");
});

test("in English, rendered Markdown stays as it is", () => {
  const english = setupI18n({ locale: "en", messages: { en: {} } });
  expect(translateMarkup(english, renderMarkdown(markdown))).toBe(renderMarkdown(markdown));
});
