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
  /** The sender delivers messages with the same key only once within 24 hours, if it knows such keys. */
  idempotencyKey?: string;
};

/** The email sender rejected a message or did not respond. Its message says why, for the team. */
export class EmailDeliveryError extends Error {
  /** Whether a retry of the same message can succeed. */
  readonly isRetriable: boolean;
  /**
   * How long to wait, in milliseconds, because the sender accepts no more messages for now: it did not accept this one,
   * and would accept no other. Null if it said something else.
   */
  readonly retryAfterMs: number | null;
  /** Whether it is about this message alone: others may be accepted. */
  readonly isOfMessage: boolean;

  constructor(
    message: string,
    options: ErrorOptions & {
      isRetriable: boolean;
      retryAfterMs?: number | null;
      isOfMessage?: boolean;
    },
  ) {
    super(message, options);
    this.isRetriable = options.isRetriable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isOfMessage = options.isOfMessage ?? !options.isRetriable;
  }
}

/** Takes `"Tidewater" <shop@example.com>` apart. `name` is empty if there is only an address. */
export function parseSender(from: string): { name: string; email: string } {
  const [, name = "", email = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: name.trim().replaceAll(/^"|"$/g, ""), email: email.trim() };
}
