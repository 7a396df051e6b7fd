import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { deleteNotificationsBefore } from "./store.ts";

/** Emails are tried for a day, and digests reach back three. */
const RETENTION_MS = 30 * DAY;

/** Deletes notifications that were told long ago. */
export async function deleteOldNotifications(ctx: Ctx): Promise<void> {
  await commit(ctx.db, [deleteNotificationsBefore(ctx.db, ctx.now - RETENTION_MS)]);
}
