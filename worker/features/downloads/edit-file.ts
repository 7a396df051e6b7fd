import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../audit/record-change.ts";
import { findFile, findVersion, setArchived, setFileName, setWithdrawn } from "./store.ts";

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
  const file = await findFile(ctx.db, id);
  if (!file) throw fail("not_found", { reason: "no file of that id" });
  if (file.archivedAt !== null) return;
  await commit(ctx.db, [
    setArchived(ctx.db, id, ctx.now),
    recordChange(ctx, { action: "file.archived", targetId: id }),
  ]);
}

/** Takes one version away; the one before it is the newest then. Again is fine. @throws `not_found` */
export async function withdrawVersion(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const version = await findVersion(ctx.db, id);
  if (!version) throw fail("not_found", { reason: "no version of that id" });
  if (version.withdrawnAt !== null) return;
  await commit(ctx.db, [
    setWithdrawn(ctx.db, id, ctx.now),
    recordChange(ctx, { action: "file_version.withdrawn", targetId: id }),
  ]);
}
