import { findRecipient } from "../identity/store-profile.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { logFailure } from "../lib/log.ts";
import { HOUR, MINUTE } from "../lib/time.ts";
import { emailKinds } from "../db/schema/outbox.ts";
import { emailSettings, isOptionalEmail } from "../settings/email-settings.ts";
import { deliverEmail, EmailDeliveryError } from "../deliver-email.ts";
import {
  claimEmail,
  listClaimedEmails,
  listDueEmails,
  saveDeliveryOutcome,
  type OutboxEmailRow,
} from "./store.ts";

/** Emails sent per run. Each takes a handful of subrequests, and their number per invocation is limited. */
const MAX_EMAILS_PER_RUN = 40;

/**
 * Delay before the next attempt, by attempt. The delay also serves as the lease on the email, so the first is longer
 * than an attempt can take. The sum is less than a day, since the sender remembers idempotency keys for a day.
 */
const RETRY_DELAYS_MS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
] as const;
const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/**
 * Sends due emails: those in `ids` right after the commit that queued them, and all others by cron. Concurrent runs
 * send an email only once. Never throws; failed emails are retried later.
 * @returns how many emails the sender accepted, and whether more may be due than one run sends
 */
export function sendQueuedEmails(ctx: Ctx, input: { ids?: string[] } = {}): Promise<SentEmails> {
  const list = () =>
    listDueEmails(ctx.db, { now: ctx.now, limit: MAX_EMAILS_PER_RUN, ids: input.ids });
  return sendAll(ctx, list, (email) =>
    claimEmail(ctx.db, email, ctx.now + retryDelayMs(email.attempts + 1)),
  );
}

/** Sends emails right after the commit that queued them as claimed. Otherwise as `sendQueuedEmails`. */
export function sendClaimedEmails(ctx: Ctx, input: { ids: string[] }): Promise<SentEmails> {
  return sendAll(
    ctx,
    () => listClaimedEmails(ctx.db, input.ids),
    (email) => Promise.resolve(email),
  );
}

type SentEmails = { sent: number; isLimited: boolean };

async function sendAll(
  ctx: Ctx,
  list: () => Promise<OutboxEmailRow[]>,
  claim: (email: OutboxEmailRow) => Promise<OutboxEmailRow | undefined>,
): Promise<SentEmails> {
  let sent = 0;
  let isLimited = false;
  try {
    const due = await list();
    for (const email of due) {
      const claimed = await claim(email);
      if (!claimed) continue;
      const outcome = await attemptDelivery(ctx, claimed);
      await commit(ctx.db, [saveDeliveryOutcome(ctx.db, email.id, outcome)]);
      if (outcome.status === "sent") sent++;
      // The sender is down or rate limits us: stop here, so the other emails keep their attempts.
      if (outcome.status === "queued") return { sent, isLimited: false };
    }
    isLimited = due.length === MAX_EMAILS_PER_RUN;
  } catch (error) {
    logFailure(ctx, "email.failed", error);
  }
  return { sent, isLimited };
}

type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

type DeliveryOutcome = Parameters<typeof saveDeliveryOutcome>[2];

async function attemptDelivery(ctx: Ctx, email: OutboxEmailRow): Promise<DeliveryOutcome> {
  const { emailSender } = ctx.config.auth;
  const [recipient, settings] = await Promise.all([
    readRecipient(ctx, email),
    emailSettings.read(ctx),
  ]);
  const isToTeam = emailKinds[email.kind] === "team";
  if (!emailSender) return toSkippedOutcome("no_sender");
  if (isOptionalEmail(email.kind) && !settings[email.kind]) return toSkippedOutcome("turned_off");
  if (recipient?.status !== "active") return toSkippedOutcome("no_account");
  if (isToTeam && recipient.role === "buyer") return toSkippedOutcome("left_team");
  if (!recipient.email || !recipient.emailVerified) return toSkippedOutcome("no_verified_email");
  try {
    const { composeEmail } = await import("./compose-email.ts");
    const message = await composeEmail(ctx, email, recipient);
    if (!message) return toSkippedOutcome("no_longer_so");
    const { isOptional, ...rendered } = message;
    if (isOptional && !isToTeam && !recipient.wantsReminders)
      return toSkippedOutcome("unsubscribed");
    await deliverEmail(emailSender, { to: recipient.email, ...rendered, idempotencyKey: email.id });
    return { status: "sent", error: null, sentAt: ctx.now };
  } catch (error) {
    return toFailedOutcome(ctx, email, error);
  }
}

/** The row of a deleted user is empty, so the email about the deletion has its recipient with it. */
async function readRecipient(
  ctx: Ctx,
  { userId, facts }: OutboxEmailRow,
): Promise<Recipient | undefined> {
  if (facts?.of !== "account_deletion") return findRecipient(ctx.db, userId);
  const { email, name, locale, timeZone } = facts;
  return {
    email,
    emailVerified: true,
    name,
    locale,
    timeZone,
    status: "active",
    role: "buyer",
    wantsReminders: true,
  };
}

function toFailedOutcome(ctx: Ctx, email: OutboxEmailRow, error: unknown): DeliveryOutcome {
  const isPermanent = error instanceof EmailDeliveryError && !error.isRetriable;
  const isDead = isPermanent || email.attempts >= MAX_ATTEMPTS;
  logFailure(ctx, isDead ? "email.dead" : "email.failed", error, {
    email: email.id,
    attempts: email.attempts,
  });
  return {
    status: isDead ? "dead" : "queued",
    error: error instanceof EmailDeliveryError ? error.message : "internal",
    sentAt: null,
  };
}

/** Records in the row's `error` why an email was not sent. */
function toSkippedOutcome(
  error:
    | "no_sender"
    | "turned_off"
    | "no_account"
    | "left_team"
    | "no_verified_email"
    | "unsubscribed"
    | "no_longer_so",
): DeliveryOutcome {
  return { status: "skipped", error, sentAt: null };
}

function retryDelayMs(attempts: number): number {
  return RETRY_DELAYS_MS[attempts - 1] ?? RETRY_DELAYS_MS.at(-1)!;
}
