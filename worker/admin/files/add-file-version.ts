import { createHash } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordChange } from "../../audit/record-change.ts";
import { takeExactly } from "../../delivery/downloads/with-exact-size.ts";
import { cleanFileName } from "../../delivery/downloads/sanitize-file-name.ts";
import type { NewVersion } from "./schema.ts";
import { findOpenFile, findVersion, insertVersion } from "../../delivery/downloads/store.ts";

/**
 * Adds a version, which is the newest from then on. Bytes are never overwritten: they are kept under ids of their own.
 * @param input what is said of the bytes, parsed by `newVersion`, and the bytes
 * @returns `sha256` of the bytes, lower-case hex
 * @throws `not_found` when no open file has that id, `invalid_input` when `size` is not how many bytes came
 */
export async function addFileVersion(
  ctx: Ctx,
  input: NewVersion & { fileId: string; body: ReadableStream<Uint8Array> },
): Promise<{ id: string; sha256: string }> {
  const { fileId, size, body } = input;
  if (!(await findOpenFile(ctx.db, fileId))) throw fail("not_found", { reason: "no open file" });
  const id = newId("fiv", ctx.now);
  const r2Key = objectKey({ fileId, versionId: id });
  const hash = createHash("sha256");
  await takeExactly({ body, size, path: "size", see: (chunk) => hash.update(chunk) }, (bytes) =>
    ctx.files.put(r2Key, bytes),
  );
  const sha256 = hash.digest("hex");
  await recordVersion(ctx, { ...input, id, r2Key, sha256 });
  return { id, sha256 };
}

/** Where a version's bytes are. Of ids alone: names come from outside. */
export function objectKey(input: { fileId: string; versionId: string }): string {
  return `${input.fileId}/${input.versionId}`;
}

/** Writes the row of bytes that are in R2; where that fails, the bytes go too, unless the row was written after all. */
export async function recordVersion(
  ctx: Ctx,
  input: NewVersion & { id: string; fileId: string; r2Key: string; sha256: string },
): Promise<void> {
  const { id, fileId, label, contentType, size, sha256, r2Key } = input;
  const fileName = cleanFileName(input.fileName);
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
    await dropOrphan(ctx, { id, r2Key });
    throw cause;
  }
}

/** Bytes without a row cost storage; a row without bytes costs a buyer. So they go only when surely nothing names them. */
async function dropOrphan(ctx: Ctx, version: { id: string; r2Key: string }): Promise<void> {
  try {
    if (!(await findVersion(ctx.db, version.id))) await ctx.files.delete(version.r2Key);
  } catch (error) {
    logEvent("error", "file_orphaned", { key: version.r2Key, error: summarizeError(error) });
  }
}
