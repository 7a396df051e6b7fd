import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { HOUR, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { takeEvent } from "../inbox/receive-event.ts";
import { findCursor, putCursor } from "./store.ts";

/** The most event types that Stripe's list takes in one call. */
const TYPES_PER_CALL = 20;
/** Events are listed again this far back, since they do not become listable in order. */
const OVERLAP_MS = HOUR;
/** Stripe keeps events for 30 days. */
const RETENTION_MS = 30 * 24 * HOUR;

/**
 * Lists what Stripe has sent since the last backfill and takes it through ordinary ingress, so that a delivery that was
 * lost is made up for. The cursor moves only when everything was taken.
 * @returns how many events were seen, and how many of them no delivery had brought
 */
export async function backfillEvents(ctx: Ctx): Promise<{ seen: number; missed: number }> {
  const name = `backfill:${ctx.config.stripe.mode}`;
  const cursor = await findCursor(ctx.db, name);
  const from = cursor ? Number(cursor.value) - OVERLAP_MS : ctx.now - RETENTION_MS;
  const events = await listEvents(ctx.stripe, Math.floor(from / SECOND));
  let missed = 0;
  for (const event of events) {
    const { isNew } = await takeEvent(ctx, { event, payload: JSON.stringify(event) });
    if (isNew) missed++;
  }
  await commit(ctx.db, [putCursor(ctx.db, { name, value: String(ctx.now), updatedAt: ctx.now })]);
  return { seen: events.length, missed };
}

/** Oldest first. */
async function listEvents(stripe: Stripe, sinceSeconds: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  for (let at = 0; at < eventTypes.length; at += TYPES_PER_CALL) {
    const types = eventTypes.slice(at, at + TYPES_PER_CALL);
    const pages = stripe.events.list({ types, created: { gte: sinceSeconds }, limit: 100 });
    for await (const event of pages) events.push(event);
  }
  return events.toSorted((a, b) => a.created - b.created);
}
