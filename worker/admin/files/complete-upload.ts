import { createHash } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { fail, failAt } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordVersion } from "./add-file-version.ts";
import { findVersion } from "../../delivery/downloads/store.ts";
import {
  countParts,
  requireUpload,
  deleteUpload,
  listParts,
  type Upload,
  type UploadRef,
} from "./upload-state.ts";

/**
 * Turns an upload with all its parts into a version. R2 has no SHA-256 of multipart uploads, so the whole object is
 * read once more, as a stream. An interrupted call can be repeated.
 * @param input.sha256 the expected hash, lower-case hex, if the client knows it
 * @throws `not_found`; `invalid_input` if parts are missing, or if the hash differs, in which case nothing is kept
 */
export async function completeUpload(
  ctx: Ctx,
  input: UploadRef & { sha256?: string | undefined },
): Promise<{ id: string; sha256: string }> {
  const known = await findVersion(ctx.db, input.id);
  if (known?.fileId === input.fileId) {
    await deleteUpload(ctx, input);
    return { id: known.id, sha256: known.sha256 };
  }
  const upload = await requireUpload(ctx, input);
  await joinParts(ctx, upload);
  const sha256 = await hashObject(ctx, upload);
  if (input.sha256 !== undefined && input.sha256 !== sha256) {
    await ctx.files.delete(upload.r2Key);
    await deleteUpload(ctx, upload);
    throw failAt("sha256", "is not that of the bytes that arrived");
  }
  await recordVersion(ctx, { ...upload, sha256 });
  await deleteUpload(ctx, upload).catch((error: unknown) =>
    // The version exists. The upload's state is deleted if this call is repeated; otherwise it stays and costs almost
    // nothing.
    logEvent("error", "upload.not_forgotten", { id: upload.id, error: summarizeError(error) }, ctx),
  );
  return { id: upload.id, sha256 };
}

async function joinParts(ctx: Ctx, upload: Upload): Promise<void> {
  if (await ctx.files.head(upload.r2Key)) return;
  const parts = await listParts(ctx, upload);
  const missing = countParts(upload) - parts.length;
  if (missing > 0) throw failAt("parts", `${missing} are missing`);
  await ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId).complete(parts);
}

async function hashObject(ctx: Ctx, { r2Key }: Upload): Promise<string> {
  const object = await ctx.files.get(r2Key);
  if (!object) throw fail("internal", { reason: `R2 has no ${r2Key}` });
  const hash = createHash("sha256");
  for await (const chunk of object.body) hash.update(chunk);
  return hash.digest("hex");
}
