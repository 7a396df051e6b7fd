import {
  finishEmail,
  isProblemAddress,
  leaseEmail,
  listDueEmails,
  type ClaimRow,
} from "../claims/store.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { renderGiftEmail } from "../email/gifts/render-gift-email.ts";
import { renderGuestEmail } from "../email/guests/render-guest-email.ts";
import { pauseSender, readSenderPause } from "../email/sender-pause.ts";
import { deliverEmail } from "../email-sender/deliver-email.ts";
import { EmailDeliveryError } from "../email-sender/email-message.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { logFailure } from "../lib/log.ts";
import { DAY, HOUR, MINUTE } from "../lib/time.ts";
import { findLinkSecret, makeLinkSecret } from "../claims/link-secret.ts";

/** Longer than an attempt can take. */
const LEASE_MS = 2 * MINUTE;
/** Before the next attempt. The sum is less than a day, since the sender remembers idempotency keys for a day. */
const RETRY_DELAYS_MS = [5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 10 * HOUR];
const EMAILS_PER_RUN = 30;

/** After the payment: when somebody is reminded of what they bought without signing in. */
const REMINDERS_MS = [DAY, 7 * DAY, 30 * DAY];

/** Sends the emails about waiting gifts and purchases that are due. */
export async function sendDueGiftEmails(ctx: Ctx): Promise<void> {
  const ids = await listDueEmails(ctx.db, { now: ctx.now, limit: EMAILS_PER_RUN });
  for (const id of ids) await sendGiftEmail(ctx, { id });
}

/**
 * Sends the email about a waiting gift, if it is due. Concurrent calls send it once. Never throws: what fails is tried
 * again by cron.
 */
export async function sendGiftEmail(ctx: Ctx, { id }: { id: string }): Promise<void> {
  try {
    const leasedUntil = ctx.now + LEASE_MS;
    const claim = await leaseEmail(ctx.db, { id, now: ctx.now, until: leasedUntil });
    if (!claim) return;
    const outcome = await attempt(ctx, claim);
    // oxlint-disable-next-line gatehouse/record-change -- sends what was recorded when it was asked for
    await commit(ctx.db, [finishEmail(ctx.db, { id, leasedUntil, ...outcome })]);
  } catch (error) {
    logFailure(ctx, "gift.not_emailed", error, { gift: id });
  }
}

type Outcome = Pick<ClaimRow, "emailDueAt"> &
  Partial<
    Pick<ClaimRow, "emailSentAt" | "emailProblem" | "secretHash" | "emailAttempts" | "emailCount">
  >;

/** @returns what the claim says after it */
async function attempt(ctx: Ctx, claim: ClaimRow): Promise<Outcome> {
  const { email, emailAttempts, emailCount, expiresAt } = claim;
  const sender = ctx.config.auth.emailSender;
  // An expired claim is still in its table for a while.
  if (!sender || email === null || expiresAt <= ctx.now) return { emailDueAt: null };
  if (await isProblemAddress(ctx.db, email)) return { emailDueAt: null, emailProblem: "refused" };
  const pausedMs = await readSenderPause(ctx);
  if (pausedMs > 0) return { emailDueAt: ctx.now + pausedMs };
  const { secret, ...renewed } = openLink(ctx, claim);
  // Before it is sent: its link must work when it arrives.
  if (renewed.secretHash !== undefined)
    // oxlint-disable-next-line gatehouse/record-change -- the shop's own secret was changed, not the gift
    await commit(ctx.db, [
      finishEmail(ctx.db, {
        id: claim.id,
        leasedUntil: ctx.now + LEASE_MS,
        emailDueAt: ctx.now + LEASE_MS,
        ...renewed,
      }),
    ]);
  try {
    const message = isOfGuest(claim)
      ? await renderGuestEmail(ctx, claim, secret)
      : await renderGiftEmail(ctx, claim, secret);
    if (!message) return { emailDueAt: null };
    const idempotencyKey = `${claim.id}:${emailCount}`;
    await deliverEmail(sender, { ...message, to: email, idempotencyKey });
    return { ...planReminder(ctx, claim), emailSentAt: ctx.now, emailProblem: null };
  } catch (error) {
    logFailure(ctx, "gift.not_emailed", error, { gift: claim.id, attempts: emailAttempts });
    const isOfSender = error instanceof EmailDeliveryError;
    if (isOfSender && error.retryAfterMs !== null)
      return { emailDueAt: ctx.now + (await pauseSender(ctx, error)) };
    // An address that the sender refuses stays refused.
    if (isOfSender && !error.isRetriable && error.isOfMessage)
      return { emailDueAt: null, emailProblem: "refused" };
    const delayMs = RETRY_DELAYS_MS[emailAttempts - 1];
    return delayMs === undefined
      ? { emailDueAt: null, emailProblem: "failed" }
      : { emailDueAt: ctx.now + delayMs };
  }
}

const isOfGuest = (claim: ClaimRow): claim is ClaimRow & { guestId: string } =>
  claim.guestId !== null;

/** A gift has no reminder. */
function planReminder(ctx: Ctx, claim: ClaimRow): Outcome {
  const { createdAt, emailCount } = claim;
  const next = REMINDERS_MS.find((afterMs) => createdAt + afterMs > ctx.now);
  return isOfGuest(claim) && next !== undefined
    ? { emailDueAt: createdAt + next, emailAttempts: 0, emailCount: emailCount + 1 }
    : { emailDueAt: null };
}

/** Returns the secret of the link, and the hash to store if the shop's own secret was replaced since it was made. */
function openLink(ctx: Ctx, claim: ClaimRow): { secret: string; secretHash?: string } {
  const found = findLinkSecret(ctx, claim);
  if (found !== null) return { secret: found };
  const secret = makeLinkSecret(ctx, claim);
  return { secret, secretHash: sha256Hex(secret) };
}
