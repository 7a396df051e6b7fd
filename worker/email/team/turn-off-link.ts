import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { notificationKinds, type NotificationKind } from "../../db/schema/notifications.ts";
import { recordChange } from "../../audit/record-change.ts";
import { signText, verifySignature } from "../../lib/crypto.ts";
import { DAY } from "../../lib/time.ts";
import { resolveDeliveries } from "./deliveries.ts";
import { findMemberWithChoices, upsertChoice } from "./store.ts";

/** What a link turns off: one kind, or the digest. */
export type TurnOffSubject = NotificationKind | "digest";

/** Emails are found again weeks later, and the link must still work then. */
const LIFETIME_MS = 90 * DAY;
const PURPOSE = "turn off notifications";

/**
 * Returns the URL that turns off a kind of email for a member, without signing in: for the footer of the email, and for
 * the button that email programs show (RFC 8058). It can do nothing else, and only for this member.
 * @param input null for a preview: the URL has no token then
 */
export function createTurnOffUrl(
  ctx: Ctx,
  input: { userId: string; subject: TurnOffSubject } | null,
): string {
  const url = `${ctx.config.origin}/plain/notifications/off`;
  if (!input) return url;
  const text = `${input.userId}.${input.subject}.${ctx.now + LIFETIME_MS}`;
  const token = `${text}.${signText(ctx.config.auth.secrets, PURPOSE, text)}`;
  return `${url}?${new URLSearchParams({ token })}`;
}

/** Returns what a token turns off, and for which member; null for a token that is not ours, or has expired. */
export function readTurnOffToken(
  ctx: Ctx,
  input: { token: string },
): { userId: string; subject: TurnOffSubject } | null {
  const [userId = "", subject = "", expiresAt = "", signature = ""] = input.token.split(".");
  const text = `${userId}.${subject}.${expiresAt}`;
  const isValid =
    verifySignature(ctx.config.auth.secrets, PURPOSE, text, signature) &&
    Number(expiresAt) > ctx.now;
  return isValid ? { userId, subject: subject as TurnOffSubject } : null;
}

/**
 * Turns off a kind of email, or everything that is in the digest, for the member of the token. Does nothing for a
 * former member, who gets no emails anyway.
 * @returns what was turned off; null as for `readTurnOffToken`
 */
export async function turnOffNotifications(
  ctx: Ctx,
  input: { token: string },
): Promise<{ subject: TurnOffSubject } | null> {
  const found = readTurnOffToken(ctx, input);
  if (!found) return null;
  const { userId, subject } = found;
  const member = await findMemberWithChoices(ctx.db, userId);
  if (!member) return { subject };
  const before = resolveDeliveries(member);
  const kinds =
    subject === "digest"
      ? notificationKinds.filter((kind) => before[kind] === "daily")
      : [subject].filter((kind) => before[kind] !== "off");
  if (kinds.length === 0) return { subject };
  const off = Object.fromEntries(kinds.map((kind) => [kind, "off" as const]));
  await commit(ctx.db, [
    upsertChoice(ctx.db, { userId, deliveries: off, timeZone: null, updatedAt: ctx.now }),
    // Nobody is signed in, so the log says whose link it was, and not who used it.
    recordChange(
      { ...ctx, actor: { type: "system", job: "email-link" } },
      {
        action: "notifications.updated",
        targetId: userId,
        before: Object.fromEntries(kinds.map((kind) => [kind, before[kind]])),
        after: { ...off, linkOf: userId },
      },
    ),
  ]);
  return { subject };
}
