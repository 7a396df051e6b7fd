/**
 * Creates the first bytes of a JPEG: its start, a segment to skip, and the frame with the size in pixels.
 * @param options.note makes it unlike all others
 */
export function createJpeg({
  width = 1200,
  height = 630,
  note = crypto.randomUUID() as string,
} = {}): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const text = new TextEncoder().encode(note);
  const comment = [0xff, 0xfe, 0, text.length + 2, ...text];
  return Uint8Array.of(0xff, 0xd8, ...comment, 0xff, 0xc0, 0, 17, 8, ...size, 3);
}
