import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, toUtcDay, type Calendar } from "../../lib/time.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { assertTimeZone, isTimeZoneError } from "../../settings/store.ts";
import {
  addUpPacked,
  findPackedTimes,
  isPackedUnchanged,
  listPackedByTime,
  readPackedFingerprint,
} from "../payments/store-packs.ts";
import type { PaymentRow } from "../payments/store.ts";
import { toOverlappingDays, type ShopDay } from "./spans.ts";
import { listStaleDays } from "./store.ts";
import { recomputeDailyTotals, type PackedTotal } from "./store-recompute.ts";

/** For a busy shop, a batch of this many days takes a second or less. */
const DAYS_PER_BATCH = 50;
/** Packed payments that are read at once. */
const PACKED_PER_PAGE = 1000;

type Limits = { batches: number; unpacked: number };

/** The next run, five minutes later, goes on. Only a shop with another time zone than UTC opens packs: ten seconds. */
const perRun: Limits = { batches: Infinity, unpacked: 20_000 };
/** As much as a person waits for. */
const perView: Limits = { batches: 10, unpacked: 5000 };

/** Recomputes what a person is about to see, and no more than they wait for: cron does the rest. */
export const updateTotalsForView = (ctx: Ctx) => updateDailyTotals(ctx, perView);

/**
 * Recomputes the totals of every stale day from its payments, subscriptions, checkouts and movements of MRR; totals are
 * never adjusted incrementally. A refund counts on the day of its payment, so a day's total shows the final revenue of
 * that day's sales. Stale days are in UTC, so that a sync need not know the time zone of the shop; recomputed are all of
 * the shop's days that have a part of them.
 */
export async function updateDailyTotals(ctx: Ctx, limits: Limits = perRun): Promise<void> {
  const { mode } = ctx.config.stripe;
  let { unpacked } = limits;
  for (let batch = 0; batch < limits.batches && unpacked > 0; batch++) {
    const marks = await listStaleDays(ctx.db, mode, DAYS_PER_BATCH);
    if (marks.length === 0) return;
    const calendar = await openShopCalendar(ctx);
    const { timeZone } = calendar;
    try {
      if (timeZone === "UTC") {
        const days = marks.flatMap((mark) => toOverlappingDays(calendar, mark));
        await commit(ctx.db, [
          assertTimeZone(timeZone),
          ...recomputeDailyTotals(mode, { marks, days, packed: null }),
        ]);
        if (marks.length < DAYS_PER_BATCH) return;
      } else {
        const found = await openPacks(ctx, { calendar, marks, limit: unpacked });
        unpacked -= found.opened;
        const { utcDays, fingerprint } = found;
        await commit(ctx.db, [
          assertTimeZone(timeZone, isPackedUnchanged(mode, utcDays, fingerprint)),
          ...recomputeDailyTotals(mode, found),
        ]);
      }
    } catch (error) {
      // The zone was changed, or a payment was packed meanwhile: the next run finds the days still stale.
      if (isTimeZoneError(error)) return;
      throw error;
    }
  }
}

/**
 * Adds up the packed payments of the shop's days that have a part of stale UTC days. The totals of packed payments are
 * kept by UTC day only, so the packs are opened.
 * @param input.limit after this many payments, further marks are left for later
 */
async function openPacks(
  ctx: Ctx,
  input: { calendar: Calendar; marks: string[]; limit: number },
): Promise<{
  marks: string[];
  days: ShopDay[];
  packed: PackedTotal[];
  opened: number;
  utcDays: string[];
  fingerprint: string;
}> {
  const { mode } = ctx.config.stripe;
  const all = new Map(
    input.marks.flatMap((mark) =>
      toOverlappingDays(input.calendar, mark).map((day) => [day.day, day]),
    ),
  );
  const utcDays = [
    ...new Set([...all.values()].flatMap(({ since, until }) => listUtcDays(since, until))),
  ];
  // Before the packs: a payment that is packed meanwhile is noticed.
  const fingerprint = await readPackedFingerprint(ctx.db, mode, utcDays);
  const times = await findPackedTimes(ctx.db, mode);
  const days = new Map<string, ShopDay>();
  const [marks, packed]: [string[], PackedTotal[]] = [[], []];
  let opened = 0;
  for (const mark of input.marks) {
    if (opened >= input.limit) break;
    for (const day of toOverlappingDays(input.calendar, mark)) {
      if (days.has(day.day)) continue;
      days.set(day.day, day);
      if (times === null || day.until <= times.first || day.since > times.last) continue;
      const payments = await listPackedOfDay(ctx, day);
      opened += payments.length;
      const signed = payments.map((payment) => ({ payment, sign: 1 as const }));
      packed.push(...addUpPacked(signed, () => day.day));
    }
    marks.push(mark);
  }
  return { marks, days: [...days.values()], packed, opened, utcDays, fingerprint };
}

function listUtcDays(since: number, until: number): string[] {
  const days: string[] = [];
  for (let at = Date.parse(toUtcDay(since)); at < until; at += DAY) days.push(toUtcDay(at));
  return days;
}

async function listPackedOfDay(ctx: Ctx, { since, until }: ShopDay): Promise<PaymentRow[]> {
  const found: PaymentRow[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await listPackedByTime(ctx.db, ctx.config.stripe.mode, {
      since,
      until,
      after: last && { value: last.createdAt, id: last.stripeChargeId },
      limit: PACKED_PER_PAGE,
    });
    found.push(...page);
    if (page.length < PACKED_PER_PAGE) return found;
  }
}
