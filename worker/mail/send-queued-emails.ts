import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { HOUR, MINUTE } from "../lib/time.ts";
import { readMailSettings } from "../settings/email-settings.ts";
import { composeMail } from "./compose-email.ts";
import { deliverEmail, EmailRefused } from "../email/deliver-email.ts";
import { claimMail, findReceiver, listDueMails, settleMail, type MailRow } from "./store.ts";

/** Mails that one run sends: each is a handful of calls, and an invocation may make only so many. */
const PER_RUN = 40;

/**
 * How long after each attempt the next one comes; the first is longer than an attempt can last, since it is the claim
 * too. Together less than a day: as long as the sender knows a key that it has seen.
 */
const DELAYS_MS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
] as const;
const ATTEMPTS = DELAYS_MS.length + 1;

/**
 * Sends what is due: right after the commit that queued it (`ids`), and by cron whatever is left. Two senders at once
 * send a mail once. Does not throw: what was not sent is tried again.
 * @returns how many were handed to the sender
 */
export async function sendMails(ctx: Ctx, input: { ids?: string[] } = {}): Promise<number> {
  let sent = 0;
  try {
    const due = await listDueMails(ctx.db, { now: ctx.now, limit: PER_RUN, ids: input.ids });
    for (const mail of due) {
      const claimed = await claimMail(ctx.db, mail, ctx.now + delayAfter(mail.attempts + 1));
      if (!claimed) continue;
      const outcome = await attempt(ctx, claimed);
      await commit(ctx.db, [settleMail(ctx.db, mail.id, outcome)]);
      if (outcome.status === "sent") sent++;
      // The sender is down or wants us to slow down: the others keep their attempts.
      if (outcome.status === "queued") break;
    }
  } catch (error) {
    logEvent("error", "mail.failed", { request_id: ctx.requestId, error: summarizeError(error) });
  }
  return sent;
}

type Outcome = Parameters<typeof settleMail>[2];

async function attempt(ctx: Ctx, mail: MailRow): Promise<Outcome> {
  const { emailSender } = ctx.config.auth;
  const [receiver, settings] = await Promise.all([
    findReceiver(ctx.db, mail.userId),
    readMailSettings(ctx),
  ]);
  if (!emailSender) return skipped("no_sender");
  if (!settings[mail.kind]) return skipped("turned_off");
  if (receiver?.status !== "active") return skipped("no_account");
  if (!receiver.email || !receiver.emailVerified) return skipped("no_verified_email");
  try {
    const message = await composeMail(ctx, mail, receiver.name);
    if (!message) return skipped("no_longer_so");
    await deliverEmail(emailSender, { to: receiver.email, ...message, idempotencyKey: mail.id });
    return { status: "sent", error: null, sentAt: ctx.now };
  } catch (error) {
    return failed(ctx, mail, error);
  }
}

function failed(ctx: Ctx, mail: MailRow, error: unknown): Outcome {
  const isOver = error instanceof EmailRefused && !error.isRetriable;
  const isDead = isOver || mail.attempts >= ATTEMPTS;
  logEvent("error", isDead ? "mail.dead" : "mail.failed", {
    mail: mail.id,
    attempts: mail.attempts,
    request_id: ctx.requestId,
    error: summarizeError(error),
  });
  return {
    status: isDead ? "dead" : "queued",
    error: error instanceof EmailRefused ? error.message : "internal",
    sentAt: null,
  };
}

/** Why a mail was not sent, in the row's `error`. */
function skipped(
  error: "no_sender" | "turned_off" | "no_account" | "no_verified_email" | "no_longer_so",
): Outcome {
  return { status: "skipped", error, sentAt: null };
}

function delayAfter(attempts: number): number {
  return DELAYS_MS[attempts - 1] ?? DELAYS_MS.at(-1)!;
}
