import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { logEvent, summarizeError } from "../lib/log.ts";
import { SECOND } from "../lib/time.ts";
import { findUrlProblem } from "./endpoint-url.ts";

const TIMEOUT_MS = 10 * SECOND;
/** How much of an answer is kept. */
const MAX_ANSWER_BYTES = 1024;

/** Why an attempt failed. */
export type AttemptError =
  | "no_answer"
  | "timeout"
  | "redirect"
  | "bad_status"
  | "url_refused"
  | "secret_unreadable"
  | "event_expired";

/** One attempt at an endpoint. `status` is null if there was no answer. */
export type Attempt = {
  error: AttemptError | null;
  status: number | null;
  answer: string | null;
  durationMs: number;
};

/** A message of Standard Webhooks. `id` is the event's, `body` is JSON. */
export type WebhookMessageContent = { id: string; body: string };

/**
 * Sends a message once and never follows a redirect, since it could lead into a private network.
 * @param input.secrets sign it, each with a signature of its own
 * @param input.now the real time, for the signature: receivers refuse another; Unix milliseconds
 * @returns what happened; never throws
 */
export async function sendWebhook(input: {
  url: string;
  secrets: string[];
  message: WebhookMessageContent;
  shopOrigin: string;
  now: number;
  timeoutMs?: number;
}): Promise<Attempt> {
  const { url, secrets, message, shopOrigin, now, timeoutMs = TIMEOUT_MS } = input;
  const failed = (error: AttemptError): Attempt => ({
    error,
    status: null,
    answer: null,
    durationMs: 0,
  });
  if (findUrlProblem(url, shopOrigin) !== null) return failed("url_refused");
  if (secrets.length === 0) return failed("secret_unreadable");
  const startedAt = Date.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": "Gatehouse-Webhooks/1",
        ...signMessage(message, secrets, now),
      },
      body: message.body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await readAnswer(response);
    const { status } = response;
    return { error: toError(status), status, answer, durationMs: Date.now() - startedAt };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    if (!isTimeout) logEvent("info", "webhook.no_answer", { error: summarizeError(error) });
    return {
      ...failed(isTimeout ? "timeout" : "no_answer"),
      durationMs: Date.now() - startedAt,
    };
  }
}

/** Returns the headers of Standard Webhooks. */
function signMessage({ id, body }: WebhookMessageContent, secrets: string[], now: number) {
  const timestamp = String(Math.floor(now / SECOND));
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}

function toError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "bad_status";
}

/** Returns the beginning of the answer. The status already decides, so a body that breaks off is no failure. */
async function readAnswer(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let left = MAX_ANSWER_BYTES;
  let text = "";
  try {
    const reader = (response.body ?? new Blob().stream()).getReader();
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
    }
    await reader.cancel();
  } catch {
    // Keeps what was read.
  }
  return text;
}
