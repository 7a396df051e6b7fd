import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { EmailDeliveryError } from "../email-sender/email-message.ts";
import { logEvent } from "../lib/log.ts";
import { HOUR, MINUTE, SECOND } from "../lib/time.ts";
import { findPause, upsertPause } from "./store-delivery.ts";

/** After so long without a refusal, the next pause is short again. */
const FORGET_MS = MINUTE;
const MAX_DOUBLED_MS = 5 * MINUTE;

/**
 * Returns how long no email is to be sent, in milliseconds, because the sender has refused more of them. 0: it accepts
 * some.
 */
export async function readSenderPause(ctx: Ctx): Promise<number> {
  const pause = await findPause(ctx.db, nameOf(ctx));
  return Math.max(0, (pause?.until ?? 0) - ctx.now);
}

/**
 * Lets everybody wait who sends emails: as long as the sender wants, or twice as long as the last time if that was just
 * now.
 * @returns for how long, in milliseconds
 */
export async function pauseSender(
  ctx: Ctx,
  { message, retryAfterMs }: EmailDeliveryError,
): Promise<number> {
  const sender = nameOf(ctx);
  const last = await findPause(ctx.db, sender);
  const doubled =
    last && ctx.now < last.until + FORGET_MS ? Math.min(2 * last.durationMs, MAX_DOUBLED_MS) : 0;
  const durationMs = Math.min(HOUR, Math.max(retryAfterMs ?? 0, doubled, SECOND));
  const until = ctx.now + durationMs;
  await commit(ctx.db, [upsertPause(ctx.db, { sender, until, durationMs, reason: message })]);
  logEvent("warn", "email.rate_limited", { wait_seconds: durationMs / SECOND, reason: message });
  return durationMs;
}

const nameOf = (ctx: Ctx) => ctx.config.auth.emailSender?.kind ?? "resend";
