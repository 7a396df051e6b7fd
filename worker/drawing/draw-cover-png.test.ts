import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawCoverPng } from "./draw-cover-png.ts";
import { readPictureSize } from "./picture-size.ts";

/** Reads the parts of a PNG, and checks each part's checksum. */
function readChunks(png: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks = new Map<string, Uint8Array>();
  for (let at = 8; at < png.length;) {
    const end = at + 8 + view.getUint32(at);
    expect(view.getUint32(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(String.fromCharCode(...png.subarray(at + 4, at + 8)), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

test.each(["field-guide", "membership", "tides", "e"])(
  "the cover of %s is a PNG of 1200 × 630 with smooth lines",
  (seed) => {
    const png = drawCoverPng(seed);
    expect(readPictureSize(png)).toEqual({ type: "image/png", width: 1200, height: 630 });
    const chunks = readChunks(png);
    expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    expect(chunks.get("PLTE")).toHaveLength(16 * 3);
    const rows = inflateSync(chunks.get("IDAT")!);
    expect(rows).toHaveLength(630 * 601);
    const counts = Array.from({ length: 16 }, () => 0);
    for (let row = 0; row < rows.length; row += 601) {
      expect(rows[row]).toBe(0);
      for (const byte of rows.subarray(row + 1, row + 601))
        for (const shade of [byte >> 4, byte & 15]) counts[shade] = counts[shade]! + 1;
    }
    const total = 1200 * 630;
    expect(counts[0]! / total).toBeGreaterThan(0.6);
    expect(counts[15]! / total).toBeGreaterThan(0.01);
    expect(counts.slice(1, 15).every((count) => count > 0)).toBe(true);
  },
);

test("the cover depends on the seed alone", () => {
  expect(drawCoverPng("tides")).toEqual(drawCoverPng("tides"));
  expect(drawCoverPng("tides")).not.toEqual(drawCoverPng("tide"));
});
