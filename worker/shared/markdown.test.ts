import { describe, expect, it, test } from "vitest";
import { sha256Hex } from "../lib/crypto.ts";
import { findMarkdownError, RENDERER_VERSION, renderMarkdown } from "./markdown.ts";

/** The tags and attributes that rendering may produce. Any other tag was injected by an author. */
const KNOWN_TAG =
  /<\/?(?:p|h[2-6]|ul|ol|li|blockquote|pre|code|em|strong|del|hr|br|sup|section|table|thead|tbody|tr|th|td|div|a|img|input)(?: (?:rel|href|src|alt|title|id|class|data-align|start|role|tabindex|type|loading|referrerpolicy|width|height|srcset|sizes|aria-[a-z]+|data-footnote[a-z-]*|disabled|checked)="[^"<>]*")*(?: \/)?>/g;

/** Returns the HTML without its known tags. */
const stripKnownTags = (html: string) => html.replaceAll(KNOWN_TAG, "");
const extractUrls = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);

describe("GitHub Flavored Markdown", () => {
  it.each([
    ["~~gone~~", "<p><del>gone</del></p>"],
    ["- [x] iron", '<input aria-label="Done" type="checkbox" disabled="" checked="" /> iron'],
    ["|a|\n|-:|\n|1|", '<td data-align="right">1</td>'],
    ["see https://example.com/a", 'href="https://example.com/a">https://example.com/a</a>'],
    ["a[^1]\n\n[^1]: b", '<section data-footnotes="" class="footnotes">'],
    ["ask ann@example.com", '<a href="mailto:ann@example.com">'],
  ])("%s", (markdown, html) => expect(renderMarkdown(markdown)).toContain(html));

  it("a table scrolls in its own box, also with the keyboard", () => {
    const html = renderMarkdown("|a|\n|-|\n|1|");
    expect(html).toMatch(/^<div role="group" aria-label="Table" tabindex="0"><table>/);
    expect(html.trim()).toMatch(/<\/table><\/div>$/);
  });

  it("the highest heading is an h2, since the page has the h1", () => {
    expect(renderMarkdown("# One\n\n## Two")).toBe("<h2>One</h2>\n<h2>Two</h2>");
  });
});

describe("links", () => {
  it("links to other sites send no referrer", () => {
    for (const markdown of ["[a](https://b.example)", "[a](//b.example)", "www.b.example"])
      expect(renderMarkdown(markdown)).toContain('<a rel="noopener noreferrer" href="');
    expect(renderMarkdown("[a](/read/b)")).toBe('<p><a href="/read/b">a</a></p>');
  });
});

describe("images", () => {
  it("images are loaded over https and send no referrer", () => {
    expect(renderMarkdown("![b](https://a.example/b.png)")).toBe(
      '<p><img loading="lazy" referrerpolicy="no-referrer" src="https://a.example/b.png" alt="b" /></p>',
    );
  });

  it("uploaded images are shown, and keep their place while they load", () => {
    const url = `/api/shop/images/${"0a".repeat(32)}`;
    expect(renderMarkdown(`![A map](${url})`)).toBe(
      `<p><img loading="lazy" src="${url}" alt="A map" /></p>`,
    );
    expect(renderMarkdown(`![A map](${url}#640x480)`)).toBe(
      `<p><img loading="lazy" src="${url}" width="640" height="480" alt="A map" /></p>`,
    );
    expect(renderMarkdown(`![A map](${url}#1600x900)`)).toBe(
      `<p><img loading="lazy" src="${url}" srcset="${url}?size=small 720w, ${url} 1600w" sizes="(min-width: 40rem) 36rem, 100vw" width="1600" height="900" alt="A map" /></p>`,
    );
    for (const other of [`${url}0`, `${url}?size=small`, `${url}#640x`, `/a${url}`, `${url}/..`])
      expect(renderMarkdown(`![A map](${other})`)).toBe("<p>A map</p>");
  });

  it.each([
    "http://a.example/b.png",
    "//a.example/b.png",
    "/b.png",
    "data:image/png;base64,AA",
    "blob:x",
  ])("images from %s are their words alone", (address) =>
    expect(renderMarkdown(`![a "b" <c>](${address} "t")`)).toBe("<p>a &quot;b&quot; &lt;c&gt;</p>"),
  );
});

describe("hostile Markdown", () => {
  const payloads = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    "<style>*{display:none}</style>",
    "<!--><script>alert(1)</script-->",
    "<a href='javascript:alert(1)'>a</a>",
    "<div\n\nonclick=alert(1)>",
    "text <b onmouseover=alert(1)>b</b>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](java&NewLine;script:alert(1))",
    "[a](<java\tscript:alert(1)>)",
    "[a](&#1;javascript:alert(1))",
    "[a](\u0001javascript:alert(1))",
    "[a](vbscript:msgbox(1))",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](data&colon;text/html;base64,PHNjcmlwdD4=)",
    "[a](javascript&colon;alert(1))",
    "[a](javascript%3Aalert(1))",
    "[a](file:///etc/passwd)",
    "[a](blob:https://a.example/b)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "[a]\n\n[a]: javascript:alert(1)",
    "[a][b]\n\n[b]: <vbscript:x> 'title\" onclick=\"alert(1)'",
    '[a](https://b.example "x\\" onclick=alert(1)//")',
    '[a](https://b.example/"onclick="alert(1))',
    "![a](javascript:alert(1))",
    '![a" onerror="alert(1)](https://b.example/c.png)',
    "![![b](javascript:alert(1))](https://b.example/c.png)",
    "[![b](javascript:alert(1))](javascript:alert(1))",
    "[[a](javascript:alert(1))](javascript:alert(1))",
    'https://a.example/"onmouseover="alert(1)',
    "https://a.example/<script>alert(1)</script>",
    "www.a.example/'><img/src=x onerror=alert(1)>",
    "javascript:alert(1)@example.com",
    'a"onclick="x@example.com',
    '```js" onclick="alert(1)\nx\n```',
    "`<script>alert(1)</script>`",
    '[^"><script>]\n\n[^"><script>]: a',
    "[^a]\n\n[^a]: <script>alert(1)</script> [b](javascript:alert(1))",
    "|<script>|\n|-|\n|[a](javascript:alert(1))|",
    "- [x] <script>alert(1)</script>",
    "~~<img src=x onerror=alert(1)>~~",
    '<img src="x" alt="y" /> <a href="https://x">',
    "\0<script>alert(1)</script>",
  ];

  test.each(payloads)("hostile Markdown becomes text or a harmless link: %s", (payload) => {
    for (const markdown of [
      payload,
      `> - ${payload}`,
      `**a ${payload}**`,
      `|a|\n|-|\n|${payload}|`,
    ]) {
      const html = renderMarkdown(markdown);
      expect(stripKnownTags(html)).not.toMatch(/[<>]/);
      for (const address of extractUrls(html))
        expect(address).toMatch(/^(?:https?:\/\/|mailto:|#|$|\/\/|javascript%3A)/);
    }
  });

  it("a text of 100,000 characters is accepted and rendered", () => {
    const paragraph =
      "Some *words* with `code`, [a link](https://a.example/b) and **more** besides. ";
    const text = `${paragraph.repeat(12)}\n\n`;
    const long = text.repeat(Math.floor(100_000 / text.length));
    expect(findMarkdownError(long)).toBeNull();
    expect(renderMarkdown(long).length).toBeGreaterThan(long.length);
  });

  it.each([
    ["emphasis that is never closed", "*a_".repeat(33_000)],
    ["links that are never closed", "[a](".repeat(25_000)],
    ["brackets that close nothing", "]".repeat(9_000)],
    ["brackets that close nothing, after text", "a]".repeat(4_500)],
    ["code that is never closed", "\\``".repeat(3_000)],
    ["a very long table", `|a|\n|-|\n${"|b|\n".repeat(24_000)}`],
    ["quotes in quotes", ">".repeat(9_000)],
    ["lists in lists", `${"- ".repeat(4_900)}a`],
    ["numbered lists in quotes", `${"> 1. ".repeat(1_900)}a`],
    ["a deep quote that goes on without markers", `${">".repeat(29)} a\n${"a\n".repeat(4_000)}`],
    ["a list of 2,000 items", "- a\n".repeat(2_000)],
    ["lists in a list, with empty lines", "- a\n\n  - b\n\n".repeat(7_000)],
    ["lists beside lists", `${"- - - - - - - - - - a\n".repeat(100)}\n`.repeat(40)],
    ["underlined headings", "a\n-\n".repeat(2_000)],
    ["more underlined headings", `${"a\n==\n".repeat(200)}\n`.repeat(10)],
    ["footnotes", Array.from({ length: 4_000 }, (_, i) => `a[^${i}]\n\n[^${i}]: a\n\n`).join("")],
  ])("text that would take minutes to render is refused: %s", (_, markdown) =>
    expect(findMarkdownError(markdown)).toMatch(/more than/),
  );

  it.each([
    "- a\n  - b\n    1. c\n       > d",
    "----------------------------------------",
    "- - - - - - - - - - - - - - - -",
    "a\n\n".repeat(33_000),
    `\`\`\`\n${"code\n".repeat(1_900)}\`\`\``,
    "- a\n  - b\n".repeat(450),
    "-".repeat(9_000),
    `${"> A quote\n> of lines\n\n".repeat(300)}${"1. A list\n   of lines\n\n".repeat(150)}`,
  ])("text that is only long is accepted", (markdown) =>
    expect(findMarkdownError(markdown)).toBeNull(),
  );

  it.each(["*a_", "[a](", "[", "]", "a]", "~a ", "**", "![", "[^1]", "_ *", "\\``", "`a "])(
    "accepted text renders quickly: %s as often as allowed",
    (marker) => {
      const perMarker = marker.replaceAll(/[^[\]*_~`]/g, "").length;
      const markdown = marker.repeat(Math.floor(1000 / perMarker));
      expect(findMarkdownError(markdown)).toBeNull();
      expect(findMarkdownError(markdown + marker)).toMatch(/more than 1000/);
      expect(renderMarkdown(markdown)).not.toBe("");
    },
  );

  it.each(["|a", "<a ", "&#", "a@b.c ", "www.a.b/ ", "|a|b|\n"])(
    "accepted text renders quickly: 10,000 characters of %j",
    (text) => {
      const markdown = text.repeat(10_000 / text.length);
      expect(findMarkdownError(markdown)).toBeNull();
      expect(renderMarkdown(markdown)).not.toBe("");
    },
  );

  it("a refused text is shown as plain text: the parser never sees it", () => {
    expect(renderMarkdown(`**a** <b>\n\n${"]".repeat(1001)}`)).toBe(
      `<p>**a** &lt;b&gt;</p>\n<p>${"]".repeat(1001)}</p>`,
    );
  });

  it("none of 200 random texts of 20,000 characters gives the parser a block beyond the limits", () => {
    const parts = [
      "]",
      "[",
      "`",
      "``",
      "*",
      "_",
      "~",
      "\n",
      " ",
      "a",
      "- ",
      "> ",
      "\\",
      "(",
      "|",
      "![",
      "\n\n",
    ];
    const random = seededRandom(12);
    for (let text = 0; text < 200; text++) {
      const unit = Array.from({ length: 1 + random(5) }, () => parts[random(parts.length)]).join(
        "",
      );
      const markdown = unit.repeat(Math.ceil(20_000 / unit.length));
      if (findMarkdownError(markdown) !== null) continue;
      for (const block of markdown.split(/\n[ \t]*\n/)) {
        expect(block.length).toBeLessThanOrEqual(10_000);
        expect(block.replaceAll(/[^[\]*_~`]/g, "").length).toBeLessThanOrEqual(1000);
      }
    }
  });
});

/** Returns a generator of the same random whole numbers below a limit for the same seed. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it("stored HTML belongs to this version of the renderer", () => {
  // If this fails, the HTML of texts has changed: raise RENDERER_VERSION, then write the new values here.
  const sample =
    "# a\n\n- [x] *b* [c](https://d.example) ![e](https://f.example/g.png)\n\n|h|\n|-|\n|`i`|\n\n<b>";
  expect([RENDERER_VERSION, sha256Hex(renderMarkdown(sample)).slice(0, 16)]).toEqual([
    3,
    "5469ca7c4c438a97",
  ]);
});
