import type { Ctx } from "../../context.ts";
import { toUploadView, type UploadView } from "./begin-upload.ts";
import { AppError } from "../../errors.ts";
import { listFiles } from "./list-files.ts";
import {
  requireUpload,
  deleteUpload,
  listParts,
  listUploadIds,
  type UploadRef,
} from "./upload-state.ts";

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
