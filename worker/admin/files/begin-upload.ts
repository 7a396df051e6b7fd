import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { objectKey } from "./add-file-version.ts";
import { sanitizeFileName } from "../../delivery/downloads/sanitize-file-name.ts";
import type { newUpload } from "./schema.ts";
import { findActiveFile } from "../../delivery/downloads/store.ts";
import { countParts, partSizeFor, saveUpload, type Upload } from "./upload-state.ts";
import { pick } from "../../lib/pick.ts";

/** An upload in the console. Parts are numbered from 1; `uploadedParts` need not be sent again. */
export type UploadView = ReturnType<typeof toUploadView>;

export function toUploadView(upload: Upload, uploadedParts: number[]) {
  return {
    ...pick(upload, ["id", "fileId", "label", "fileName", "size", "modifiedAt", "partSize"]),
    createdAt: upload.createdAt,
    parts: countParts(upload),
    uploadedParts,
  };
}

/**
 * Starts a multipart upload of a new version. It can be resumed after a page reload.
 * @param input parsed by `newUpload`
 * @throws `not_found` if no active file has that id
 */
export async function beginUpload(
  ctx: Ctx,
  input: z.output<typeof newUpload> & { fileId: string },
): Promise<UploadView> {
  const { fileId } = input;
  if (!(await findActiveFile(ctx.db, fileId))) throw fail("not_found", { reason: "no open file" });
  const id = newId("fiv", ctx.now);
  const r2Key = objectKey({ fileId, versionId: id });
  const { uploadId: r2UploadId } = await ctx.files.createMultipartUpload(r2Key);
  const upload: Upload = {
    ...input,
    id,
    fileName: sanitizeFileName(input.fileName),
    r2Key,
    r2UploadId,
    partSize: partSizeFor(input.size),
    createdAt: ctx.now,
  };
  await saveUpload(ctx, upload);
  return toUploadView(upload, []);
}
