import { expect, it } from "vitest";
import { renderMarkdown } from "../shared/markdown.ts";
import { chooseEmailColors } from "./email-colors.ts";
import { styleText, toPlainText } from "./style-text.ts";

const origin = "https://shop.example";
const colors = chooseEmailColors({ accent: null, accentDark: null }).light;
const style = (markdown: string) => styleText(renderMarkdown(markdown), { colors, origin });
const picture = `/api/shop/images/${"a".repeat(64)}`;

it.each([
  ["a link within the shop", "[read](/read/x)", 'href="https://shop.example/read/x"'],
  ["a link to another site", "[a](https://a.example/)", 'href="https://a.example/"'],
  ["a link without a protocol", "[a](//a.example/)", 'href="//a.example/"'],
  [
    "a wide picture",
    `![A map](${picture}#1600x900)`,
    `src="${origin}${picture}" alt="A map" width="552"`,
  ],
  ["a small picture", `![A map](${picture}#90x90)`, 'width="90"'],
  ["code with line breaks", "```\na\n\n  b\n```", "a<br /><br />  b</pre>"],
  ["a task that is done", "- [x] Done", "☑"],
  ["a task that is open", "- [ ] Open", "☐"],
  ["HTML of the author", '<img src="x">', "&lt;img src="],
  ["a heading", "# Title", ">Title</h2>"],
])("%s is shown as an email can show it", (_name, markdown, expected) => {
  expect(style(markdown)).toContain(expected);
});

it("a picture of another site is a link, so that opening the email tells that site nothing", () => {
  const html = style("![A map](https://other.example/map.png)");
  expect(html).not.toContain("<img");
  expect(html).toMatch(/<a [^>]*href="https:\/\/other\.example\/map\.png">A map<\/a>/);
});

it("every paragraph, list, quote, table and link has its style inline", () => {
  const html = style(
    "Text\n\n- a\n\n1. b\n\n> c\n\n| d |\n| --- |\n| e |\n\n[f](/f)\n\n`g`\n\n---",
  );
  const bare = [...html.matchAll(/<(p|ul|ol|li|blockquote|table|th|td|a|code|hr)(?: [^>]*)?>/g)];
  expect(bare.length).toBeGreaterThan(10);
  expect(bare.filter(([tag]) => !tag.includes("style=")).map(([tag]) => tag)).toEqual([]);
});

it("the plain text has the URLs of the shop in full", () => {
  expect(toPlainText("[read](/read/x) and [a](https://a.example)\n", origin)).toBe(
    "[read](https://shop.example/read/x) and [a](https://a.example)",
  );
});
