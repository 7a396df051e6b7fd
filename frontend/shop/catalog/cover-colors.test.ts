import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawCover, toneColors } from "../../../worker/shared/cover-art.ts";

const css = readFileSync(new URL("cover.module.css", import.meta.url), "utf8");

test("pictures of shared links have the colors of covers on light pages", () => {
  const written = [...css.matchAll(/--(ground|stroke): light-dark\(oklch\(([\d.]+)% ([\d.]+) /g)];
  const colors = written.map(([, name, lightness, chroma]) => [
    name,
    Number(lightness) / 100,
    Number(chroma),
  ]);
  const { pale, mid, deep } = toneColors;
  expect(colors).toEqual(
    [pale, mid, deep].flatMap(({ ground, stroke }) => [
      ["ground", ground.lightness, ground.chroma],
      ["stroke", stroke.lightness, stroke.chroma],
    ]),
  );
});

test("the stylesheet has every hue that a cover can have", () => {
  const hues = new Set(Array.from({ length: 500 }, (_, seed) => drawCover(`seed ${seed}`).hue));
  expect(hues.size).toBe(8);
  for (const hue of hues)
    expect(css).toMatch(new RegExp(`&\\[data-hue="${hue}"\\] \\{\\s*--hue: ${hue};`));
});
