import { expect, test } from "vitest";
import { drawCover, toPathData } from "./cover-art.ts";

type Point = [number, number];

/** Follows a path's moves and relative lines, and returns what it draws inside the box. */
function readSegments(d: string): string[] {
  const segments: string[] = [];
  for (const [, start = "", steps = ""] of d.matchAll(/M([^l]+)l([^M]+)/g)) {
    let [x, y] = readNumbers(start) as Point;
    const numbers = readNumbers(steps);
    for (let at = 0; at < numbers.length; at += 2) {
      const to: Point = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
      segments.push(nameSegment([x, y], to));
      [x, y] = to;
    }
  }
  return segments;
}

const readNumbers = (text: string) => [...text.matchAll(/-?\d*\.?\d+/g)].map(Number);
const nameSegment = (...points: Point[]) =>
  points
    .flat()
    .map((value) => value.toFixed(1).replace("-0.0", "0.0"))
    .join(" ");

const isInside = ([x, y]: Point) => x >= 0 && x <= 100 && y >= 0 && y <= 100;

test.each(["kit-list", "sea-fog", "lock-gate", "membership", "field-guide", "heronry"])(
  "the path of %s draws every line that the box shows, and few others",
  (seed) => {
    const { lines } = drawCover(seed);
    const all = lines.flatMap((line) =>
      line.slice(1).map((to, index) => ({ from: line[index]!, to })),
    );
    const visible = all.filter(({ from, to }) => isInside(from) || isInside(to));
    const drawn = readSegments(toPathData(lines));
    expect(visible.length).toBeGreaterThan(40);
    expect(drawn).toEqual(
      expect.arrayContaining(visible.map(({ from, to }) => nameSegment(from, to))),
    );
    const names = new Set(all.map(({ from, to }) => nameSegment(from, to)));
    expect(drawn.every((name) => names.has(name))).toBe(true);
    expect(drawn.length).toBeLessThan(visible.length * 1.15);
  },
);
