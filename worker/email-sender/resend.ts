import type { ResendSender } from "../config/sign-in-config.ts";
import { HOUR, SECOND } from "../lib/time.ts";
import { EmailDeliveryError, parseSender, type EmailMessage } from "./email-message.ts";

const TIMEOUT_MS = 10 * SECOND;

/** What the names of Resend's errors mean for the team. */
const meanings: Record<string, string> = {
  missing_api_key: "EMAIL_API_KEY is wrong",
  invalid_api_key: "EMAIL_API_KEY is wrong",
  restricted_api_key: "EMAIL_API_KEY may not send emails",
  validation_error: "the message or the domain of EMAIL_FROM is not accepted",
  rate_limit_exceeded: "too many requests, the shop waits",
  daily_quota_exceeded: "the plan’s emails of this day are used up",
  monthly_quota_exceeded: "the plan’s emails of this month are used up",
};

/**
 * Sends one message, or several with one request: all are accepted, or none.
 * @param input a message, or an array of a hundred at most
 * @param idempotencyKey with the same key, also other messages count as accepted
 * @returns Resend's ids of the messages; none if they were accepted before
 * @throws EmailDeliveryError if there is no response within 10 s, or the response isn't a success
 */
export async function sendByResend(
  sender: ResendSender,
  input: EmailMessage | EmailMessage[],
  idempotencyKey: string | undefined,
): Promise<string[]> {
  const isBatch = Array.isArray(input);
  let response: Response;
  try {
    response = await fetch(`${sender.apiUrl}${isBatch ? "/emails/batch" : "/emails"}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sender.apiKey}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify(
        isBatch ? input.map((message) => toBody(sender, message)) : toBody(sender, input),
      ),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new EmailDeliveryError("the email sender did not answer", { cause, isRetriable: true });
  }
  const { status } = response;
  const answer = await readAnswer(response);
  if (response.ok) return [answer, ...(answer.data ?? [])].flatMap(({ id }) => id ?? []);
  // An earlier attempt used this key with different content: its response was lost, but the message was delivered.
  if (status === 409 && answer.name === "invalid_idempotent_request") return [];
  const meaning = meanings[answer.name ?? ""];
  throw new EmailDeliveryError(
    `the email sender answered ${status}${meaning ? `: ${meaning}` : ""}`,
    {
      // An invalid message stays invalid. A wrong API key or domain can be fixed, so those are retried.
      isRetriable: ![400, 413, 422].includes(status),
      retryAfterMs: status === 429 ? readRetryAfter(response, answer.name) : null,
    },
  );
}

type Answer = { id?: string; name?: string; data?: { id?: string }[] };

async function readAnswer(response: Response): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => null);
  return typeof answer === "object" && answer !== null ? answer : {};
}

function toBody(sender: ResendSender, message: EmailMessage) {
  const { to, fromName, replyTo, idempotencyKey: _, ...content } = message;
  return {
    from: fromName === undefined ? sender.from : withName(sender.from, fromName),
    to: [to],
    ...(replyTo && { reply_to: replyTo }),
    ...content,
  };
}

/** `"Tidewater" <shop@example.com>`: the address of a configured sender, under another name. */
function withName(from: string, name: string): string {
  const quoted = name.replaceAll(/[\\"]/g, "\\$&").replaceAll(/[\p{Cc}<>]/gu, " ");
  return `"${quoted}" <${parseSender(from).email}>`;
}

/** A second, unless the sender says more. Nothing is sent for an hour after the emails of a plan are used up. */
function readRetryAfter({ headers }: Response, name = ""): number {
  if (name.endsWith("_quota_exceeded")) return HOUR;
  const seconds = Number(headers.get("retry-after"));
  return seconds > 0 && seconds < HOUR / SECOND ? Math.ceil(seconds) * SECOND : SECOND;
}
