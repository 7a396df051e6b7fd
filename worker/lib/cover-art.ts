import { toHex } from "./color.ts";

/** A drawing in a 100 × 100 box. `d` is the SVG path; `hue` and `tone` choose its colors. */
export type CoverArt = { d: string; hue: number; tone: CoverTone };

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
  const random = createRandom(`ink/${seed}`);
  const hue = pick(hues, random);
  const tone = pick(tones, random);
  const draw = pick([drawSwell, drawRipples, drawContours, drawTrace], random);
  return { d: draw(random), hue, tone };
}

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

/** Draws water seen from a cliff: one swell runs through all lines. */
function drawSwell(random: () => number) {
  const crest = 30 + random() * 40;
  const slant = (random() - 0.5) * 1.6;
  const height = 7 + random() * 7;
  const ripple = 2 + random() * 3;
  const phase = random() * fullTurn;
  const lines: string[] = [];
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
  return lines.join("");
}

/** Draws the ripples of two stones in still water. */
function drawRipples(random: () => number) {
  const first = [18 + random() * 26, 22 + random() * 56] as const;
  const second = [58 + random() * 26, 22 + random() * 56] as const;
  const gap = 4.4 + random() * 1.4;
  const rings: string[] = [];
  for (const [x, y] of [first, second]) {
    for (let radius = gap / 2; radius < 78; radius += gap) rings.push(ring(x, y, () => radius, 64));
  }
  return rings.join("");
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
  const rings: string[] = [];
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
  return rings.join("");
}

/** Draws the waveform of a recording. */
function drawTrace(random: () => number) {
  const events = Array.from({ length: 4 }, () => ({
    at: random() * 100,
    width: 4 + random() * 14,
    size: 10 + random() * 30,
  }));
  const strokes: string[] = [];
  for (let x = 7; x <= 93.5; x += 1.8) {
    const loudness = events.reduce(
      (sum, { at, width, size }) => sum + size * Math.exp(-(((x - at) / width) ** 2)),
      1.2,
    );
    const amplitude = Math.min(41, loudness) * (0.45 + 0.55 * random());
    strokes.push(`M${round(x)} ${round(50 - amplitude)}V${round(50 + amplitude)}`);
  }
  return strokes.join("");
}

function line(steps: number, point: (t: number) => [number, number]) {
  return path(Array.from({ length: steps + 1 }, (_, step) => point(step / steps)));
}

function ring(x: number, y: number, radius: (angle: number) => number, steps: number) {
  const points = Array.from({ length: steps }, (_, step): [number, number] => {
    const angle = (step / steps) * fullTurn;
    return [x + radius(angle) * Math.cos(angle), y + radius(angle) * Math.sin(angle)];
  });
  return `${path(points)}Z`;
}

/**
 * Draws lines between the points, in tenths. Each point is written as the way from the one before, which compresses to
 * half of what the points themselves would take.
 */
function path(points: [number, number][]) {
  const tenths = points.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)] as const);
  const [[startX, startY] = [0, 0], ...others] = tenths;
  let [fromX, fromY] = [startX, startY];
  const ways = others.flatMap(([x, y]) => {
    const way = [x - fromX, y - fromY];
    [fromX, fromY] = [x, y];
    return way;
  });
  return `M${startX / 10} ${startY / 10}l${joinNumbers(ways.map((way) => String(way / 10)))}`;
}

/** Leaves out what SVG does not need: zeros before a point, and spaces where a sign or a second point ends a number. */
function joinNumbers(numbers: string[]): string {
  let text = "";
  let before = "";
  for (const number of numbers) {
    const short = number.replace(/^(-?)0\./, "$1.");
    const isApart = short.startsWith("-") || (short.startsWith(".") && before.includes("."));
    text += before === "" || isApart ? short : ` ${short}`;
    before = short;
  }
  return text;
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
