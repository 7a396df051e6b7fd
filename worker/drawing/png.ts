import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { mixColors } from "../shared/color.ts";

/** The shades of a picture, from the ground's color to the stroke's, so that lines have smooth edges. */
const SHADES = 16;

/** The shade of a pixel that the stroke alone covers. The ground's is 0. */
export const STRONGEST_SHADE = SHADES - 1;

/** A drawing with one color on another. */
export type Drawing = {
  /** In pixels; the width is even. */
  width: number;
  height: number;
  /** `#rrggbb`. */
  ground: string;
  stroke: string;
  /** For each pixel, row by row, its shade. */
  pixels: Uint8Array;
};

/**
 * Encodes a drawing as a PNG with four bits for each pixel, which costs a quarter of the time and space of one with
 * full colors.
 */
export function encodePng({
  width,
  height,
  ground,
  stroke,
  pixels,
}: Drawing): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // 4 bits for each pixel, by palette; no compression, filter or interlacing but the usual ones.
  header.set([4, 3, 0, 0, 0], 8);
  const colors = Uint8Array.from(
    Array.from({ length: SHADES }, (_, shade) =>
      mixColors(ground, stroke, shade / STRONGEST_SHADE),
    ).flatMap((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))),
  );
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    toChunk("IHDR", header),
    toChunk("PLTE", colors),
    toChunk("IDAT", deflateSync(packRows(pixels, width, height), { level: 3 })),
    toChunk("IEND", new Uint8Array()),
  ]);
}

/** Packs two pixels into a byte. Each row starts with a zero: it is not filtered. */
function packRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rowLength = width / 2 + 1;
  const packed = new Uint8Array(rowLength * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 2) {
      const at = y * width + x;
      packed[y * rowLength + 1 + x / 2] = ((pixels[at] ?? 0) << 4) | (pixels[at + 1] ?? 0);
    }
  }
  return packed;
}

function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(Buffer.from(type), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}
