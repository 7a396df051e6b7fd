import { encodePng, STRONGEST_SHADE } from "../../worker/drawing/png.ts";

/** A picture of the demo shop: what it shows, and how dark each of its points is. */
export type SeedPicture = {
  alt: string;
  width: number;
  height: number;
  ground: string;
  stroke: string;
  /** From 0 to 1. `x` and `y` too: from the left, and from the top. */
  shade: (x: number, y: number) => number;
};

/** Waves that come in from the horizon, wider the nearer they are. */
const waves = (x: number, y: number) => {
  const horizon = 0.36;
  if (y < horizon) return 0.08 + 0.12 * y;
  const depth = (y - horizon) / (1 - horizon);
  const crest = Math.sin(26 / (0.12 + depth) + 3 * Math.sin(x * 5 + depth * 7));
  return 0.35 + 0.3 * depth + 0.3 * crest * depth;
};

/** What a recording looks like: time from left to right, high tones above. */
const spectrum = (x: number, y: number) => {
  const tone = 1 - y;
  const swell = Math.exp(-(((x % 0.25) - 0.11) ** 2) / 0.004);
  const noise = Math.abs(Math.sin(x * 911 + y * 353) * Math.sin(x * 397 - y * 771));
  return Math.min(1, swell * Math.exp(-tone * 1.8) * (0.45 + 0.75 * noise) + 0.05 * noise);
};

/** The two microphones on their bar, from above, and how well each hears in every direction. */
const microphones = (x: number, y: number) => {
  const near = (cx: number, turn: number) => {
    const [dx, dy] = [x - cx, (y - 0.56) * 1.25];
    const distance = Math.hypot(dx, dy);
    const reach = 0.155 * (1 + Math.cos(Math.atan2(dx, -dy) - turn));
    return Math.exp(-(((distance - reach) / 0.006) ** 2)) + Math.exp(-((distance / 0.028) ** 2));
  };
  const bar = Math.abs(y - 0.56) < 0.004 && x > 0.32 && x < 0.68 ? 0.8 : 0;
  return Math.min(1, near(0.32, -0.6) + near(0.68, 0.6) + bar);
};

/** Three pictures of three shapes, so that the demo shop shows how each keeps its own. */
export const seedPictures: SeedPicture[] = [
  {
    alt: "Waves that come in to a beach, in one color",
    width: 1200,
    height: 800,
    ground: "#e3edf0",
    stroke: "#173a4a",
    shade: waves,
  },
  {
    alt: "The spectrum of a recording: four waves that break, one after the other",
    width: 1280,
    height: 560,
    ground: "#10222b",
    stroke: "#a8e0d8",
    shade: spectrum,
  },
  {
    alt: "A plan of two microphones on a bar, with the directions that each hears",
    width: 800,
    height: 1000,
    ground: "#f4efe4",
    stroke: "#5b3b2a",
    shade: microphones,
  },
];

/** Draws a picture as a PNG. */
export function drawPicture({ width, height, ground, stroke, shade }: SeedPicture) {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const darkness = shade((at % width) / width, Math.floor(at / width) / height);
    pixels[at] = Math.round(Math.min(1, Math.max(0, darkness)) * STRONGEST_SHADE);
  }
  return encodePng({ width, height, ground, stroke, pixels });
}
