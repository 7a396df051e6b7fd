import { toHex } from "./color.ts";

/**
 * A drawing in a 100 × 100 box, of lines through points. They may leave the box. `hue` and `tone` choose its colors.
 */
export type CoverArt = { lines: Line[]; hue: number; tone: CoverTone };

type Point = [x: number, y: number];
type Line = Point[];

type CoverTone = (typeof tones)[number];

/** OKLCH hues: slate, sea, tide, kelp, lichen, sand, ochre, rust. */
const hues = [250, 225, 195, 165, 115, 85, 60, 35];
const tones = ["pale", "mid", "deep"] as const;
const fullTurn = 2 * Math.PI;

/**
 * Draws the cover of a product without a picture: lines like those on charts and recordings. The same seed always gives
 * the same drawing, so nothing is stored or loaded.
 */
export function drawCover(seed: string): CoverArt {
  const random = createRandom(`${SERIES}/${seed}`);
  const hue = pick(hues, random);
  const tone = pick(tones, random);
  return { lines: pick(drawings, random)(random), hue, tone };
}

/** Any text will do. With this one, the eight products of the demo shop have eight different drawings. */
const SERIES = "ink2632";

/** As many as differ at a glance: a shop shows a handful of covers side by side. */
const drawings = [
  drawSwell,
  drawReeds,
  drawRipples,
  drawRoll,
  drawContours,
  drawArcs,
  drawTrace,
  drawHatching,
];

type ToneColor = { lightness: number; chroma: number };

/** OKLCH without the hue, as on light pages in `frontend/shop/catalog/cover.module.css`. */
export const toneColors: Record<CoverTone, { ground: ToneColor; stroke: ToneColor }> = {
  pale: {
    ground: { lightness: 0.93, chroma: 0.017 },
    stroke: { lightness: 0.48, chroma: 0.055 },
  },
  mid: {
    ground: { lightness: 0.8, chroma: 0.034 },
    stroke: { lightness: 0.36, chroma: 0.045 },
  },
  deep: {
    ground: { lightness: 0.36, chroma: 0.042 },
    stroke: { lightness: 0.85, chroma: 0.04 },
  },
};

/** Returns the colors of a drawing as `#rrggbb`, for a picture that is not part of a page. */
export function getCoverColors({ hue, tone }: CoverArt): { ground: string; stroke: string } {
  const { ground, stroke } = toneColors[tone];
  return { ground: toHex({ ...ground, hue }), stroke: toHex({ ...stroke, hue }) };
}

/** How far outside of the box a line still shows, by its width. */
const MARGIN = 2;

/**
 * Returns the lines as an SVG path, without what is outside of the box. Each point is relative to the last one: a page
 * has many covers, and this makes it half as large.
 */
export function toPathData(lines: Line[]): string {
  let d = "";
  for (const line of lines) {
    let isDrawing = false;
    line.forEach((to, index) => {
      const from = line[index - 1];
      if (!from) return;
      const shows = !isOutside(from, to);
      if (shows && !isDrawing) d += `M${joinNumbers(from)}l`;
      else if (shows) d += " ";
      if (shows) d += joinNumbers([to[0] - from[0], to[1] - from[1]]);
      isDrawing = shows;
    });
  }
  return d.replaceAll(" -", "-");
}

/** Whether both points are beyond the same side of the box. */
function isOutside(a: Point, b: Point): boolean {
  return ([0, 1] as const).some(
    (axis) => Math.max(a[axis], b[axis]) < -MARGIN || Math.min(a[axis], b[axis]) > 100 + MARGIN,
  );
}

/** Writes two numbers in tenths, without the zero before the point. */
function joinNumbers(numbers: Point): string {
  return numbers.map((number) => String(round(number)).replace(/^(-?)0\./, "$1.")).join(" ");
}

/** Draws water seen from a cliff: one swell runs through all lines. */
function drawSwell(random: () => number) {
  const crest = 30 + random() * 40;
  const slant = (random() - 0.5) * 1.6;
  const height = 7 + random() * 7;
  const ripple = 2 + random() * 3;
  const phase = random() * fullTurn;
  const lines: Line[] = [];
  for (let y = 8; y <= 104; y += 4) {
    lines.push(
      line(48, (t) => {
        const x = t * 100;
        const distance = (x - crest - slant * (y - 50)) / 19;
        const swell = height * Math.exp(-distance * distance);
        return [x, y - swell - 0.7 * Math.sin(t * fullTurn * ripple + phase + y / 9)];
      }),
    );
  }
  return lines;
}

/** Draws the ripples of two stones in still water. */
function drawRipples(random: () => number) {
  const first = [18 + random() * 26, 22 + random() * 56] as const;
  const second = [58 + random() * 26, 22 + random() * 56] as const;
  const gap = 4.4 + random() * 1.4;
  const rings: Line[] = [];
  for (const [x, y] of [first, second]) {
    for (let radius = gap / 2; radius < 78; radius += gap) rings.push(ring(x, y, () => radius, 64));
  }
  return rings;
}

/** Draws the contour lines of a small island. */
function drawContours(random: () => number) {
  const x = 36 + random() * 28;
  const y = 36 + random() * 28;
  const waves = [2, 3, 5].map((count) => ({
    count,
    size: (0.26 + random() * 0.16) / count,
    phase: random() * fullTurn,
    twist: (random() - 0.5) * 1.8,
  }));
  const rings: Line[] = [];
  for (let level = 1; level <= 22; level++) {
    const radius = level * 4;
    rings.push(
      ring(
        x,
        y,
        (angle) => {
          const bent = waves.map(
            ({ count, size, phase, twist }) =>
              size * Math.cos(count * angle + phase + (twist * level) / 10),
          );
          return radius * (1 + bent.reduce((sum, bend) => sum + bend, 0));
        },
        96,
      ),
    );
  }
  return rings;
}

/** Draws the waveform of a recording. */
function drawTrace(random: () => number) {
  const events = Array.from({ length: 4 }, () => ({
    at: random() * 100,
    width: 4 + random() * 14,
    size: 10 + random() * 30,
  }));
  const strokes: Line[] = [];
  for (let x = 7; x <= 93.5; x += 1.8) {
    const loudness = events.reduce(
      (sum, { at, width, size }) => sum + size * Math.exp(-(((x - at) / width) ** 2)),
      1.2,
    );
    const amplitude = Math.min(41, loudness) * (0.45 + 0.55 * random());
    strokes.push([
      [round(x), round(50 - amplitude)],
      [round(x), round(50 + amplitude)],
    ]);
  }
  return strokes;
}

/** Draws reeds that one wind bends. */
function drawReeds(random: () => number) {
  const wind = (random() < 0.5 ? -1 : 1) * (10 + random() * 22);
  const gust = 20 + random() * 60;
  const reeds: Line[] = [];
  for (let x = -14; x <= 114; x += 3.4) {
    const top = 8 + 52 * random() * random();
    const bend = wind * (0.6 + 0.8 * Math.exp(-(((x - gust) / 26) ** 2)));
    reeds.push(line(14, (t) => [x + bend * t * t, 103 - t * (103 - top)]));
  }
  return reeds;
}

/** Draws the roll of a mechanical piano. */
function drawRoll(random: () => number) {
  const notes: Line[] = [];
  const density = 0.35 + random() * 0.35;
  for (let y = 9; y <= 92; y += 4.6) {
    for (let x = 7 + random() * 9; x < 91;) {
      const end = round(Math.min(93, x + 2 + 22 * random() * random()));
      if (random() < density)
        notes.push([
          [round(x), round(y)],
          [end, round(y)],
        ]);
      x = end + 2.6 + 6 * random();
    }
  }
  return notes;
}

/** Draws the arcs that the tide leaves around a corner, in groups. */
function drawArcs(random: () => number) {
  const [x, y] = [random() < 0.5 ? -6 : 106, random() < 0.5 ? -6 : 106];
  const rings: Line[] = [];
  for (let radius = 14 + random() * 8; radius < 154; radius += random() < 0.2 ? 9.5 : 3.1)
    rings.push(ring(x, y, () => radius, 72));
  return rings;
}

/** Draws squares that are hatched in one of four directions. */
function drawHatching(random: () => number) {
  const side = 17.2;
  const strokes: Line[] = [];
  for (let left = -1; left < 101; left += side)
    for (let top = -1; top < 101; top += side) {
      const [right, bottom] = [left + side - 2.4, top + side - 2.4];
      const direction = Math.floor(random() * 4);
      for (let step = 0; step <= 1; step += direction < 2 ? 0.2 : 0.25) {
        const [x, y] = [left + (right - left) * step, top + (bottom - top) * step];
        if (direction === 0) strokes.push(stroke([left, y], [right, y]));
        else if (direction === 1) strokes.push(stroke([x, top], [x, bottom]));
        else {
          const flip = (at: number) => (direction === 2 ? at : left + right - at);
          strokes.push(stroke([flip(left), y], [flip(right + left - x), bottom]));
          if (step > 0) strokes.push(stroke([flip(x), top], [flip(right), top + bottom - y]));
        }
      }
    }
  return strokes;
}

const stroke = (from: Point, to: Point): Line => [roundPoint(from), roundPoint(to)];

function line(steps: number, point: (t: number) => Point): Line {
  return Array.from({ length: steps + 1 }, (_, step) => roundPoint(point(step / steps)));
}

/** Ends where it began. */
function ring(x: number, y: number, radius: (angle: number) => number, steps: number): Line {
  const points = Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * fullTurn;
    return roundPoint([x + radius(angle) * Math.cos(angle), y + radius(angle) * Math.sin(angle)]);
  });
  return [...points, ...points.slice(0, 1)];
}

function roundPoint([x, y]: Point): Point {
  return [round(x), round(y)];
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Returns a generator of numbers in [0, 1) that depend only on the seed (FNV-1a hash into mulberry32). */
function createRandom(seed: string) {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++)
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
