import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { MINUTE } from "../../lib/time.ts";
import { notifyTeam } from "../../email/team/queue-team-emails.ts";
import { recordNotifications } from "../../email/team/record-notifications.ts";
import { defineCursor } from "../cursors/store.ts";
import { findSignal } from "./health-signals.ts";

/** An event that is younger may still be on its way. */
const DELIVERY_GRACE_MS = 10 * MINUTE;

/**
 * Whether webhooks arrive. `suspected`: a backfill found an event that no webhook had delivered, and none has arrived
 * since. `stalled`: that stayed so, and the team was notified. `since`: when the last webhook had arrived, or else the
 * time of that event. Times in Unix milliseconds.
 */
type Watch = { state: "suspected" | "stalled"; since: number; eventAt: number; at: number };

const cursor = defineCursor<Watch | null>("webhook-watch");

/**
 * Remembers that a backfill found events which no webhook had delivered, if webhooks have been silent since. Events
 * from before the shop was set up don't count.
 * @param input.newestEventAt when the newest of them happened
 */
export async function suspectStalledWebhooks(
  ctx: Ctx,
  input: { newestEventAt: number },
): Promise<void> {
  const { newestEventAt: eventAt } = input;
  if (eventAt > ctx.now - DELIVERY_GRACE_MS) return;
  const [watch, verified, backfilled] = await Promise.all([
    cursor.read(ctx),
    findSignal(ctx, "webhook_verified"),
    findSignal(ctx, "cron_hourly"),
  ]);
  if (watch || !backfilled || eventAt <= backfilled.firstAt) return;
  if (verified && verified.lastAt >= eventAt) return;
  const since = verified?.lastAt ?? eventAt;
  await saveWatch(ctx, { state: "suspected", since, eventAt, at: ctx.now });
}

/** Returns since when webhooks have stalled, in Unix milliseconds; null if they arrive. */
export async function findStall(ctx: Ctx): Promise<number | null> {
  const watch = await cursor.read(ctx);
  return watch?.state === "stalled" ? watch.since : null;
}

/**
 * Notifies the team once when webhooks have stalled, and once when they arrive again. A suspicion becomes a stall when
 * no webhook has arrived ten minutes later either: until then, Stripe may only have been slow.
 */
export async function watchWebhooks(ctx: Ctx): Promise<void> {
  const watch = await cursor.read(ctx);
  if (!watch) return;
  const verified = await findSignal(ctx, "webhook_verified");
  const { since } = watch;
  const isHeard = verified !== null && verified.lastAt > Math.max(since, watch.eventAt);
  if (watch.state === "suspected") {
    if (isHeard) return saveWatch(ctx, null);
    if (ctx.now - watch.at < DELIVERY_GRACE_MS) return;
    logEvent("error", "webhooks.stalled", { since }, ctx);
    return saveWatch(ctx, { ...watch, state: "stalled" }, { event: "stalled", since });
  }
  if (!isHeard) return;
  logEvent("info", "webhooks.recovered", { since }, ctx);
  await saveWatch(ctx, null, { event: "recovered", since });
}

/** Saves the state, and in the same batch the team's notification. */
async function saveWatch(
  ctx: Ctx,
  watch: Watch | null,
  facts?: { event: "stalled" | "recovered"; since: number },
): Promise<void> {
  await commit(ctx.db, [
    cursor.save(ctx, watch),
    ...(facts
      ? recordNotifications(ctx, [
          {
            kind: "webhooks_stalled",
            dedupeKey: `${facts.since}:${facts.event}`,
            sourceType: "webhooks",
            sourceId: "",
            facts,
            amountMinor: null,
            currency: null,
          },
        ])
      : []),
  ]);
  if (facts) await notifyTeam(ctx);
}
