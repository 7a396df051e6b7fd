import type { Ctx } from "../../context.ts";
import { type Statement, commit } from "../../db/client.ts";
import type { NewNotification } from "./decide-notifications.ts";
import { insertNotification, deleteNotificationsBefore } from "./store.ts";
import { DAY } from "../../lib/time.ts";

/**
 * Returns the writes that store the team's notifications, for the batch of the change: none if the shop has no email
 * sender. Known ones change nothing.
 */
export function recordNotifications(ctx: Ctx, notifications: NewNotification[]): Statement[] {
  if (!ctx.config.auth.emailSender) return [];
  const { mode } = ctx.config.stripe;
  return notifications.map((notification) =>
    insertNotification(ctx.db, { ...notification, mode, createdAt: ctx.now }),
  );
}

/** Emails are tried for a day, and digests reach back three. */
const RETENTION_MS = 30 * DAY;

/** Deletes notifications that were sent long ago. */
export async function deleteOldNotifications(ctx: Ctx): Promise<void> {
  await commit(ctx.db, [deleteNotificationsBefore(ctx.db, ctx.now - RETENTION_MS)]);
}
