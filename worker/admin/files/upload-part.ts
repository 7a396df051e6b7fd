import type { Ctx } from "../../context.ts";
import { failAt } from "../../errors.ts";
import { withExactSize } from "../../delivery/downloads/with-exact-size.ts";
import { countParts, requireUpload, savePart, type UploadRef } from "./upload-state.ts";

/**
 * Streams one part to R2. Sending it again replaces it.
 * @param input.part from 1
 * @throws `not_found` if no such upload is open, `invalid_input` if it has no such part or the part has the wrong size
 */
export async function uploadPart(
  ctx: Ctx,
  input: UploadRef & { part: number; body: ReadableStream<Uint8Array> },
): Promise<void> {
  const upload = await requireUpload(ctx, input);
  const parts = countParts(upload);
  if (input.part > parts) throw failAt("part", `is beyond the last one, ${parts}`);
  const length =
    input.part === parts ? upload.size - (parts - 1) * upload.partSize : upload.partSize;
  const multipart = ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId);
  const part = await withExactSize({ body: input.body, size: length, path: "body" }, (bytes) =>
    multipart.uploadPart(input.part, bytes),
  );
  await savePart(ctx, input, part);
}
