import { DAY, HOUR, MINUTE, SECOND } from "../lib/time.ts";

/** The delays after the first attempt, the second and so on. After the last one, an attempt is made every day. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
  DAY,
] as const;

const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;
const SCHEDULE_MS = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);

/** An endpoint is paused when every attempt has failed for so long. */
const PAUSE_AFTER_MS = 5 * DAY;

const MIN_BLOCK_MS = 5 * SECOND;
const MAX_BLOCK_MS = 5 * MINUTE;

/** Up to a tenth is added to each delay, so that the retries after an outage do not all come at once. */
const JITTER = 0.1;

/**
 * Returns when the next attempt is due.
 * @param attempts how many were made, including the one that just failed
 * @param random from 0 to 1
 */
export function scheduleRetry(attempts: number, now: number, random = Math.random()): number {
  const delayMs = RETRY_DELAYS_MS[attempts - 1] ?? DAY;
  return now + Math.round(delayMs * (1 + JITTER * random));
}

/**
 * Whether an event is given up after a failed attempt: its schedule is used up, and the endpoint has accepted other
 * events since. If the endpoint accepts nothing at all, the event is not the cause, so it waits.
 * @param failingSince since when every attempt at the endpoint has failed; null if the latest one did not
 */
export function isGivenUp(
  delivery: { attempts: number; createdAt: number },
  failingSince: number | null,
  now: number,
): boolean {
  const isScheduleUsedUp =
    delivery.attempts >= MAX_ATTEMPTS && now - delivery.createdAt >= SCHEDULE_MS;
  return isScheduleUsedUp && (failingSince === null || failingSince > delivery.createdAt);
}

/** Whether an endpoint that just failed again has failed for so long that it is paused. */
export function isPauseDue(failingSince: number, now: number): boolean {
  return now - failingSince >= PAUSE_AFTER_MS;
}

/**
 * Returns until when no attempt is made at an endpoint that fails throughout: longer, the longer it has failed, but
 * never so long that an event which the endpoint would accept waits for more than five minutes.
 */
export function scheduleProbe(failingSince: number, now: number): number {
  const blockMs = (now - failingSince) / 10;
  return now + Math.min(Math.max(Math.round(blockMs), MIN_BLOCK_MS), MAX_BLOCK_MS);
}
