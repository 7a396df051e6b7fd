/**
 * Reads the size of a picture from its bytes.
 * @returns in pixels; null if the bytes are no PNG or JPEG
 */
export function readPictureSize(
  bytes: Uint8Array,
): { type: "image/png" | "image/jpeg"; width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n" && text(12, 16) === "IHDR" && bytes.length >= 24)
    return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  if (text(0, 3) !== "\xff\xd8\xff") return null;
  const frame = findFrame(view);
  return frame && { type: "image/jpeg", ...frame };
}

/** Walks over the segments of a JPEG to the one that starts the picture. */
function findFrame(view: DataView): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // SOF0 to SOF15, without the tables between them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
