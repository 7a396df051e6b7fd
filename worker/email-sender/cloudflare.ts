import type { CloudflareSender } from "../config/sign-in-config.ts";
import { HOUR, SECOND } from "../lib/time.ts";
import { EmailDeliveryError, parseSender, type EmailMessage } from "./email-message.ts";

const TIMEOUT_MS = 10 * SECOND;

/**
 * What the codes of Cloudflare's errors mean for the team. `is`: `final` if the same message is refused again, `single` if
 * it may be accepted later and others now, and a number of milliseconds if all have to wait. Every other error is one of
 * the account, which can be set up meanwhile, or of the moment.
 */
const errors: Record<string, { meaning: string; is?: "final" | "single" | number }> = {
  E_SENDER_NOT_VERIFIED: { meaning: "the domain of EMAIL_FROM is not set up for Email Sending" },
  E_SENDER_DOMAIN_NOT_AVAILABLE: {
    meaning: "the domain of EMAIL_FROM is not set up for Email Sending",
  },
  E_RECIPIENT_NOT_ALLOWED: {
    meaning: "the account may send to verified addresses only",
    is: "single",
  },
  E_DELIVERY_FAILED: { meaning: "the recipient’s server did not take it", is: "single" },
  E_RECIPIENT_SUPPRESSED: {
    meaning: "emails to this address bounced or were reported as spam",
    // Perhaps for a day only, if its mailbox was full.
    is: "single",
  },
  E_RATE_LIMIT_EXCEEDED: { meaning: "too many emails at once, the shop waits", is: 2 * SECOND },
  E_DAILY_LIMIT_EXCEEDED: { meaning: "the account’s emails of this day are used up", is: HOUR },
  E_CONTENT_TOO_LARGE: { meaning: "the message is too large", is: "final" },
  E_VALIDATION_ERROR: { meaning: "the message is not accepted", is: "final" },
  E_FIELD_MISSING: { meaning: "the message is not accepted", is: "final" },
};

/**
 * Sends a message by the binding of Cloudflare's Email Sending, which knows no idempotency keys.
 * @returns Cloudflare's id of the message
 * @throws EmailDeliveryError if there is no response within 10 s, or Cloudflare refuses the message
 */
export async function sendByCloudflare(
  sender: CloudflareSender,
  { to, subject, text, html, fromName, replyTo, headers }: EmailMessage,
): Promise<string> {
  const { name, email } = parseSender(sender.from);
  const shownName = fromName ?? name;
  try {
    const sending = sender.binding.send({
      from: shownName === "" ? email : { name: shownName, email },
      to,
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(replyTo && { replyTo }),
      ...(headers && { headers }),
    });
    return (await Promise.race([sending, failLater()])).messageId;
  } catch (cause) {
    throw toDeliveryError(cause);
  }
}

async function failLater(): Promise<never> {
  await scheduler.wait(TIMEOUT_MS);
  throw new EmailDeliveryError("Cloudflare did not answer", { isRetriable: true });
}

function toDeliveryError(cause: unknown): EmailDeliveryError {
  if (cause instanceof EmailDeliveryError) return cause;
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const known = errors[code];
  const is = known?.is ?? (code.startsWith("E_HEADER") ? "final" : undefined);
  return new EmailDeliveryError(
    `Cloudflare answered ${code || "with an error"}${known ? `: ${known.meaning}` : ""}`,
    {
      cause,
      isRetriable: is !== "final",
      retryAfterMs: typeof is === "number" ? is : null,
      isOfMessage: typeof is === "string",
    },
  );
}
