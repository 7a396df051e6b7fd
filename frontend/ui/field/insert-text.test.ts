import { expect, test } from "vitest";
import { renderMarkdown } from "../../../worker/shared/markdown.ts";
import { toPictureMarkdown } from "./insert-text.ts";

const url = `/api/shop/images/${"0a".repeat(32)}`;
const written = (alt: string, width = 0) =>
  renderMarkdown(toPictureMarkdown({ url, alt, width, height: width }));

test("a picture is written so that the renderer shows it with its alternative text", () => {
  expect(written("The [old] map \\ of\nthe *coast*")).toContain(
    `src="${url}" alt="The [old] map \\ of the coast"`,
  );
  expect(written("")).toContain('alt=""');
});

test("a picture of known size keeps its place", () => {
  expect(written("A map", 640)).toContain('width="640" height="640"');
});
