import { readFileSync } from "node:fs";

/** Returns the size of a picture in pixels, so that the page doesn't jump when it arrives. SVG and WebP. */
export function readPictureSize(path: string): { width: number; height: number } {
  const bytes = readFileSync(path);
  const size = path.endsWith(".svg") ? readSvg(bytes.toString()) : readWebp(bytes);
  if (!size) throw new Error(`${path} has no size that can be read`);
  return size;
}

function readSvg(text: string) {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(text) ?? [];
  return width && height
    ? { width: Math.round(Number(width)), height: Math.round(Number(height)) }
    : undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Buffer) {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return undefined;
}
