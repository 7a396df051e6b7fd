import type { EmailSender } from "./config/sign-in-config.ts";
import { HOUR, SECOND } from "./lib/time.ts";

const TIMEOUT_MS = 10 * SECOND;

/** One message to one recipient. */
export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Shown as the sender's name, instead of the one that is configured. */
  fromName?: string;
  /** Where answers go, instead of the sender's address. */
  replyTo?: string | null;
  /** Further headers of the message, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  /** The sender delivers messages with the same key only once within 24 hours. */
  idempotencyKey?: string;
};

/** The email sender rejected a message or did not respond. */
export class EmailDeliveryError extends Error {
  /** Whether a retry of the same message can succeed. */
  readonly isRetriable: boolean;
  /**
   * How long to wait, in milliseconds, because the sender accepts no more messages for now: it did not accept this one,
   * and would accept no other. Null if it said something else.
   */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    options: ErrorOptions & { isRetriable: boolean; retryAfterMs?: number | null },
  ) {
    super(message, options);
    this.isRetriable = options.isRetriable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/**
 * Sends a message through the configured email sender, using Resend's API.
 * @throws EmailDeliveryError if there is no response within 10 s, or the response isn't a success
 */
export async function deliverEmail(
  sender: EmailSender,
  { idempotencyKey, ...message }: EmailMessage,
): Promise<void> {
  await post(sender, "/emails", toBody(sender, message), idempotencyKey);
}

/**
 * Sends up to a hundred messages with one request: the sender accepts all of them, or none.
 * @param idempotencyKey as of one message. With the same key, also other messages count as accepted.
 * @throws EmailDeliveryError as `deliverEmail`
 */
export async function deliverEmails(
  sender: EmailSender,
  messages: Omit<EmailMessage, "idempotencyKey">[],
  idempotencyKey: string,
): Promise<void> {
  const body = messages.map((message) => toBody(sender, message));
  await post(sender, "/emails/batch", body, idempotencyKey);
}

function toBody(sender: EmailSender, message: Omit<EmailMessage, "idempotencyKey">) {
  const { to, fromName, replyTo, ...content } = message;
  return {
    from: fromName === undefined ? sender.from : withName(sender.from, fromName),
    to: [to],
    ...(replyTo && { reply_to: replyTo }),
    ...content,
  };
}

async function post(
  sender: EmailSender,
  path: "/emails" | "/emails/batch",
  body: object,
  idempotencyKey: string | undefined,
): Promise<void> {
  let response: Response;
  try {
    response = await fetch(`${sender.apiUrl}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sender.apiKey}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new EmailDeliveryError("the email sender did not answer", { cause, isRetriable: true });
  }
  const { status } = response;
  const answer = await response.text().catch(() => "");
  if (response.ok) return;
  // An earlier attempt used this key with different content: its response was lost, but the message was delivered.
  if (status === 409 && answer.includes("invalid_idempotent_request")) return;
  throw new EmailDeliveryError(`the email sender answered ${status}`, {
    // An invalid message stays invalid. A wrong API key or domain can be fixed, so those are retried.
    isRetriable: ![400, 413, 422].includes(status),
    retryAfterMs: status === 429 ? readRetryAfter(response, answer) : null,
  });
}

/** A second, unless the sender says more. Nothing is sent for an hour after the quota of a day or a month is used up. */
function readRetryAfter({ headers }: Response, answer: string): number {
  if (/_quota_exceeded/.test(answer)) return HOUR;
  const seconds = Number(headers.get("retry-after"));
  return seconds > 0 && seconds < HOUR / SECOND ? Math.ceil(seconds) * SECOND : SECOND;
}

/** `"Tidewater" <shop@example.com>`: the address of a configured sender, under another name. */
function withName(from: string, name: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const quoted = name.replaceAll(/[\\"]/g, "\\$&").replaceAll(/[\p{Cc}<>]/gu, " ");
  return `"${quoted}" <${address.trim()}>`;
}
