import type { EmailSender } from "./config/sign-in-config.ts";
import { SECOND } from "./lib/time.ts";

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

  constructor(message: string, options: ErrorOptions & { isRetriable: boolean }) {
    super(message, options);
    this.isRetriable = options.isRetriable;
  }
}

/**
 * Sends a message through the configured email sender, using Resend's API.
 * @throws EmailDeliveryError if there is no response within 10 s, or the response isn't a success
 */
export async function deliverEmail(sender: EmailSender, message: EmailMessage): Promise<void> {
  const { to, idempotencyKey, fromName, replyTo, ...content } = message;
  let response: Response;
  try {
    response = await fetch(`${sender.apiUrl}/emails`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sender.apiKey}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({
        from: fromName === undefined ? sender.from : withName(sender.from, fromName),
        to: [to],
        ...(replyTo && { reply_to: replyTo }),
        ...content,
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new EmailDeliveryError("the email sender did not answer", { cause, isRetriable: true });
  }
  const { status } = response;
  const body = await response.text().catch(() => "");
  if (response.ok) return;
  // An earlier attempt used this key with different content: its response was lost, but the message was delivered.
  if (status === 409 && body.includes("invalid_idempotent_request")) return;
  // An invalid message stays invalid. A wrong API key or domain can be fixed, so those are retried.
  const isRetriable = status !== 400 && status !== 422;
  throw new EmailDeliveryError(`the email sender answered ${status}`, { isRetriable });
}

/** `"Tidewater" <shop@example.com>`: the address of a configured sender, under another name. */
function withName(from: string, name: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const quoted = name.replaceAll(/[\\"]/g, "\\$&").replaceAll(/[\p{Cc}<>]/gu, " ");
  return `"${quoted}" <${address.trim()}>`;
}
