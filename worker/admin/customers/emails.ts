import { findRecipient } from "../../identity/store-profile.ts";
import { listKeys } from "../../delivery/licenses/store-list.ts";
import { hidesKeys, toKeyEnd } from "../licenses/list-licenses.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { emailKinds } from "../../db/schema/outbox.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { queueCopy } from "../../email/resend-email.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { findEmail, type OutboxEmailRow } from "../../email/store.ts";

type EmailRef = { userId: string; id: string };

/** What an email says when it is sent now; null if what it reports is no longer true. */
export type ShownEmail = { subject: string; text: string } | null;

/**
 * Whether a member sees the emails that report to a user as a member of the team: their own, and owners those of all.
 * They say what the member's role may know.
 */
export function maySeeTeamEmails({ actor }: UserCtx, { userId }: { userId: string }): boolean {
  return actor.userId === userId || actor.role === "owner";
}

/**
 * Renders an email to a customer as it would be sent now, except that its link to turn emails off has no token, because
 * whoever has the token needs no sign-in, and that support sees the ends of license keys only.
 * @throws `not_found`
 */
export async function showEmail(ctx: UserCtx, input: EmailRef): Promise<{ email: ShownEmail }> {
  const { message } = await compose(ctx, input, { isPreview: true });
  if (!message) return { email: null };
  const keys = hidesKeys(ctx)
    ? await listKeys(ctx.db, { filter: { userId: input.userId }, limit: 100 })
    : [];
  const text = keys.reduce(
    (shown, { key: { key } }) => shown.replaceAll(key, toKeyEnd(key)),
    message.text,
  );
  return { email: { subject: message.subject, text } };
}

/** How sending went: `error` says why it was not sent, in the words of the outbox. */
export type ResendResult = Pick<OutboxEmailRow, "status" | "error">;

/**
 * Sends an email to a customer again, right away. One that could not be sent gets a new series of attempts. One that
 * reports what is no longer true, or is still due, is not sent.
 * @throws `not_found`; `rate_limited` within a minute of the last time, or after several copies in an hour
 */
export async function resendEmail(ctx: UserCtx, input: EmailRef): Promise<ResendResult> {
  const { email, message } = await compose(ctx, input);
  if (!message) return { status: "skipped", error: "no_longer_so" };
  // It is still going to be sent, and then would arrive twice.
  if (email.status === "queued") return { status: "queued", error: email.error };
  const copy = queueCopy(ctx, email);
  const [inserted] = await commit(ctx.db, [
    copy.statement,
    recordChangeIfApplied(ctx, {
      action: "email.resent",
      targetId: input.userId,
      after: { email: copy.id, kind: email.kind },
    }),
  ]);
  if (inserted?.meta.changes === 0)
    throw fail("rate_limited", { retryAfterSeconds: MINUTE / SECOND });
  await sendQueuedEmails(ctx, { ids: [copy.id] });
  const sent = await findEmail(ctx.db, { id: copy.id, userId: input.userId });
  return { status: sent?.status ?? "queued", error: sent?.error ?? null };
}

async function compose(ctx: UserCtx, input: EmailRef, options?: { isPreview: boolean }) {
  const [email, recipient] = await Promise.all([
    findEmail(ctx.db, input),
    findRecipient(ctx.db, input.userId),
  ]);
  const isHidden = email && emailKinds[email.kind] === "team" && !maySeeTeamEmails(ctx, input);
  if (!email || isHidden || !recipient) throw fail("not_found", { reason: "no such email" });
  const { composeEmail } = await import("../../email/compose-email.ts");
  return { email, message: await composeEmail(ctx, email, recipient, options) };
}
