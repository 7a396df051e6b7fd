import type { Ctx } from "../context.ts";
import { fail, type AppError } from "../errors.ts";
import { listEntries } from "./store.ts";

/** Creates the error for an edit that began from an older version, and says who saved the newer one, and when. */
export async function editConflict(
  ctx: Ctx,
  { targetId, cause }: { targetId: string; cause?: unknown },
): Promise<AppError> {
  const [last] = await listEntries(ctx.db, { targetId, limit: 1 });
  return fail("edit_conflict", {
    cause,
    ...(last && {
      lastEdit: { by: last.actorName ?? last.actorEmail, at: last.entry.createdAt },
    }),
  });
}
