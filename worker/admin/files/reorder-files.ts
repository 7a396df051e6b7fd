import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { listFiles } from "./list-files.ts";
import { setFileOrder } from "../../delivery/downloads/store.ts";

/**
 * Puts the files of a download in another order: that in which buyers see them.
 * @param input.fileIds all that are offered, each once
 * @throws `edit_conflict` where others are offered by now
 */
export async function orderFiles(
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
    setFileOrder(ctx.db, input),
    recordChange(ctx, {
      action: "file.reordered",
      targetId: benefitId,
      before: { fileIds: before },
      after: { fileIds },
    }),
  ]);
}
