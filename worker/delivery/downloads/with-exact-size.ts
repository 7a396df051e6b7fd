import { fail } from "../../errors.ts";

/**
 * Passes a body of exactly `size` bytes to `consume`. R2 must know the length of a stream in advance.
 * @param input.onChunk called with each chunk
 * @param consume writes the bytes to R2
 * @throws `invalid_input` at `path` if the body has more or fewer bytes; otherwise what `consume` threw
 */
export async function withExactSize<Result>(
  input: {
    body: ReadableStream<Uint8Array>;
    size: number;
    path: string;
    onChunk?: (chunk: Uint8Array) => void;
  },
  consume: (bytes: ReadableStream<Uint8Array> | ArrayBuffer) => Promise<Result>,
): Promise<Result> {
  const { body, size, path, onChunk } = input;
  let received = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > size) throw new Error("more bytes than were announced");
        onChunk?.(chunk);
        controller.enqueue(chunk);
      },
      flush() {
        if (received < size) throw new Error("fewer bytes than were announced");
      },
    }),
  );
  try {
    return await consume(await toFixedLength(counted, size));
  } catch (cause) {
    if (received === size) throw cause;
    throw fail("invalid_input", {
      reason: `${path}: ${size} bytes announced, ${received} received`,
      cause,
      fields: [{ path, message: `must be ${size} bytes` }],
    });
  }
}

/** Node, which runs the seed scripts, has no `FixedLengthStream`, so the bytes are buffered there. */
async function toFixedLength(
  bytes: ReadableStream<Uint8Array>,
  size: number,
): Promise<ReadableStream<Uint8Array> | ArrayBuffer> {
  if (typeof FixedLengthStream === "undefined") return new Response(bytes).arrayBuffer();
  return bytes.pipeThrough(new FixedLengthStream(size));
}
