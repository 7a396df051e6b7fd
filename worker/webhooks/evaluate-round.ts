import { MINUTE } from "../lib/time.ts";
import { isGivenUp, isPauseDue, scheduleProbe, scheduleRetry } from "./schedule.ts";
import type { Attempt } from "./send-webhook.ts";
import type { DeliveryResult, DueDelivery } from "./store-deliveries.ts";
import type { EndpointRow } from "./store-endpoints.ts";

/** A due delivery and what its attempt gave; null if its event no longer exists, so that nothing was sent. */
export type Attempted = { delivery: DueDelivery; attempt: Attempt | null };

/** Why an endpoint gets no more events. */
export type StopReason = "failing" | "gone" | "secret_unreadable";

/** What one run changes. */
export type Round = {
  results: (DeliveryResult & { userId: string })[];
  endpoint: Partial<Pick<EndpointRow, "failingSince" | "blockedUntil">>;
  /** Set if the endpoint gets no more events until the seller enables it again. */
  stop: { status: "paused" | "disabled"; reason: StopReason } | null;
  /** Whether the endpoint works again after an outage: what was scheduled for later is due now. */
  hasRecovered: boolean;
};

/** After a shorter failure, the deliveries keep their schedule: one event can fail while all others succeed. */
const OUTAGE_MS = 5 * MINUTE;

/** The endpoint's secret cannot be decrypted, so nothing was sent. The seller must roll it. */
export const unreadableSecretRound: Round = {
  results: [],
  endpoint: {},
  stop: { status: "paused", reason: "secret_unreadable" },
  hasRecovered: false,
};

/** Decides what follows from the attempts of one run. A pure function, except for the jitter. */
export function evaluateRound(
  endpoint: Pick<EndpointRow, "failingSince">,
  attempted: Attempted[],
  now: number,
): Round {
  const attempts = attempted.flatMap(({ attempt }) => attempt ?? []);
  const hasSuccess = attempts.some(({ error }) => error === null);
  const { failingSince: failedBefore } = endpoint;
  const failingSince = hasSuccess
    ? null
    : attempts.length > 0
      ? (failedBefore ?? now)
      : failedBefore;
  return {
    results: attempted.map((each) => toResult(each, failingSince, now)),
    endpoint: {
      ...(attempts.length > 0 && {
        failingSince,
        blockedUntil: failingSince === null ? 0 : scheduleProbe(failingSince, now),
      }),
    },
    stop: attempts.some(({ status }) => status === 410)
      ? { status: "disabled", reason: "gone" }
      : attempts.length > 0 && failingSince !== null && isPauseDue(failingSince, now)
        ? { status: "paused", reason: "failing" }
        : null,
    hasRecovered: hasSuccess && failedBefore !== null && now - failedBefore >= OUTAGE_MS,
  };
}

function toResult(
  { delivery, attempt }: Attempted,
  failingSince: number | null,
  now: number,
): Round["results"][number] {
  const attempts = delivery.attempts + 1;
  const { id, userId, createdAt } = delivery;
  const isFailed = !attempt || isGivenUp({ attempts, createdAt }, failingSince, now);
  const status = attempt?.error === null ? "delivered" : isFailed ? "failed" : "pending";
  return {
    id,
    userId,
    status,
    nextAttemptAt: status === "pending" ? scheduleRetry(attempts, now) : now,
    responseStatus: attempt?.status ?? null,
    error: attempt ? attempt.error : "event_expired",
    responseBody: attempt?.answer ?? null,
    durationMs: attempt?.durationMs ?? null,
  };
}
