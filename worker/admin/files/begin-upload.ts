import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { objectKey } from "./add-file-version.ts";
import { cleanFileName } from "../../delivery/downloads/sanitize-file-name.ts";
import type { newUpload } from "./schema.ts";
import { findOpenFile } from "../../delivery/downloads/store.ts";
import { countParts, partSizeFor, saveUpload, type Upload } from "./upload-state.ts";

/** An upload as the console sees it. Parts are numbered from 1; `present` are those that need not be sent again. */
export type ShownUpload = Pick<
  Upload,
  "id" | "fileId" | "label" | "fileName" | "size" | "modifiedAt" | "partSize" | "createdAt"
> & { parts: number; present: number[] };

export function asShown(upload: Upload, present: number[]): ShownUpload {
  const { id, fileId, label, fileName, size, modifiedAt, partSize, createdAt } = upload;
  const parts = countParts(upload);
  return { id, fileId, label, fileName, size, modifiedAt, partSize, createdAt, parts, present };
}

/**
 * Begins a version whose bytes come in parts, and can go on after a reload.
 * @param input parsed by `newUpload`
 * @throws `not_found` when no open file has that id
 */
export async function beginUpload(
  ctx: Ctx,
  input: z.output<typeof newUpload> & { fileId: string },
): Promise<ShownUpload> {
  const { fileId } = input;
  if (!(await findOpenFile(ctx.db, fileId))) throw fail("not_found", { reason: "no open file" });
  const id = newId("fiv", ctx.now);
  const r2Key = objectKey({ fileId, versionId: id });
  const { uploadId: r2UploadId } = await ctx.files.createMultipartUpload(r2Key);
  const upload: Upload = {
    ...input,
    id,
    fileName: cleanFileName(input.fileName),
    r2Key,
    r2UploadId,
    partSize: partSizeFor(input.size),
    createdAt: ctx.now,
  };
  await saveUpload(ctx, upload);
  return asShown(upload, []);
}
