import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange } from "../../audit/record-change.ts";
import { mapBenefitsById } from "../../catalog/map-benefits.ts";
import type { newFile } from "./schema.ts";
import { insertFile } from "../../delivery/downloads/store.ts";

/**
 * Adds a file to a download, after the existing ones; `addFileVersion` adds its bytes.
 * @param input parsed by `newFile`
 * @throws `not_found` if no download has that id
 */
export async function createFile(
  ctx: Ctx,
  input: z.output<typeof newFile>,
): Promise<{ id: string }> {
  const benefit = (await mapBenefitsById(ctx, { ids: [input.benefitId] })).get(input.benefitId);
  if (benefit?.type !== "download") throw fail("not_found", { reason: "no download of that id" });
  const id = newId("fil", ctx.now);
  await commit(ctx.db, [
    insertFile(ctx.db, { ...input, id, createdAt: ctx.now }),
    recordChange(ctx, { action: "file.created", targetId: id, after: input }),
  ]);
  return { id };
}
