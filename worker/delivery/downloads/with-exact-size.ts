import { fail } from "../../errors.ts";

/**
 * Hands bytes to R2, which must know beforehand how many there are.
 * @param input.see gets each chunk on its way
 * @param take what R2 does with them
 * @throws `invalid_input` about `path` when there are more or fewer; else what `take` threw
 */
export async function takeExactly<Result>(
  input: {
    body: ReadableStream<Uint8Array>;
    size: number;
    path: string;
    see?: (chunk: Uint8Array) => void;
  },
  take: (bytes: ReadableStream<Uint8Array> | ArrayBuffer) => Promise<Result>,
): Promise<Result> {
  const { body, size, path, see } = input;
  let received = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > size) throw new Error("more bytes than were announced");
        see?.(chunk);
        controller.enqueue(chunk);
      },
      flush() {
        if (received < size) throw new Error("fewer bytes than were announced");
      },
    }),
  );
  try {
    return await take(await withLength(counted, size));
  } catch (cause) {
    if (received === size) throw cause;
    throw fail("invalid_input", {
      reason: `${path}: ${size} bytes announced, ${received} received`,
      cause,
      fields: [{ path, message: `must be ${size} bytes` }],
    });
  }
}

/** Node, where seeds run, cannot say how long a stream is: there the bytes are taken whole. */
async function withLength(
  bytes: ReadableStream<Uint8Array>,
  size: number,
): Promise<ReadableStream<Uint8Array> | ArrayBuffer> {
  if (typeof FixedLengthStream === "undefined") return new Response(bytes).arrayBuffer();
  return bytes.pipeThrough(new FixedLengthStream(size));
}
