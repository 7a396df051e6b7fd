import { createHash } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordVersion } from "./add-file-version.ts";
import { findVersion } from "../../delivery/downloads/store.ts";
import {
  countParts,
  findUpload,
  forgetUpload,
  listParts,
  type Upload,
  type UploadName,
} from "./upload-state.ts";

/**
 * Makes a version of an upload whose parts are all there. R2 knows no SHA-256 of what came in parts, so the whole is
 * read once more, as a stream. What was cut short can be asked for again.
 * @param input.sha256 what the sender knows it to be, lower-case hex, where it knows
 * @throws `not_found`; `invalid_input` when parts are missing, or when the hash is another: nothing is kept then
 */
export async function completeUpload(
  ctx: Ctx,
  input: UploadName & { sha256?: string | undefined },
): Promise<{ id: string; sha256: string }> {
  const known = await findVersion(ctx.db, input.id);
  if (known?.fileId === input.fileId) {
    await forgetUpload(ctx, input);
    return { id: known.id, sha256: known.sha256 };
  }
  const upload = await findUpload(ctx, input);
  await joinParts(ctx, upload);
  const sha256 = await hashObject(ctx, upload);
  if (input.sha256 !== undefined && input.sha256 !== sha256) {
    await ctx.files.delete(upload.r2Key);
    await forgetUpload(ctx, upload);
    throw refusal("sha256", "is not that of the bytes that arrived");
  }
  await recordVersion(ctx, { ...upload, sha256 });
  await forgetUpload(ctx, upload).catch((error: unknown) =>
    // The version stands; its traces are cleared when this is asked for again, or stay and cost next to nothing.
    logEvent("error", "upload_not_forgotten", { id: upload.id, error: summarizeError(error) }),
  );
  return { id: upload.id, sha256 };
}

async function joinParts(ctx: Ctx, upload: Upload): Promise<void> {
  if (await ctx.files.head(upload.r2Key)) return;
  const parts = await listParts(ctx, upload);
  const missing = countParts(upload) - parts.length;
  if (missing > 0) throw refusal("parts", `${missing} are missing`);
  await ctx.files.resumeMultipartUpload(upload.r2Key, upload.r2UploadId).complete(parts);
}

async function hashObject(ctx: Ctx, { r2Key }: Upload): Promise<string> {
  const object = await ctx.files.get(r2Key);
  if (!object) throw fail("internal", { reason: `R2 has no ${r2Key}` });
  const hash = createHash("sha256");
  for await (const chunk of object.body) hash.update(chunk);
  return hash.digest("hex");
}

function refusal(path: string, message: string) {
  return fail("invalid_input", { reason: `${path} ${message}`, fields: [{ path, message }] });
}
