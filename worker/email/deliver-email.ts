import type { EmailSender } from "../config/sign-in-config.ts";
import { SECOND } from "../lib/time.ts";

const TIMEOUT_MS = 10 * SECOND;

/** One message to one person. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The same key is the same message: the sender delivers it once within a day. */
  idempotencyKey?: string;
};

/** The sender did not take a message. */
export class EmailRefused extends Error {
  /** Whether the same message could be taken later. */
  readonly isRetriable: boolean;

  constructor(message: string, options: ErrorOptions & { isRetriable: boolean }) {
    super(message, options);
    this.isRetriable = options.isRetriable;
  }
}

/**
 * Hands a message to the configured sender, by Resend's API.
 * @throws EmailRefused when there is no answer within 10 s, or one that is not "taken"
 */
export async function deliverEmail(sender: EmailSender, email: Email): Promise<void> {
  const { to, idempotencyKey, ...content } = email;
  let response: Response;
  try {
    response = await fetch(`${sender.apiUrl}/emails`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sender.apiKey}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({ from: sender.from, to: [to], ...content }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new EmailRefused("the email sender did not answer", { cause, isRetriable: true });
  }
  const { status } = response;
  const body = await response.text().catch(() => "");
  if (response.ok) return;
  // The key was used before with other words: an attempt whose answer was lost did arrive.
  if (status === 409 && body.includes("invalid_idempotent_request")) return;
  // Only what is wrong with the message itself stays wrong; a key or a domain can be mended.
  const isRetriable = status !== 400 && status !== 422;
  throw new EmailRefused(`the email sender answered ${status}`, { isRetriable });
}
