import type { UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { findLibraryEntry } from "../../delivery/library/show-library.ts";
import { queueCopy } from "../../email/resend-email.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { findEmailByKey, findPurchaseEmail } from "../../email/store.ts";
import { fail } from "../../errors.ts";
import { findRecipient } from "../../identity/store-profile.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";

/**
 * Sends the email of a purchase or gift to its owner again, as it is written now. Asking again within a minute sends no
 * second one.
 * @returns `to`: the address; `isSent`: false if it can't be sent there
 * @throws `not_found` if the user has no access from such a purchase, or the shop sends no email; `rate_limited`
 */
export async function sendPurchaseEmail(
  ctx: UserCtx,
  input: { id: string },
): Promise<{ to: string | null; isSent: boolean }> {
  const { userId } = ctx.actor;
  const { id: sourceId } = input;
  const [entry, recipient, original] = await Promise.all([
    findLibraryEntry(ctx, { userId, id: sourceId }),
    findRecipient(ctx.db, userId),
    findPurchaseEmail(ctx.db, { userId, sourceId }),
  ]);
  if (!entry?.access.active || !recipient || !ctx.config.auth.emailSender)
    throw fail("not_found", { reason: "no email of such a purchase" });
  // It is still going to be sent, and would arrive twice.
  if (original?.status === "queued") return { to: recipient.email, isSent: true };
  // What the seller made at Stripe, and what is older than the outbox keeps, has no email yet.
  const none = { id: sourceId, userId, kind: "purchase" as const, sourceId };
  const copy = queueCopy(ctx, original ?? { ...none, covers: null, facts: null, copyOf: null });
  const [inserted] = await commit(ctx.db, [copy.statement]);
  const isNew = inserted?.meta.changes !== 0;
  if (isNew) await sendQueuedEmails(ctx, { ids: [copy.id] });
  const sent = await findEmailByKey(ctx.db, { kind: "purchase", dedupeKey: copy.dedupeKey });
  if (!sent) throw fail("rate_limited", { retryAfterSeconds: MINUTE / SECOND });
  // One that is queued leaves as soon as the sender takes it, or another request is sending it.
  return { to: recipient.email, isSent: sent.status === "sent" || sent.status === "queued" };
}
