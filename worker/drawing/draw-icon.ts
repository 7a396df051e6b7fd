import { encodePng, STRONGEST_SHADE } from "./png.ts";

/** `#rrggbb`. */
export type IconColors = { ground: string; stroke: string };

/** In units of the drawing, which is 32 wide and high: two arches on a line. */
const SIZE = 32;
const HALF_STROKE = 1;
const BOTTOM = 26;
const arches = [
  { x: 16, y: 15, radius: 7 },
  { x: 16, y: 16, radius: 2.5 },
];
const line = { fromX: 5, toX: 27 };

/** Returns the icon of a shop without a logo as an SVG. */
export function drawIconSvg({ ground, stroke }: IconColors): string {
  const paths = arches.map(
    ({ x, y, radius }) =>
      `M${x - radius} ${BOTTOM}V${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0v${BOTTOM - y}`,
  );
  const d = `${paths.join("")}M${line.fromX} ${BOTTOM}h${line.toX - line.fromX}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="6" fill="${ground}"/><path d="${d}" fill="none" stroke="${stroke}" stroke-width="${HALF_STROKE * 2}"/></svg>`;
}

/**
 * Draws the same icon as a PNG, for systems that show no SVG. It fills the whole square, because they round it
 * themselves.
 * @param size its width and height in pixels, an even number
 */
export function drawIcon(size: number, { ground, stroke }: IconColors): Uint8Array<ArrayBuffer> {
  const pixelsPerUnit = size / SIZE;
  const pixels = new Uint8Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const distance = findDistance((column + 0.5) / pixelsPerUnit, (row + 0.5) / pixelsPerUnit);
      const coverage = Math.min(1, Math.max(0, 0.5 + (HALF_STROKE - distance) * pixelsPerUnit));
      pixels[row * size + column] = Math.round(coverage * STRONGEST_SHADE);
    }
  return encodePng({ width: size, height: size, ground, stroke, pixels });
}

/** Returns how far a point is from the middle of the nearest stroke. Arches end at the line at the bottom. */
function findDistance(x: number, y: number): number {
  const beside = Math.max(line.fromX - x, x - line.toX, 0);
  // The ends of the line are straight.
  let distance = Math.max(Math.abs(y - BOTTOM), beside * 2);
  for (const arch of y > BOTTOM ? [] : arches) {
    const dx = x - arch.x;
    const dy = Math.min(0, y - arch.y);
    distance = Math.min(distance, Math.abs(Math.sqrt(dx * dx + dy * dy) - arch.radius));
  }
  return distance;
}
