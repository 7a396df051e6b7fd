import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import type { LeftOutReason } from "../../db/schema/customer-messages.ts";
import { mapRecipients } from "../../identity/store-profile.ts";
import { toOutboxRow } from "../queued-email.ts";
import { saveListedPage, type MessageRow } from "./store.ts";

/** A page of those for whom a message is. `next`: where the next page begins; null if this is the last one. */
export type RecipientsPage = { userIds: string[]; next: string | null };

/** Whom a message reaches, and how many it leaves out. */
type Audience = { userIds: string[]; leftOut: Map<LeftOutReason, number> };

/** Decides who of these users gets a message: each once. */
export async function findAudience(
  ctx: Ctx,
  { purpose, userIds }: { purpose: MessageRow["purpose"]; userIds: string[] },
): Promise<Audience> {
  const recipients = await mapRecipients(ctx.db, userIds);
  const audience: Audience = { userIds: [], leftOut: new Map() };
  for (const userId of new Set(userIds)) {
    const reason = findReason(purpose, recipients.get(userId));
    if (reason === null) audience.userIds.push(userId);
    else audience.leftOut.set(reason, (audience.leftOut.get(reason) ?? 0) + 1);
  }
  return audience;
}

type Recipient =
  Awaited<ReturnType<typeof mapRecipients>> extends Map<string, infer Row> ? Row : never;

/** Why a user gets no message, or null if they get it. `prepareEmail` decides the same when the email is sent. */
function findReason(
  purpose: MessageRow["purpose"],
  recipient: Recipient | undefined,
): LeftOutReason | null {
  if (recipient?.status !== "active") return "no_account";
  if (!recipient.email || !recipient.emailVerified) return "no_verified_email";
  if (recipient.emailProblem === "bounced") return "bounced";
  if (purpose === "service") return null;
  if (!recipient.wantsNews) return "no_consent";
  return recipient.emailProblem === "complained" ? "complained" : null;
}

/**
 * Queues a message to a page of its recipients. In one batch with where listing continues, so that a run that stops goes
 * on there; the unique key of an email lets nobody get the message twice.
 * @throws if another worker has done it, or the message was stopped
 */
export async function queueListedPage(
  ctx: Ctx,
  message: MessageRow,
  page: RecipientsPage,
): Promise<void> {
  const { id, purpose } = message;
  const audience = await findAudience(ctx, { purpose, userIds: page.userIds });
  const leftOut = { ...message.leftOut };
  for (const [reason, count] of audience.leftOut) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  const kind = purpose === "news" ? ("news" as const) : ("message" as const);
  const rows = audience.userIds.map((userId) =>
    toOutboxRow(ctx, { userId, kind, dedupeKey: `${id}:${userId}`, sourceId: id }),
  );
  await commit(ctx.db, saveListedPage(ctx.db, message, { rows, leftOut, listedUpTo: page.next }));
}
