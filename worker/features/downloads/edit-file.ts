import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { setArchived, setFileName, setWithdrawn } from "./store.ts";

/** Gives a file another name; what its versions are saved under stays. @throws `not_found` */
export async function renameFile(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  mustChange(await setFileName(ctx.db, input.id, input.name));
}

/** Takes a file away from everybody; the bytes and the counts stay. Again is fine. @throws `not_found` */
export async function archiveFile(ctx: Ctx, input: { id: string }): Promise<void> {
  mustChange(await setArchived(ctx.db, input.id, ctx.now));
}

/** Takes one version away; the one before it is the newest then. Again is fine. @throws `not_found` */
export async function withdrawVersion(ctx: Ctx, input: { id: string }): Promise<void> {
  mustChange(await setWithdrawn(ctx.db, input.id, ctx.now));
}

function mustChange({ meta }: D1Result): void {
  if (meta.changes === 0) throw fail("not_found", { reason: "no row of that id" });
}
