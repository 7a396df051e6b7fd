import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent } from "../../lib/log.ts";
import { DAY, toUtcDay } from "../../lib/time.ts";
import { listIntentsOfLines } from "../../purchases/orders/store.ts";
import { canBePacked } from "../../purchases/payments/packs.ts";
import {
  assertNotPaused,
  isPackingPaused,
  joinPacked,
  listPackedOfCustomers,
  replacePacks,
} from "../../purchases/payments/store-packs.ts";
import {
  deletePayments,
  findTimeOfNewest,
  listOldPayments,
  type PaymentRow,
} from "../../purchases/payments/store.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import { defineCursor } from "../cursors/store.ts";
import { assertNoSync, isSyncInProgressError } from "./store.ts";

/** By then, most refunds of a payment have come. The overview shows the last 30 days most of the time. */
const PACK_AFTER_MS = 30 * DAY;
/** The newest payments keep their rows, however old they are: the overview shows them. */
const KEPT = 60;
const PAYMENTS_PER_BATCH = 100;
/** Payments of one run. The next one, five minutes later, continues: that is half a million a day. */
const BATCHES_PER_RUN = 20;
/** A payment that cannot be packed now is looked at again then. */
const WALK_EVERY_MS = 7 * DAY;
/** The release before this one knows no packs. A shop that goes back to it at once finds every row. */
const FIRST_WALK_AFTER_MS = DAY;
/** A pack with more payments is not extended: D1 stores 2 MB in a row, and a payment takes 70 bytes. */
const MAX_PACKED = 10_000;

/** How far the walk through the payments is, the oldest first: the last one that was looked at. */
type PackState = { startedAt: number; at: number; id: string };

const cursor = defineCursor<PackState>("payment-packs");

/**
 * Runs every five minutes: packs older payments with which nothing more will happen. A payment moves into its pack in
 * one batch, which no sync of its customer can run beside. Each run continues where the last one stopped.
 * @param limits for tests
 */
export async function packPayments(ctx: Ctx, limits: { kept?: number } = {}): Promise<void> {
  const { kept = KEPT } = limits;
  const { mode } = ctx.config.stripe;
  let state = await openWalk(ctx);
  let before = ctx.now - PACK_AFTER_MS;
  let packed = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch++) {
    const after = { value: state.at, id: state.id };
    const rows = await listOldPayments(ctx.db, mode, { before, after, limit: PAYMENTS_PER_BATCH });
    if (rows.length === 0) break;
    if (batch === 0) {
      if (await isPackingPaused(ctx.db, ctx.now)) return;
      const newest = await findTimeOfNewest(ctx.db, mode, kept);
      if (newest === null) break;
      before = Math.min(before, newest);
    }
    const old = rows.filter(({ createdAt }) => createdAt < before);
    const last = old.at(-1);
    if (!last) break;
    const next = { ...state, at: last.createdAt, id: last.stripeChargeId };
    try {
      packed += await packRows(ctx, await withoutLines(ctx, old.filter(canBePacked)), {
        from: state,
        to: next,
      });
    } catch (error) {
      // The next run tries again.
      if (isSyncInProgressError(error)) break;
      throw error;
    }
    state = next;
  }
  if (packed > 0) logEvent("info", "payments.packed", { payments: packed }, ctx);
}

/** Leaves out payments for several products: a pack knows of each only the one that it names. */
async function withoutLines(ctx: Ctx, rows: PaymentRow[]): Promise<PaymentRow[]> {
  if (rows.length === 0) return [];
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const intents = await listIntentsOfLines(ctx.db, userIds);
  return rows.filter(({ stripePaymentIntentId }) => !intents.has(stripePaymentIntentId ?? ""));
}

/** @returns how many of the payments moved into packs */
async function packRows(
  ctx: Ctx,
  rows: PaymentRow[],
  { from, to }: { from: PackState; to: PackState },
): Promise<number> {
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  const packs = Map.groupBy(
    rows.length === 0 ? [] : await listPackedOfCustomers(ctx.db, [...byCustomer.keys()]),
    ({ customerId }) => customerId,
  );
  const changes = [...byCustomer].flatMap(([customerId, added]) => {
    const before = packs.get(customerId) ?? [];
    if (before.length > MAX_PACKED) return [];
    return [{ mode: added[0]!.mode, customerId, added, before, after: joinPacked(added, before) }];
  });
  const moved = changes.flatMap(({ added }) => added);
  const before = new Set(changes.flatMap((each) => each.before.map((row) => row.stripeChargeId)));
  // A release that knows no packs has written them again, and counted a day without the packs.
  const repeated = moved.filter(({ stripeChargeId }) => before.has(stripeChargeId));
  const days = [...new Set(repeated.map(({ createdAt }) => toUtcDay(createdAt)))];
  const userIds = [...new Set(moved.map(({ userId }) => userId))];
  await commit(ctx.db, [
    ...cursor.replace(ctx, from, to),
    ...(moved.length === 0
      ? []
      : [
          assertNoSync(ctx.db, userIds, ctx.now),
          assertNotPaused(ctx.now),
          ...replacePacks(changes),
          deletePayments(
            ctx.db,
            ctx.config.stripe.mode,
            moved.map(({ stripeChargeId }) => stripeChargeId),
          ),
          ...(days.length > 0 ? [markDaysStale(ctx.db, ctx.config.stripe.mode, days)] : []),
        ]),
  ]);
  return moved.length;
}

/** Returns how far the walk is. Starts one if it is time for the next. */
async function openWalk(ctx: Ctx): Promise<PackState> {
  const state = await cursor.read(ctx);
  if (state && ctx.now - state.startedAt < WALK_EVERY_MS) return state;
  const first: PackState = state
    ? { startedAt: ctx.now, at: 0, id: "" }
    : { startedAt: ctx.now + FIRST_WALK_AFTER_MS - WALK_EVERY_MS, at: ctx.now, id: "" };
  await commit(ctx.db, [cursor.save(ctx, first)]);
  return first;
}
