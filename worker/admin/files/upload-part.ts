import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { takeExactly } from "../../delivery/downloads/with-exact-size.ts";
import { countParts, findUpload, savePart, type UploadName } from "./upload-state.ts";

/**
 * Streams one part to R2. Sent again it replaces what came before.
 * @param input.part from 1
 * @throws `not_found` when no such upload is open, `invalid_input` when it has no such part or the part another size
 */
export async function putPart(
  ctx: Ctx,
  input: UploadName & { part: number; body: ReadableStream<Uint8Array> },
): Promise<void> {
  const upload = await findUpload(ctx, input);
  const parts = countParts(upload);
  if (input.part > parts)
    throw fail("invalid_input", {
      fields: [{ path: "part", message: `is beyond the last one, ${parts}` }],
    });
  const length =
    input.part === parts ? upload.size - (parts - 1) * upload.partSize : upload.partSize;
  const multipart = ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId);
  const part = await takeExactly({ body: input.body, size: length, path: "body" }, (bytes) =>
    multipart.uploadPart(input.part, bytes),
  );
  await savePart(ctx, input, part);
}
