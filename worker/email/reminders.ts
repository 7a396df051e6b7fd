import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { signText, verifySignature } from "../lib/crypto.ts";
import { updateReminders } from "../identity/store-profile.ts";

/**
 * Reminders are the emails that a user can do without: a canceled subscription or a gift is about to end, as an earlier
 * email said. What costs money or changes access is always sent (docs/decisions/0058).
 */

const PURPOSE = "unsubscribe from reminders";

/**
 * Returns the URL that turns reminders off for a user, without signing in: for the footer of a reminder, and for the
 * button that email programs show (RFC 8058). It can do nothing else and has no end, because emails are found years
 * later.
 * @param user null for a preview: the URL has no token then
 */
export function createUnsubscribeUrl(ctx: Ctx, user: { userId: string } | null): string {
  const url = `${ctx.config.origin}/plain/emails/off`;
  if (!user) return url;
  const { userId } = user;
  const token = `${userId}.${signText(ctx.config.auth.secrets, PURPOSE, userId)}`;
  return `${url}?${new URLSearchParams({ token })}`;
}

/** Returns whose reminders a token turns off; null if it is not ours. */
export function readUnsubscribeToken(ctx: Ctx, input: { token: string }): string | null {
  const [userId = "", signature = ""] = input.token.split(".");
  return verifySignature(ctx.config.auth.secrets, PURPOSE, userId, signature) ? userId : null;
}

/**
 * Turns reminders off for the user of a token. Does nothing for a deleted account.
 * @returns whether the token is ours
 */
export async function unsubscribeFromReminders(
  ctx: Ctx,
  input: { token: string },
): Promise<boolean> {
  const userId = readUnsubscribeToken(ctx, input);
  if (userId === null) return false;
  await chooseReminders(ctx, { userId, wantsReminders: false });
  return true;
}

/** Turns a user's reminders on or off. */
export async function chooseReminders(
  ctx: Ctx,
  input: { userId: string; wantsReminders: boolean },
): Promise<void> {
  await commit(ctx.db, [updateReminders(ctx.db, input)]);
}
