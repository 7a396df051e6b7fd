import type { Ctx } from "../../context.ts";
import { AppError, fail, failAt } from "../../errors.ts";
import { listFiles } from "./list-files.ts";
import {
  requireUpload,
  deleteUpload,
  listParts,
  listUploadIds,
  type UploadRef,
  countParts,
  partSizeFor,
  saveUpload,
  type Upload,
  savePart,
} from "./upload-state.ts";
import type { z } from "zod";
import { newId } from "../../lib/ids.ts";
import { objectKey } from "./add-file-version.ts";
import { sanitizeFileName } from "../../delivery/downloads/sanitize-file-name.ts";
import type { newUpload } from "./schema.ts";
import { findActiveFile } from "../../delivery/downloads/store.ts";
import { pick } from "../../lib/pick.ts";
import { withExactSize } from "../../delivery/downloads/with-exact-size.ts";

/**
 * Returns an upload and which of its parts have arrived.
 * @throws `not_found`
 */
export async function showUpload(ctx: Ctx, input: UploadRef): Promise<UploadView> {
  const upload = await requireUpload(ctx, input);
  const parts = await listParts(ctx, upload);
  return toUploadView(
    upload,
    parts.map(({ partNumber }) => partNumber),
  );
}

/** Lists a file's unfinished uploads, oldest first. Deletes the state of uploads that have expired in R2. */
export async function listUploads(ctx: Ctx, { fileId }: { fileId: string }): Promise<UploadView[]> {
  const ids = await listUploadIds(ctx, fileId);
  const uploads = await Promise.all(
    ids.map((id) =>
      showUpload(ctx, { fileId, id }).catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        await deleteUpload(ctx, { fileId, id });
        return [];
      }),
    ),
  );
  return uploads.flat();
}

/** Lists the unfinished uploads of all active files of a download: those that can be resumed. */
export async function listOpenUploads(
  ctx: Ctx,
  input: { benefitId: string },
): Promise<UploadView[]> {
  const files = await listFiles(ctx, input);
  const open = files.filter(({ archivedAt }) => archivedAt === null);
  return (await Promise.all(open.map(({ id }) => listUploads(ctx, { fileId: id })))).flat();
}

/**
 * Aborts an upload and deletes its parts.
 * @throws `not_found`
 */
export async function abortUpload(ctx: Ctx, input: UploadRef): Promise<void> {
  const upload = await requireUpload(ctx, input);
  await ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId).abort();
  await deleteUpload(ctx, upload);
}

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
