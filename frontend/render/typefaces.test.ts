import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { findFirstFont, renderTypefaceCss, typefaceNames } from "../../worker/shared/typefaces.ts";

/** In bytes. */
const MAX_FIRST_FONT = 40_000;

/** @throws Error if there is no such file */
const sizeOf = (url: string) => statSync(new URL(`../public${url}`, import.meta.url)).size;

test.each(typefaceNames.filter((name) => name !== "system"))(
  "every file of %s is there, and the first one is small",
  (typeface) => {
    const css = renderTypefaceCss(typeface);
    const urls = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? "");
    expect(urls).toHaveLength(2);
    for (const url of urls) expect(sizeOf(url)).toBeGreaterThan(5000);
    const first = findFirstFont(typeface, "de") ?? "";
    expect(urls).toContain(first);
    expect(sizeOf(first)).toBeLessThanOrEqual(MAX_FIRST_FONT);
    expect(css).toMatch(/--serif: "\w+", (Georgia, serif|system-ui, sans-serif);/);
  },
);

test("the system's typefaces load nothing, and no other waits where it can't write the language", () => {
  expect(renderTypefaceCss("system")).toBe("");
  expect(findFirstFont("system", "en")).toBeNull();
  for (const locale of ["ja", "ar"]) expect(findFirstFont("lora", locale)).toBeNull();
});
