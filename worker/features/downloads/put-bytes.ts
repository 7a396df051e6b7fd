import { createHash } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";

/**
 * Streams bytes to R2, hashing them on the way.
 * @param input.size how many there are; R2 must know before it takes them
 * @returns their SHA-256, lower-case hex
 * @throws `invalid_input` when there are more or fewer; nothing is kept then
 */
export async function putBytes(
  ctx: Ctx,
  input: { key: string; size: number; body: ReadableStream<Uint8Array> },
): Promise<{ sha256: string }> {
  const hash = createHash("sha256");
  let received = 0;
  const bytes = input.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > input.size) throw new Error("more bytes than were announced");
        hash.update(chunk);
        controller.enqueue(chunk);
      },
      flush() {
        if (received < input.size) throw new Error("fewer bytes than were announced");
      },
    }),
  );
  try {
    await ctx.files.put(input.key, await withLength(bytes, input.size));
  } catch (cause) {
    if (received === input.size) throw cause;
    throw fail("invalid_input", {
      reason: `announced ${input.size} bytes, received ${received}`,
      cause,
      fields: [{ path: "size", message: "is not how many bytes came" }],
    });
  }
  return { sha256: hash.digest("hex") };
}

/** Node, where seeds run, cannot say how long a stream is: there the bytes are taken whole. */
async function withLength(
  bytes: ReadableStream<Uint8Array>,
  size: number,
): Promise<ReadableStream<Uint8Array> | ArrayBuffer> {
  if (typeof FixedLengthStream === "undefined") return new Response(bytes).arrayBuffer();
  return bytes.pipeThrough(new FixedLengthStream(size));
}
