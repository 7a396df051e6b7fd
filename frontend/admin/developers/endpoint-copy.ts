import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { toOptions, translateLabel, type Status } from "../frame/label.tsx";
import type { Delivery, Endpoint } from "./endpoint-queries.ts";

/** The filter of deliveries by status. */
export const deliveryStatusOptions = toOptions({
  "": msg`All`,
  failed: msg`Failed`,
  pending: msg`Pending`,
  delivered: msg`Delivered`,
});

type EndpointState = Pick<Endpoint, "status" | "statusReason" | "failingSince">;

/** An endpoint's status in a word. */
export function getEndpointLabel(i18n: I18n, { status, failingSince }: EndpointState): string {
  if (status === "paused") return i18n._(msg`Paused`);
  if (status === "disabled") return i18n._(msg`Disabled`);
  return failingSince === null ? i18n._(msg`Enabled`) : i18n._(msg`Failing`);
}

type Explanation = { title: MessageDescriptor; next: MessageDescriptor };

/** Why the shop stopped sending, by its reason. */
const stops: Record<string, Explanation> = {
  failing: {
    title: msg`Paused because every attempt failed for 5 days.`,
    next: msg`Check the latest deliveries for the reason, fix your endpoint, then resume. No event is lost: all waiting events are then sent in order.`,
  },
  secret_unreadable: {
    title: msg`Paused because the shop can’t read the signing secret.`,
    next: msg`It was stored with a different AUTH_SECRET. Roll the secret, then resume. No event is lost: all waiting events are then sent in order.`,
  },
  gone: {
    title: msg`Disabled because the endpoint returned 410 Gone.`,
    next: msg`This status tells the shop to stop sending. To receive events again, enable the endpoint. No event is lost: all waiting events are then sent in order.`,
  },
};

const stoppedByTeam: Explanation = {
  title: msg`Disabled by your team.`,
  next: msg`No event is lost: when you enable the endpoint, all waiting events are sent in order.`,
};

function findProblem(
  i18n: I18n,
  { status, statusReason, failingSince }: EndpointState,
): Explanation | null {
  if (status !== "enabled") return stops[statusReason ?? ""] ?? stoppedByTeam;
  if (failingSince === null) return null;
  const date = formatsOf(i18n).dateTime(Date.parse(failingSince));
  return {
    title: msg`Every attempt has failed since ${date}.`,
    next: msg`The shop retries at increasing intervals. After 5 days of failures, the endpoint is paused. The deliveries below show each response.`,
  };
}

/** Says why an endpoint gets no events, or fails, and what to do. Null if it works. */
export function explainEndpoint(
  i18n: I18n,
  endpoint: EndpointState,
): { title: string; next: string } | null {
  const problem = findProblem(i18n, endpoint);
  return problem && { title: i18n._(problem.title), next: i18n._(problem.next) };
}

const errorSentences: Record<string, MessageDescriptor> = {
  no_answer: msg`The connection failed.`,
  timeout: msg`No response within 10 seconds.`,
  redirect: msg`The endpoint returned a redirect, which is not followed.`,
  bad_status: msg`The endpoint returned an error.`,
  url_refused: msg`The URL is no longer allowed. Use https and a public host.`,
  secret_unreadable: msg`The shop can’t read the signing secret.`,
  event_expired: msg`The event is no longer in the feed.`,
};

/** Short forms for a table. */
const errorLabels: Record<string, MessageDescriptor> = {
  no_answer: msg`Connection failed`,
  timeout: msg`No response within 10 seconds`,
  url_refused: msg`URL not allowed`,
  secret_unreadable: msg`Unreadable signing secret`,
  event_expired: msg`Event expired`,
};

/** Describes the latest attempt of a delivery: "200 in 80 ms", "500", "No response within 10 seconds". */
export function describeAttempt(
  i18n: I18n,
  attempt: Pick<Delivery, "responseStatus" | "error" | "durationMs">,
): string {
  const { responseStatus: status, error, durationMs } = attempt;
  if (status === null) return i18n._(errorLabels[error ?? ""] ?? msg`Not attempted yet`);
  if (durationMs === null) return String(status);
  return i18n._(msg`${status} in ${durationMs} ms`);
}

/** Describes a failed attempt in a sentence, or null if it succeeded or was not made. */
export function explainAttempt(i18n: I18n, { error }: Pick<Delivery, "error">): string | null {
  return error === null ? null : i18n._(errorSentences[error] ?? msg`The attempt failed.`);
}

/** How a delivery's status is shown. */
export function getDeliveryStatus({ status, error }: Pick<Delivery, "status" | "error">): Status {
  if (status === "delivered") return { tone: "good", label: msg`Delivered` };
  if (status === "failed") return { tone: "bad", label: msg`Failed` };
  return error === null
    ? { tone: "neutral", label: msg`Pending` }
    : { tone: "warning", label: msg`Retrying` };
}

/** A delivery's status in a word. */
export function getDeliveryLabel(i18n: I18n, delivery: Pick<Delivery, "status" | "error">): string {
  return translateLabel(i18n, getDeliveryStatus(delivery).label);
}

/** Says what happens next with a delivery that is not delivered; null if nothing does. */
export function describeNextAttempt(
  i18n: I18n,
  { status, attempts, nextAttemptAt }: Pick<Delivery, "status" | "attempts" | "nextAttemptAt">,
  endpointStatus: Endpoint["status"],
  now: number,
): string | null {
  if (status === "delivered") return null;
  if (status === "failed") return i18n._(msg`All retries failed. You can retry it now.`);
  if (endpointStatus !== "enabled")
    return i18n._(msg`It will be sent when the endpoint is enabled.`);
  if (nextAttemptAt === null)
    return i18n._(
      msg`It will be sent after an earlier event of the same customer, so that events arrive in order.`,
    );
  const at = Date.parse(nextAttemptAt);
  if (at <= now) return i18n._(msg`It will be sent in a moment.`);
  const date = formatsOf(i18n).dateTime(at);
  return attempts === 0
    ? i18n._(msg`It will be sent on ${date}.`)
    : i18n._(msg`The next attempt is on ${date}.`);
}

/** Says how many deliveries are retried. */
export function describeRetried(i18n: I18n, count: number): string {
  if (count === 0) return i18n._(msg`No failed deliveries to retry.`);
  return i18n._(
    msg`${plural(count, { one: "Retrying # delivery.", other: "Retrying # deliveries." })}`,
  );
}
