import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../shared/markdown.ts";
import { shorten, toPlainText } from "./plain-text.ts";

describe("the plain text of a description", () => {
  test.each([
    ["leaves out headings", "# One\n\nTwo.\n\n### Three", "Two."],
    [
      "keeps the words of links, but not the pictures",
      "[A](https://a.example) ![b](https://b.example/c.png) c",
      "A c",
    ],
    ["shows escaped characters as they are", '1 < 2 & "3" > 0 &amp;amp;', '1 < 2 & "3" > 0 &amp;'],
    ["shows HTML that the author typed", "<b>bold</b>", "<b>bold</b>"],
    ["leaves out tables and code", "| a |\n| - |\n| b |\n\n```\ncode\n```\n\nText.", "Text."],
    ["leaves out notes", "Text[^1] goes on.\n\n[^1]: A note.", "Text goes on."],
    ["keeps lists apart", "- [x] one\n- two", "one two"],
    ["is empty for an empty one", "", ""],
  ])("%s", (_, markdown, text) => {
    expect(toPlainText(renderMarkdown(markdown))).toBe(text);
  });
});

describe("a shortened text", () => {
  test.each([
    ["is whole if it fits", "One. Two.", 9, "One. Two."],
    ["ends with a sentence", "One two three. Four five six.", 20, "One two three."],
    ["keeps a closing quote", "He said “one two.” Then more came.", 22, "He said “one two.”"],
    ["ends after a word if the first sentence is too long", "One two three four.", 12, "One two…"],
    ["does not end with a comma", "One two, three four.", 12, "One two…"],
    [
      "is not only a short first sentence",
      "Hi. This is a much longer sentence.",
      20,
      "Hi. This is a much…",
    ],
    ["does not mistake a number for an end", "Version 2.5 is here today", 12, "Version 2.5…"],
    ["cuts a word without an end, between characters", "ééé🎧🎧🎧", 5, "ééé…"],
  ])("%s", (_, text, maxLength, expected) => {
    expect(shorten(text, maxLength)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(maxLength);
  });
});
