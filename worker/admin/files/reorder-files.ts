import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { listFiles } from "./list-files.ts";
import { setFilePositions } from "../../delivery/downloads/store.ts";

/**
 * Changes the order in which users see the files of a download.
 * @param input.fileIds all active files, each once
 * @throws `edit_conflict` if the active files have changed
 */
export async function reorderFiles(
  ctx: Ctx,
  input: { benefitId: string; fileIds: string[] },
): Promise<void> {
  const { benefitId, fileIds } = input;
  const before = (await listFiles(ctx, { benefitId }))
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id }) => id);
  if (fileIds.toSorted().join() !== before.toSorted().join())
    throw fail("edit_conflict", { reason: "not the files that are offered" });
  if (fileIds.join() === before.join()) return;
  await commit(ctx.db, [
    setFilePositions(ctx.db, input),
    recordChange(ctx, {
      action: "file.reordered",
      targetId: benefitId,
      before: { fileIds: before },
      after: { fileIds },
    }),
  ]);
}
