import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { defineCursor, defineLease } from "../cursors/store.ts";
import { erasePayloadsInObjects, payloadExpiryOf, writePayloads } from "./payload-objects.ts";
import {
  deleteErasures,
  deletePayloads,
  emptyPayloads,
  findOldestPayloadWork,
  findPayloadWork,
  listErasures,
  listOldestPayloads,
  listPayloadsInEvents,
  type EventPayload,
  type StoredPayload,
} from "./store-payloads.ts";

/** Payloads of one object at most. They are about 1 MB, and 80 kB compressed. */
const OBJECT_SIZE = 200;
/** Objects of one run. The next one, five minutes later, continues: that is 2.9 million events a day. */
const OBJECTS_PER_RUN = 50;
const ERASURES_PER_RUN = 1000;
/** For so long after the first run, a deployment may still store payloads in the rows of events. */
const OLD_VERSION_MS = DAY;

/**
 * `oldAfter`: the last event that was looked at for a payload in its row, as versions before `event_payloads` stored
 * it; null once all were. `startedAt`: when the first run began.
 */
type State = { oldAfter: number | null; startedAt: number };

const cursor = defineCursor<State>("payloads");
/** A run that began before that is over: the platform ends it after 15 minutes. */
const lease = defineLease("payloads", 20 * MINUTE);

/**
 * Runs every five minutes: moves the payloads of Stripe's events from the database to R2, where they cost a fiftieth,
 * and erases there those of users who deleted their accounts. One run works at a time, moving first: so an erasure also
 * finds what a run has just written, or wrote before it crashed. Each step can be repeated.
 * @throws `unavailable` if R2 does not answer; the next run continues
 */
export async function movePayloads(ctx: Ctx): Promise<void> {
  const { oldAfter } = await readState(ctx);
  const work = await findPayloadWork(ctx.db, oldAfter ?? Number.MAX_SAFE_INTEGER);
  if (!work.payloads && !work.erasures && !work.oldEvents) return;
  const held = await lease.take(ctx);
  if (!held) return;
  try {
    const state = await readState(ctx);
    const moved = await moveStoredPayloads(ctx);
    const next = { ...state, oldAfter: await moveOldPayloads(ctx, state) };
    await commit(ctx.db, [cursor.save(ctx, next)]);
    const erased = await erasePayloads(ctx);
    if (moved + erased > 0) logEvent("info", "payloads.moved", { moved, erased }, ctx);
    const late = await findLatePayloads(ctx);
    if (late)
      logEvent("error", "payloads.late", { waits_for: late.waitsFor, since: late.since }, ctx);
  } finally {
    await held.release();
  }
}

async function readState(ctx: Ctx): Promise<State> {
  return (await cursor.read(ctx)) ?? { oldAfter: 0, startedAt: ctx.now };
}

/** What a payload has waited for too long, and since when (Unix milliseconds). */
export type LatePayload = { waitsFor: "move" | "erasure"; since: number };

/** Returns whether a payload in the database or an erasure has waited for more than an hour, since when the oldest. */
export async function findLatePayloads(ctx: Ctx): Promise<LatePayload | null> {
  const { movesSince, erasuresSince } = await findOldestPayloadWork(ctx.db);
  const isLate = (since: number | null) => since !== null && since < ctx.now - HOUR;
  if (isLate(erasuresSince)) return { waitsFor: "erasure", since: erasuresSince! };
  return isLate(movesSince) ? { waitsFor: "move", since: movesSince! } : null;
}

/** @returns how many payloads were moved */
async function moveStoredPayloads(ctx: Ctx): Promise<number> {
  let moved = 0;
  for (let object = 0; object < OBJECTS_PER_RUN; object++) {
    const stored = await listOldestPayloads(ctx.db, OBJECT_SIZE);
    if (stored.length === 0) break;
    await writeEachDay(ctx, stored);
    await commit(ctx.db, [deletePayloads(stored.map(({ position }) => position))]);
    moved += stored.length;
  }
  return moved;
}

/** @returns the new `oldAfter` */
async function moveOldPayloads(ctx: Ctx, state: State): Promise<number | null> {
  let after = state.oldAfter;
  for (let object = 0; after !== null && object < OBJECTS_PER_RUN; object++) {
    const events = await listPayloadsInEvents(ctx.db, { after, limit: OBJECT_SIZE });
    const withPayload = events.filter(({ payload }) => payload !== "");
    await writeEachDay(ctx, withPayload);
    if (withPayload.length > 0)
      await commit(ctx.db, [emptyPayloads(withPayload.map(({ position }) => position))]);
    if (events.length === 0) return ctx.now - state.startedAt > OLD_VERSION_MS ? null : after;
    after = events.at(-1)!.position;
  }
  return after;
}

/** Writes an object for each mode and day, without what has expired. */
async function writeEachDay(ctx: Ctx, payloads: StoredPayload[]): Promise<void> {
  const kept = payloads.filter(
    (each): each is EventPayload & { position: number } =>
      each.id !== null && each.payload !== "" && payloadExpiryOf(ctx, each) > ctx.now,
  );
  const byDay = Map.groupBy(
    kept,
    ({ mode, receivedAt }) => `${mode}/${Math.floor(receivedAt / DAY)}`,
  );
  for (const ofDay of byDay.values()) await writePayloads(ctx, ofDay);
}

/** @returns how many payloads were erased in R2 */
async function erasePayloads(ctx: Ctx): Promise<number> {
  const due = await listErasures(ctx.db, ERASURES_PER_RUN);
  // The objects of expired ones are deleted as a whole.
  await erasePayloadsInObjects(
    ctx,
    due.filter((event) => payloadExpiryOf(ctx, event) > ctx.now),
  );
  if (due.length > 0) await commit(ctx.db, [deleteErasures(due)]);
  return due.length;
}
