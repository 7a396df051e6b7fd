import { createHash } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordChange } from "../../audit/record-change.ts";
import { withExactSize } from "../../delivery/downloads/with-exact-size.ts";
import { sanitizeFileName } from "../../delivery/downloads/sanitize-file-name.ts";
import type { NewVersion } from "./schema.ts";
import { findActiveFile, findVersion, insertVersion } from "../../delivery/downloads/store.ts";

/**
 * Adds a version, which becomes the newest. Bytes are never overwritten: each version has its own object in R2.
 * @param input the metadata, parsed by `newVersion`, and the bytes
 * @returns `sha256` of the bytes, lower-case hex
 * @throws `not_found` if no active file has that id, `invalid_input` if `size` is not the number of bytes received
 */
export async function addFileVersion(
  ctx: Ctx,
  input: NewVersion & { fileId: string; body: ReadableStream<Uint8Array> },
): Promise<{ id: string; sha256: string }> {
  const { fileId, size, body } = input;
  if (!(await findActiveFile(ctx.db, fileId))) throw fail("not_found", { reason: "no open file" });
  const id = newId("fiv", ctx.now);
  const r2Key = objectKey({ fileId, versionId: id });
  const hash = createHash("sha256");
  await withExactSize(
    { body, size, path: "size", onChunk: (chunk) => hash.update(chunk) },
    (bytes) => ctx.files.put(r2Key, bytes),
  );
  const sha256 = hash.digest("hex");
  await recordVersion(ctx, { ...input, id, r2Key, sha256 });
  return { id, sha256 };
}

/** Returns the R2 key of a version. It contains only ids, because file names are untrusted input. */
export function objectKey(input: { fileId: string; versionId: string }): string {
  return `${input.fileId}/${input.versionId}`;
}

/**
 * Writes the row of a version whose bytes are in R2. If that fails, deletes the bytes, unless the row exists after all.
 */
export async function recordVersion(
  ctx: Ctx,
  input: NewVersion & { id: string; fileId: string; r2Key: string; sha256: string },
): Promise<void> {
  const { id, fileId, label, contentType, size, sha256, r2Key } = input;
  const fileName = sanitizeFileName(input.fileName);
  const row = { id, fileId, label, fileName, contentType, size, sha256, r2Key };
  try {
    await commit(ctx.db, [
      insertVersion(ctx.db, { ...row, createdAt: ctx.now }),
      recordChange(ctx, {
        action: "file_version.added",
        targetId: id,
        after: { fileId, label, fileName, size, sha256 },
      }),
    ]);
  } catch (cause) {
    await deleteOrphanedObject(ctx, { id, r2Key });
    throw cause;
  }
}

/**
 * Deletes bytes only if certainly no row names them. Bytes without a row only cost storage; a row without bytes breaks
 * a user's download.
 */
async function deleteOrphanedObject(
  ctx: Ctx,
  version: { id: string; r2Key: string },
): Promise<void> {
  try {
    if (!(await findVersion(ctx.db, version.id))) await ctx.files.delete(version.r2Key);
  } catch (error) {
    logEvent("error", "file.orphaned", { key: version.r2Key, error: summarizeError(error) }, ctx);
  }
}
