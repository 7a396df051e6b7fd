/**
 * Reads the size of a WebP picture from its bytes, in each of the three forms of its header.
 * @returns in pixels; null if the bytes are no WebP
 */
export function readWebpSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.length < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  if (text(0) !== "RIFF" || text(8) !== "WEBP") return null;
  switch (text(12)) {
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      // Two numbers of 14 bits, each one less than the size.
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      // Two numbers of 24 bits, each one less than the size.
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return null;
  }
}
