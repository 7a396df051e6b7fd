import type { Ctx } from "../../context.ts";
import { asShown, type ShownUpload } from "./begin-upload.ts";
import { Failure } from "../../errors.ts";
import { listFiles } from "./list-files.ts";
import {
  findUpload,
  forgetUpload,
  listParts,
  listUploadIds,
  type UploadName,
} from "./upload-state.ts";

/** An upload, and which of its parts are there. @throws `not_found` */
export async function showUpload(ctx: Ctx, input: UploadName): Promise<ShownUpload> {
  const upload = await findUpload(ctx, input);
  const parts = await listParts(ctx, upload);
  return asShown(
    upload,
    parts.map(({ partNumber }) => partNumber),
  );
}

/** A file's uploads that were begun and not completed, oldest first. What R2 has forgotten is forgotten here. */
export async function listUploads(
  ctx: Ctx,
  { fileId }: { fileId: string },
): Promise<ShownUpload[]> {
  const ids = await listUploadIds(ctx, fileId);
  const uploads = await Promise.all(
    ids.map((id) =>
      showUpload(ctx, { fileId, id }).catch(async (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        await forgetUpload(ctx, { fileId, id });
        return [];
      }),
    ),
  );
  return uploads.flat();
}

/** The uploads of all files of a download, by file: what can be gone on with. */
export async function listOpenUploads(
  ctx: Ctx,
  input: { benefitId: string },
): Promise<ShownUpload[]> {
  const files = await listFiles(ctx, input);
  const open = files.filter(({ archivedAt }) => archivedAt === null);
  return (await Promise.all(open.map(({ id }) => listUploads(ctx, { fileId: id })))).flat();
}

/** Gives an upload up; its parts go. Where there is none, it is done already. */
export async function abortUpload(ctx: Ctx, input: UploadName): Promise<void> {
  const upload = await findUpload(ctx, input);
  await ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId).abort();
  await forgetUpload(ctx, upload);
}
