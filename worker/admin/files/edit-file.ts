import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import {
  findFile,
  findVersion,
  setFileArchivedAt,
  setFileName,
  setVersionWithdrawnAt,
} from "../../delivery/downloads/store.ts";

/**
 * Renames a file. The file names of its versions stay.
 * @throws `not_found`
 */
export async function renameFile(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { id, name } = input;
  const file = await findFile(ctx.db, id);
  if (!file) throw fail("not_found", { reason: "no file of that id" });
  await commit(ctx.db, [
    setFileName(ctx.db, id, name),
    recordChange(ctx, {
      action: "file.renamed",
      targetId: id,
      before: { name: file.name },
      after: { name },
    }),
  ]);
}

/**
 * Archives a file, so that no user can download it. Its bytes and counts stay. Idempotent.
 * @throws `not_found`
 */
export async function archiveFile(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await setFileArchived(ctx, id, true);
}

/**
 * Restores an archived file. Idempotent.
 * @throws `not_found`
 */
export async function restoreFile(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await setFileArchived(ctx, id, false);
}

async function setFileArchived(ctx: Ctx, id: string, isArchived: boolean): Promise<void> {
  const file = await findFile(ctx.db, id);
  if (!file) throw fail("not_found", { reason: "no file of that id" });
  if ((file.archivedAt !== null) === isArchived) return;
  await commit(ctx.db, [
    setFileArchivedAt(ctx.db, id, isArchived ? ctx.now : null),
    recordChange(ctx, { action: isArchived ? "file.archived" : "file.restored", targetId: id }),
  ]);
}

/**
 * Withdraws a version; the one before it becomes the newest. Idempotent.
 * @throws `not_found`
 */
export async function withdrawVersion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await setVersionWithdrawn(ctx, id, true);
}

/**
 * Restores a withdrawn version. Idempotent.
 * @throws `not_found`
 */
export async function restoreVersion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await setVersionWithdrawn(ctx, id, false);
}

async function setVersionWithdrawn(ctx: Ctx, id: string, isWithdrawn: boolean): Promise<void> {
  const version = await findVersion(ctx.db, id);
  if (!version) throw fail("not_found", { reason: "no version of that id" });
  if ((version.withdrawnAt !== null) === isWithdrawn) return;
  const action = isWithdrawn ? "file_version.withdrawn" : "file_version.offered";
  await commit(ctx.db, [
    setVersionWithdrawnAt(ctx.db, id, isWithdrawn ? ctx.now : null),
    recordChange(ctx, { action, targetId: id }),
  ]);
}
