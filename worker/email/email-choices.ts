import { findMergedInto } from "../audit/store.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { EmailKind } from "../db/schema/outbox.ts";
import { signText, verifySignature } from "../lib/crypto.ts";
import { updateNews, updateReminders } from "../identity/store-profile.ts";

/**
 * What a user can do without: reminders, which are on until they turn them off (a canceled subscription or a gift is
 * about to end, as an earlier email said), and news, which is off until they agree to it (docs/decisions/0111). What
 * costs money or changes access is always sent (docs/decisions/0058).
 */
const purposes = {
  reminders: "unsubscribe from reminders",
  news: "unsubscribe from news",
} as const;

export type EmailChoice = keyof typeof purposes;

/** Whether an email goes only to whom agreed to news: it is advertising. */
export const needsConsent = (kind: EmailKind): boolean =>
  kind === "news" || kind === "checkout_reminder";

/**
 * Returns the URL that turns reminders or news off for a user, without signing in: for the footer of such an email, and
 * for the button that email programs show (RFC 8058). It can do nothing else and has no end, because emails are found
 * years later.
 * @param user null for a preview: the URL has no token then
 */
export function createUnsubscribeUrl(
  ctx: Ctx,
  user: { userId: string } | null,
  choice: EmailChoice,
): string {
  const url = `${ctx.config.origin}/plain/emails/off`;
  if (!user) return url;
  const { userId } = user;
  const token = `${userId}.${signText(ctx.config.auth.secrets, purposes[choice], userId)}`;
  return `${url}?${new URLSearchParams({ token })}`;
}

/** Returns what a token turns off, and for whom; null if it is not ours. */
export function readUnsubscribeToken(
  ctx: Ctx,
  input: { token: string },
): { userId: string; choice: EmailChoice } | null {
  const [userId = "", signature = ""] = input.token.split(".");
  const choice = (Object.keys(purposes) as EmailChoice[]).find((each) =>
    verifySignature(ctx.config.auth.secrets, purposes[each], userId, signature),
  );
  return choice === undefined ? null : { userId, choice };
}

/**
 * Turns off what a token is for, for an account that was merged in the remaining one. Does nothing for a deleted account.
 * @returns what it turned off; null if the token is not ours
 */
export async function unsubscribe(ctx: Ctx, input: { token: string }): Promise<EmailChoice | null> {
  const found = readUnsubscribeToken(ctx, input);
  if (found === null) return null;
  const { choice } = found;
  const userId = await findMergedInto(ctx.db, found.userId);
  if (choice === "news") await chooseNews(ctx, { userId, wantsNews: false });
  else await chooseReminders(ctx, { userId, wantsReminders: false });
  return choice;
}

/** Turns a user's reminders on or off. */
export async function chooseReminders(
  ctx: Ctx,
  input: { userId: string; wantsReminders: boolean },
): Promise<void> {
  await commit(ctx.db, [updateReminders(ctx.db, input)]);
}

/** Saves that a user agrees to get news, or no longer does, and when. */
export async function chooseNews(
  ctx: Ctx,
  input: { userId: string; wantsNews: boolean },
): Promise<void> {
  await commit(ctx.db, [updateNews(ctx.db, { ...input, at: ctx.now })]);
}
