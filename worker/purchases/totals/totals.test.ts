import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { commit, openDatabase } from "../../db/client.ts";
import { paymentPacks, paymentPackTimes, payments } from "../../db/schema/billing.ts";
import { dailyPayments, packedTotals, staleDays } from "../../db/schema/totals.ts";
import { DAY, HOUR, MINUTE, openCalendar, toUtcDay } from "../../lib/time.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { interceptDatabase } from "../../testing/database/intercept-database.ts";
import { fillShopSql } from "../../testing/fill/fill-shop.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { updateDailyTotals } from "./update-daily-totals.ts";
import { canBePacked } from "../payments/packs.ts";
import { deletePayments, upsertPayments, type PaymentRow } from "../payments/store.ts";
import {
  joinPacked,
  listPackedOfCustomers,
  replacePacks,
  takeOutOfPack,
} from "../payments/store-packs.ts";
import { recountDays } from "../../sync/customer/recount-days.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import { recordUpcomingRenewals, renewalSpan } from "./renewals.ts";
import { listRecordedRenewals, sumRenewals } from "./store-renewals.ts";
import { recordSubscriptionCounts } from "./subscription-counts.ts";
import { listDailyPayments, markDaysStale } from "./store.ts";

const shop = openTestShop();
const { db } = shop.ctx();
const details = { name: "North Light", line: "", supportEmail: null };
const MIDNIGHT = Date.UTC(2026, 2, 1);
const userAndCustomer = payForNewProduct(shop).then(({ userId, customerId }) => ({
  userId,
  customerId,
}));

it("expected renewals read a few rows for each subscription, and repeat weekly ones within the month", async () => {
  const { userId, customerId } = await userAndCustomer;
  const product = await shop.createDraftProduct();
  const now = MIDNIGHT;
  const rows = { userId, customerId, productId: product.id, now, orders: 0, subscriptions: 1000 };
  for (const query of fillShopSql(rows).filter((text) => /INTO subscription(s|_items) /.test(text)))
    await env.DB.prepare(query).run();
  const [{ db: counted, usage }, span] = [
    countReads(env.DB),
    renewalSpan(openCalendar("UTC"), now),
  ];
  const sum = async () =>
    (await sumRenewals(counted, "test", span)).reduce((total, { count }) => total + count, 0);
  expect(await sum()).toBe(780);
  expect(usage.rowsRead / 780).toBeLessThan(7);
  await env.DB.prepare(
    "UPDATE subscription_items SET interval = 'week' WHERE subscription_id LIKE 'sub_fill%'",
  ).run();
  expect(await sum()).toBeGreaterThan(2 * 780);
  await env.DB.prepare("DELETE FROM subscriptions WHERE id LIKE 'sub_fill%'").run();
});

it("a large shop's renewals are added up every six hours, day by day, with the same result", async () => {
  const { userId, customerId } = await userAndCustomer;
  const product = await shop.createDraftProduct();
  const now = MIDNIGHT + 5 * HOUR + 55 * MINUTE;
  const rows = { userId, customerId, productId: product.id, now, orders: 0, subscriptions: 200 };
  for (const query of fillShopSql(rows).filter((text) => /INTO subscription(s|_items) /.test(text)))
    await env.DB.prepare(query).run();
  await env.DB.prepare(
    "UPDATE subscription_items SET interval = 'week' WHERE subscription_id LIKE 'sub_fill%' AND rowid % 3 = 0",
  ).run();
  const { db: counted, usage } = countReads(env.DB);
  const at = (time: number) => ({ ...shop.ctx(undefined, time), db: counted });
  const record = async (time: number, maxAtOnce: number) => {
    usage.statements = 0;
    await recordUpcomingRenewals(at(time), maxAtOnce);
    return usage.statements;
  };
  await recordSubscriptionCounts(at(now));
  await record(now, 1000);
  const atOnce = await listRecordedRenewals(db, "test", "0000-01-01");
  expect(atOnce.length).toBeGreaterThan(20);
  expect(await record(now, 100)).toBeGreaterThan(30);
  expect(await listRecordedRenewals(db, "test", "0000-01-01")).toEqual(atOnce);
  // The time zone, and how many subscriptions there are.
  expect(await record(now + HOUR, 100)).toBe(2);
  await env.DB.prepare("DELETE FROM subscriptions WHERE id LIKE 'sub_fill%'").run();
});

const emptyPayments = [
  payments,
  paymentPacks,
  paymentPackTimes,
  packedTotals,
  dailyPayments,
  staleDays,
].map((table) => db.delete(table));

beforeEach(async () => {
  await commit(db, emptyPayments);
});

/** Writes payments the way a sync does. */
async function writePayments(rows: PaymentRow[]): Promise<void> {
  const packed = await listPackedOfCustomers(db, [...new Set(rows.map((row) => row.customerId))]);
  await commit(db, [
    ...takeOutOfPack(packed, rows),
    upsertPayments(
      db,
      rows.map((after) => ({ before: undefined, after })),
    ),
    markDaysStale(
      db,
      "test",
      rows.map(({ createdAt }) => toUtcDay(createdAt)),
    ),
  ]);
}

/** Packs what can be packed. */
async function pack(rows: PaymentRow[]): Promise<void> {
  const { mode, customerId } = rows[0]!;
  const before = await listPackedOfCustomers(db, [customerId]);
  const added = rows.filter(canBePacked);
  await commit(db, [
    ...replacePacks([{ mode, customerId, before, after: joinPacked(added, before) }]),
    deletePayments(
      db,
      mode,
      added.map(({ stripeChargeId }) => stripeChargeId),
    ),
  ]);
}

const totals = () => listDailyPayments(db, "test", [{ from: "0000-01-01", to: "9999-12-31" }]);

/** Computes the expected totals directly from the payments. */
function recompute(rows: PaymentRow[], timeZone: string) {
  const { toDay } = openCalendar(timeZone);
  const dayOf = (row: PaymentRow) => toDay(row.createdAt);
  const keys = rows.flatMap((row) => [
    `${dayOf(row)} ${row.currency}`,
    ...(row.settlementCurrency === null ? [] : [`${dayOf(row)} ${row.settlementCurrency}`]),
  ]);
  return [...new Set(keys)]
    .map((key) => {
      const [day, currency] = [key.slice(0, 10), key.slice(11)];
      const ofDay = rows.filter((row) => dayOf(row) === day);
      const own = ofDay.filter((row) => row.currency === currency);
      const settled = ofDay.filter((row) => row.settlementCurrency === currency);
      const paid = own.filter(({ status }) => status === "succeeded");
      return {
        day,
        currency,
        grossMinor: paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        refundedMinor: own.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
        count: paid.length,
        failedCount: own.filter(({ status }) => status === "failed").length,
        unsettledMinor: paid
          .filter(({ netMinor }) => netMinor === null)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        feeMinor: settled.reduce((sum, { feeMinor }) => sum + feeMinor!, 0),
        disputedMinor: settled.reduce((sum, { disputedMinor }) => sum + disputedMinor!, 0),
        netMinor: settled.reduce((sum, { netMinor }) => sum + netMinor!, 0),
        firstCount: own.filter(({ isFirst }) => isFirst).length,
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
    ...(await userAndCustomer),
    status: "succeeded",
    amountMinor: 900,
    refundedMinor: 0,
    currency: "usd",
    failureCode: null,
    stripePaymentIntentId: null,
    createdAt: at,
    settlementCurrency: null,
    feeMinor: null,
    disputedMinor: null,
    netMinor: null,
    country: null,
    sourceType: null,
    sourceId: null,
    productId: null,
    isFirst: false,
    stripeInvoiceId: "",
    invoiceNumber: null,
    stripeSubscriptionId: null,
    ...changes,
  };
}

const zones = [
  "UTC",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

async function chooseZone(timeZone: string): Promise<void> {
  await saveShopSettings(shop.ctx(), { ...details, timeZone });
  await recountDays(shop.ctx());
}

it("daily totals match the payments after any changes, packed or not, in any time zone", async () => {
  const act = fc.record({
    which: fc.nat(5),
    at: fc.integer({ min: 0, max: 3 * DAY - 1 }),
    status: fc.constantFrom("succeeded" as const, "pending" as const, "failed" as const),
    amountMinor: fc.nat(100_000),
    refundedPercent: fc.constantFrom(0, 0, 30),
    currency: fc.constantFrom("usd", "jpy", "bhd"),
    settlementCurrency: fc.constantFrom(null, "usd", "bhd"),
    feeMinor: fc.nat(1000),
    disputedMinor: fc.constantFrom(0, 0, 700),
    netMinor: fc.integer({ min: -5000, max: 100_000 }),
    addsUpAfter: fc.boolean(),
    packsAfter: fc.boolean(),
    unpacked: fc.constantFrom(1, 1000),
    zoneAfter: fc.option(fc.constantFrom(...zones)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      await commit(db, emptyPayments);
      let timeZone = "UTC";
      const rows = new Map<number, PaymentRow>();
      for (const { which, at, status, amountMinor, refundedPercent, currency, ...rest } of acts) {
        const { settlementCurrency, feeMinor, disputedMinor, netMinor } = rest;
        const known = rows.get(which);
        const row = {
          ...(known ?? (await payment(MIDNIGHT + at, { currency, sourceType: "other" }))),
          status,
          amountMinor,
          refundedMinor:
            status === "succeeded" ? Math.floor((amountMinor * refundedPercent) / 100) : 0,
          ...(status === "succeeded" && settlementCurrency !== null
            ? { settlementCurrency, feeMinor, disputedMinor, netMinor }
            : { settlementCurrency: null, feeMinor: null, disputedMinor: null, netMinor: null }),
        };
        rows.set(which, row);
        await writePayments([row]);
        if (rest.packsAfter) await pack([...rows.values()]);
        if (rest.zoneAfter !== null) {
          timeZone = rest.zoneAfter;
          await chooseZone(timeZone);
        }
        if (rest.addsUpAfter)
          await updateDailyTotals(shop.ctx(), { batches: 2, unpacked: rest.unpacked });
      }
      await updateDailyTotals(shop.ctx());
      const expected = recompute([...rows.values()], timeZone);
      expect((await totals()).toSorted(byDayAndCurrency)).toEqual(expected);
      await chooseZone("UTC");
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

/** What may happen between reading packs and writing the totals, and the zone in which days are then counted. */
it.each([
  ["a payment is packed", "Asia/Tokyo", pack],
  ["the time zone is changed", "Pacific/Pago_Pago", () => chooseZone("Pacific/Pago_Pago")],
])("no total is lost if %s while it is recomputed", async (_name, timeZone, interrupt) => {
  await chooseZone("Asia/Tokyo");
  const settled = { settlementCurrency: "usd", feeMinor: 30, disputedMinor: 0, netMinor: 870 };
  const facts = { ...settled, sourceType: "other" as const };
  const rows = [await payment(MIDNIGHT - HOUR, facts), await payment(MIDNIGHT + HOUR, facts)];
  await writePayments(rows);
  await pack(rows.slice(0, 1));
  let interruptions = 0;
  const d1 = interceptDatabase(env.DB, async (statements, call) => {
    const isRecount = statements.some((text) => text.startsWith("DELETE FROM daily_payments"));
    if (isRecount && interruptions++ === 0) await interrupt(rows.slice(1));
    return call();
  });
  await updateDailyTotals({ ...shop.ctx(), db: openDatabase(d1) });
  expect(await totals()).toEqual([]);
  await updateDailyTotals(shop.ctx());
  expect(interruptions).toBe(1);
  expect((await totals()).toSorted(byDayAndCurrency)).toEqual(recompute(rows, timeZone));
  await chooseZone("UTC");
});

it("a day lasts from midnight to midnight in UTC", async () => {
  await writePayments([
    await payment(MIDNIGHT - 1),
    await payment(MIDNIGHT),
    await payment(MIDNIGHT + DAY - 1),
    await payment(MIDNIGHT + DAY),
  ]);
  await updateDailyTotals(shop.ctx());
  expect((await totals()).map(({ day, count }) => [day, count])).toEqual([
    ["2026-02-28", 1],
    ["2026-03-01", 2],
    ["2026-03-02", 1],
  ]);
});

it("all stale days are recomputed, even if they exceed one batch", async () => {
  const rows = await Promise.all(
    Array.from({ length: 120 }, (_, day) => payment(MIDNIGHT + day * DAY)),
  );
  await writePayments(rows);
  await updateDailyTotals(shop.ctx());
  expect(await totals()).toHaveLength(120);
  expect(await db.select().from(staleDays)).toEqual([]);
});

it("a shop without payments has no totals", async () => {
  await updateDailyTotals(shop.ctx());
  expect(await totals()).toEqual([]);
});
