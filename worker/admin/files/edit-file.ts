import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import {
  findFile,
  findVersion,
  setArchived,
  setFileName,
  setWithdrawn,
} from "../../delivery/downloads/store.ts";

/** Gives a file another name; what its versions are saved under stays. @throws `not_found` */
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

/** Takes a file away from everybody; the bytes and the counts stay. Again is fine. @throws `not_found` */
export async function archiveFile(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await putArchived(ctx, id, true);
}

/** Offers an archived file again. Again is fine. @throws `not_found` */
export async function restoreFile(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await putArchived(ctx, id, false);
}

async function putArchived(ctx: Ctx, id: string, isArchived: boolean): Promise<void> {
  const file = await findFile(ctx.db, id);
  if (!file) throw fail("not_found", { reason: "no file of that id" });
  if ((file.archivedAt !== null) === isArchived) return;
  await commit(ctx.db, [
    setArchived(ctx.db, id, isArchived ? ctx.now : null),
    recordChange(ctx, { action: isArchived ? "file.archived" : "file.restored", targetId: id }),
  ]);
}

/** Takes one version away; the one before it is the newest then. Again is fine. @throws `not_found` */
export async function withdrawVersion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await putWithdrawn(ctx, id, true);
}

/** Offers a version that was withdrawn again. Again is fine. @throws `not_found` */
export async function offerVersion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await putWithdrawn(ctx, id, false);
}

async function putWithdrawn(ctx: Ctx, id: string, isWithdrawn: boolean): Promise<void> {
  const version = await findVersion(ctx.db, id);
  if (!version) throw fail("not_found", { reason: "no version of that id" });
  if ((version.withdrawnAt !== null) === isWithdrawn) return;
  const action = isWithdrawn ? "file_version.withdrawn" : "file_version.offered";
  await commit(ctx.db, [
    setWithdrawn(ctx.db, id, isWithdrawn ? ctx.now : null),
    recordChange(ctx, { action, targetId: id }),
  ]);
}
