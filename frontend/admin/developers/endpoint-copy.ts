import { formatDateTime } from "../../ui/format-time.ts";
import type { Delivery, Endpoint } from "./endpoint-queries.ts";

const HOUR_SECONDS = 3600;

/** How long the old secret signs next to the new one, in seconds. */
export const secretOverlapOptions = [
  { value: "0", label: "No time: it stops immediately" },
  { value: String(HOUR_SECONDS), label: "1 hour" },
  { value: String(24 * HOUR_SECONDS), label: "24 hours" },
  { value: String(7 * 24 * HOUR_SECONDS), label: "7 days" },
];

/** The filter of deliveries by status. */
export const deliveryStatusOptions = [
  { value: "", label: "All" },
  { value: "failed", label: "Failed" },
  { value: "pending", label: "Waiting" },
  { value: "delivered", label: "Delivered" },
];

type EndpointState = Pick<Endpoint, "status" | "statusReason" | "failingSince">;

/** An endpoint's status in a word. */
export function getEndpointLabel({ status, failingSince }: EndpointState): string {
  if (status === "paused") return "Paused";
  if (status === "disabled") return "Disabled";
  return failingSince === null ? "Enabled" : "Failing";
}

/** Says why an endpoint gets no events, or fails, and what to do. Null if it works. */
export function explainEndpoint(endpoint: EndpointState): { title: string; next: string } | null {
  const { status, statusReason, failingSince } = endpoint;
  const kept = "No event is lost: they wait in the feed, and are sent in order once you resume.";
  if (status === "enabled")
    return failingSince === null
      ? null
      : {
          title: `Every attempt has failed since ${formatDateTime(Date.parse(failingSince))}.`,
          next: "We keep trying, less and less often. After 5 days of failures, the endpoint is paused. Its deliveries show what it answered.",
        };
  switch (statusReason) {
    case "failing":
      return {
        title: "Paused, because every attempt failed for 5 days.",
        next: `Find out from the latest deliveries why, and fix the receiver. ${kept}`,
      };
    case "secret_unreadable":
      return {
        title: "Paused, because the shop can’t read the signing secret.",
        next: `It was stored under an AUTH_SECRET that the shop no longer has. Roll the secret, then resume. ${kept}`,
      };
    case "gone":
      return {
        title: "Disabled, because it answered 410 Gone.",
        next: `The receiver asked us to stop. If it should get events again, enable it. ${kept}`,
      };
    default:
      return { title: "Disabled by your team.", next: kept.replace("resume", "enable it") };
  }
}

const errorSentences: Record<string, string> = {
  no_answer: "No answer: the connection failed",
  timeout: "No answer within 10 seconds",
  redirect: "The endpoint answered with a redirect, which is not followed",
  bad_status: "The endpoint answered with an error",
  url_refused: "The URL is no longer allowed: only https to public hosts is",
  secret_unreadable: "The shop can’t read the signing secret",
  event_expired: "The event is no longer in the feed",
};

/** Describes the latest attempt of a delivery: "200 in 80 ms", "500", "No answer within 10 seconds". */
export function describeAttempt(
  attempt: Pick<Delivery, "responseStatus" | "error" | "durationMs">,
): string {
  const { responseStatus, error, durationMs } = attempt;
  if (responseStatus === null) return errorSentences[error ?? ""] ?? "Not attempted yet";
  return durationMs === null ? String(responseStatus) : `${responseStatus} in ${durationMs} ms`;
}

/** Describes a failed attempt in a sentence, or null if it succeeded or was not made. */
export function explainAttempt({ error }: Pick<Delivery, "error">): string | null {
  return error === null ? null : `${errorSentences[error] ?? "The attempt failed"}.`;
}

/** A delivery's status in a word. */
export function getDeliveryLabel({ status, error }: Pick<Delivery, "status" | "error">): string {
  if (status === "pending") return error === null ? "Waiting" : "Retrying";
  return status === "delivered" ? "Delivered" : "Failed";
}

/** Says what happens next with a delivery that is not delivered; null if nothing does. */
export function describeNextAttempt(
  { status, attempts, nextAttemptAt }: Pick<Delivery, "status" | "attempts" | "nextAttemptAt">,
  endpointStatus: Endpoint["status"],
  now: number,
): string | null {
  if (status === "delivered") return null;
  if (status === "failed") return "All retries failed. You can retry it now.";
  if (endpointStatus !== "enabled") return "It waits until the endpoint is enabled.";
  if (nextAttemptAt === null)
    return "It waits for an earlier event of the same customer, so that their order is kept.";
  const at = Date.parse(nextAttemptAt);
  if (at <= now) return "It will be sent in a moment.";
  return `${attempts === 0 ? "It is sent" : "The next attempt is"} on ${formatDateTime(at)}.`;
}
