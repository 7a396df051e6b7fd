import type { Ctx } from "../context.ts";
import { fail, type AppError } from "../errors.ts";
import { listEntries, type AuditEntryRow } from "./store.ts";

/** How many of the newest entries may be of pictures that a browser drew. */
const MAX_ENTRIES = 10;

/** A browser draws the pictures of shared links by itself, in the name of whoever has the page open. */
const isDrawnPicture = ({ action, after }: AuditEntryRow) =>
  action === "product.picture_drawn" || Object.keys(after ?? {}).join() === "sharePicture";

/** Creates the error for an edit that began from an older version, and says who saved the newer one, and when. */
export async function editConflict(
  ctx: Ctx,
  { targetId, cause }: { targetId: string; cause?: unknown },
): Promise<AppError> {
  const entries = await listEntries(ctx.db, { targetId, limit: MAX_ENTRIES });
  const last = entries.find(({ entry }) => !isDrawnPicture(entry));
  return fail("edit_conflict", {
    cause,
    ...(last && {
      lastEdit: { by: last.actorName ?? last.actorEmail, at: last.entry.createdAt },
    }),
  });
}
