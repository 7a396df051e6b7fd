import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { toEventId, toWireEvent } from "../feed/wire-event.ts";
import { newToken } from "../lib/crypto.ts";
import { MINUTE } from "../lib/time.ts";
import { measure } from "../metrics/metrics.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import {
  evaluateRound,
  unreadableSecretRound,
  type Attempted,
  type Round,
} from "./evaluate-round.ts";
import { listSigningSecrets } from "./endpoint-secret.ts";
import { sendWebhook } from "./send-webhook.ts";
import {
  AFTER_EARLIER,
  expediteRetries,
  planDeliveries,
  saveResults,
  selectDue,
  selectRemainingWork,
  startNextDeliveries,
  type DueDelivery,
  type RemainingWork,
} from "./store-deliveries.ts";
import { acquireLease, assertLease, updateEndpoint, type EndpointRow } from "./store-endpoints.ts";
import { stopEndpoint } from "./stop-endpoint.ts";

/** Longer than a run takes: a few rounds of attempts that all time out. */
const LEASE_MS = 2 * MINUTE;

/** Attempts at the same time. */
const CONCURRENCY = 20;

/** Attempts per run at an endpoint that has failed throughout so far. */
const PROBES = 2;

/**
 * Sends an endpoint its next events: plans the deliveries of new events, attempts those that are due, and records the
 * results. The lease lets only one run work on an endpoint. If a run dies between sending and recording, its events are
 * sent again when the lease ends.
 * @param input.limit how many attempts are made at most
 * @returns when the next run is due (Unix milliseconds, `ctx.now` or earlier for immediately), or null if there is
 *   nothing to do or another run is working on it
 */
export async function deliverEvents(
  ctx: Ctx,
  input: { endpointId: string; limit: number },
): Promise<number | null> {
  const { db, now } = ctx;
  const { mode } = ctx.config.stripe;
  const { endpointId: id, limit } = input;
  const token = newToken();
  const endpoint = await acquireLease(db, { id, mode, token, now, until: now + LEASE_MS });
  if (!endpoint) return null;
  const due = await planAndListDue(ctx, endpoint, limit);
  const secrets = listSigningSecrets(ctx, endpoint);
  const round =
    secrets.length === 0
      ? unreadableSecretRound
      : evaluateRound(endpoint, await attemptAll(ctx, { endpoint, secrets, due }), now);
  if (due.length > 0) {
    const failed = round.results.filter(({ error }) => error !== null).length;
    const delivered = round.results.length - failed;
    const oldestAt = Math.min(...due.map(({ createdAt }) => createdAt));
    measure(ctx, "delivery", { endpoint: id, delivered, failed, lag_ms: now - oldestAt });
  }
  return saveRound(ctx, { endpoint, token, round });
}

async function planAndListDue(
  ctx: Ctx,
  { id, leaseToken, failingSince }: EndpointRow,
  limit: number,
): Promise<DueDelivery[]> {
  const { db, now } = ctx;
  // oxlint-disable-next-line gatehouse/record-change -- a job delivers; nobody changes anything
  const answers = await commit(db, [
    ...planDeliveries({ endpointId: id, token: leaseToken ?? "", now }),
    selectDue({ endpointId: id, now, limit: failingSince === null ? limit : PROBES }),
  ]);
  return (answers.at(-1)?.results ?? []) as DueDelivery[];
}

/** Attempts all deliveries, a limited number at the same time. They belong to different users. */
async function attemptAll(
  ctx: Ctx,
  input: { endpoint: EndpointRow; secrets: string[]; due: DueDelivery[] },
): Promise<Attempted[]> {
  const { endpoint, secrets, due } = input;
  const attempted: Attempted[] = [];
  const waiting = due.values();
  const attemptNext = async () => {
    for (const delivery of waiting) {
      const message = toMessage(delivery);
      const attempt = message
        ? await sendWebhook({
            url: endpoint.url,
            secrets,
            message,
            shopOrigin: ctx.config.origin,
            now: ctx.now - ctx.clockOffsetMs,
          })
        : null;
      attempted.push({ delivery, attempt });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, attemptNext));
  return attempted;
}

/** Returns the message with a delivery's event, or null if the feed no longer has the event. */
function toMessage({ event, sequence }: DueDelivery): { id: string; body: string } | null {
  if (event === null) return null;
  const row = JSON.parse(event) as Omit<Parameters<typeof toWireEvent>[0], "sequence">;
  return { id: toEventId(sequence), body: JSON.stringify(toWireEvent({ sequence, ...row })) };
}

/** Records what a round gave and releases the lease. Returns when the next run is due, like `deliverEvents`. */
async function saveRound(
  ctx: Ctx,
  { endpoint, token, round }: { endpoint: EndpointRow; token: string; round: Round },
): Promise<number | null> {
  const { db, now } = ctx;
  const { id } = endpoint;
  const stopped = round.stop && (await stopEndpoint(ctx, { endpoint, ...round.stop }));
  const userIds = round.results
    .filter(({ status }) => status !== "pending")
    .map(({ userId }) => userId);
  // oxlint-disable-next-line gatehouse/record-change -- a job delivers; nobody changes anything
  const answers = await commit(db, [
    assertLease(id, token),
    saveResults(round.results, now),
    startNextDeliveries({ endpointId: id, userIds, now }),
    ...(round.hasRecovered ? [expediteRetries(id, now)] : []),
    updateEndpoint(db, id, { ...round.endpoint, leaseToken: null, leaseUntil: 0 }),
    ...(stopped?.statements ?? []),
    // Last: an event that was recorded before this batch is seen here; a later one finds the lease free.
    selectRemainingWork(id),
  ]);
  if (stopped) {
    ctx.defer(sendQueuedEmails(ctx, { ids: stopped.emailIds }));
    return null;
  }
  const [work] = (answers.at(-1)?.results ?? []) as RemainingWork[];
  const dueAt = work?.hasNewEvents ? now : (work?.dueAt ?? null);
  if (dueAt === null || dueAt === AFTER_EARLIER) return null;
  // Whichever run scheduled the next attempt has enqueued it already.
  if (round.results.length === 0 && dueAt > now) return null;
  return Math.max(dueAt, round.endpoint.blockedUntil ?? endpoint.blockedUntil);
}
