import * as fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { payments } from "../../db/schema/billing.ts";
import { dailyPayments, staleDays } from "../../db/schema/totals.ts";
import { DAY, dayOf } from "../../lib/time.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { addUpPayments } from "./update-daily-totals.ts";
import { listDailyPayments, markStale, putPayments, type PaymentRow } from "./store.ts";

const shop = openTestShop();
const { db } = shop.ctx();
const MIDNIGHT = Date.UTC(2026, 2, 1);
const whose = payForNewProduct(shop).then(({ userId, customerId }) => ({ userId, customerId }));

beforeEach(async () => {
  await commit(db, [db.delete(payments), db.delete(dailyPayments), db.delete(staleDays)]);
});

/** Payments as a sync writes them. */
async function mirror(rows: PaymentRow[]): Promise<void> {
  await commit(db, [
    putPayments(db, rows),
    markStale(
      db,
      "test",
      rows.map(({ createdAt }) => dayOf(createdAt)),
    ),
  ]);
}

const totals = () => listDailyPayments(db, "test", "0000-01-01");

/** The same from the payments alone, in the plainest way there is. */
function recompute(rows: PaymentRow[]) {
  const days = Map.groupBy(rows, (row) => `${dayOf(row.createdAt)} ${row.currency}`);
  return [...days]
    .map(([key, own]) => {
      const paid = own.filter(({ status }) => status === "succeeded");
      return {
        day: key.slice(0, 10),
        currency: key.slice(11),
        grossMinor: paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        refundedMinor: own.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
        count: paid.length,
        failedCount: own.filter(({ status }) => status === "failed").length,
      };
    })
    .toSorted(byDayAndCurrency);
}

const byDayAndCurrency = (
  a: { day: string; currency: string },
  b: { day: string; currency: string },
) => (a.day + a.currency < b.day + b.currency ? -1 : 1);

async function payment(at: number, changes: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  return {
    mode: "test",
    stripeChargeId: crypto.randomUUID(),
    ...(await whose),
    status: "succeeded",
    amountMinor: 900,
    refundedMinor: 0,
    currency: "usd",
    failureCode: null,
    stripePaymentIntentId: null,
    createdAt: at,
    ...changes,
  };
}

it("whatever happens to payments, in any order, the totals are what the payments add up to", async () => {
  const act = fc.record({
    which: fc.nat(5),
    at: fc.integer({ min: 0, max: 3 * DAY - 1 }),
    status: fc.constantFrom("succeeded" as const, "pending" as const, "failed" as const),
    amountMinor: fc.nat(100_000),
    refundedPercent: fc.nat(100),
    currency: fc.constantFrom("usd", "jpy", "bhd"),
    addsUpAfter: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      await commit(db, [db.delete(payments), db.delete(dailyPayments), db.delete(staleDays)]);
      const rows = new Map<number, PaymentRow>();
      for (const { which, at, status, amountMinor, refundedPercent, currency, ...rest } of acts) {
        const known = rows.get(which);
        const row = {
          ...(known ?? (await payment(MIDNIGHT + at, { currency }))),
          status,
          amountMinor,
          refundedMinor:
            status === "succeeded" ? Math.floor((amountMinor * refundedPercent) / 100) : 0,
        };
        rows.set(which, row);
        await mirror([row]);
        if (rest.addsUpAfter) await addUpPayments(shop.ctx());
      }
      await addUpPayments(shop.ctx());
      expect((await totals()).toSorted(byDayAndCurrency)).toEqual(recompute([...rows.values()]));
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 60_000);

it("a day is from midnight to midnight in UTC", async () => {
  await mirror([
    await payment(MIDNIGHT - 1),
    await payment(MIDNIGHT),
    await payment(MIDNIGHT + DAY - 1),
    await payment(MIDNIGHT + DAY),
  ]);
  await addUpPayments(shop.ctx());
  expect((await totals()).map(({ day, count }) => [day, count])).toEqual([
    ["2026-02-28", 1],
    ["2026-03-01", 2],
    ["2026-03-02", 1],
  ]);
});

it("more stale days than one batch takes are all added up", async () => {
  const rows = await Promise.all(
    Array.from({ length: 120 }, (_, day) => payment(MIDNIGHT + day * DAY)),
  );
  await mirror(rows);
  await addUpPayments(shop.ctx());
  expect(await totals()).toHaveLength(120);
  expect(await db.select().from(staleDays)).toEqual([]);
});

it("a shop without a payment has no totals", async () => {
  await addUpPayments(shop.ctx());
  expect(await totals()).toEqual([]);
});
