import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { NewNotification } from "./decide-notifications.ts";
import { insertNotification } from "./store.ts";

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
