import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { exportAccount } from "../../account/export-account.ts";
import { mergeAccounts } from "../../admin/customers/merge-accounts.ts";
import { showCustomer } from "../../admin/customers/show-customer.ts";
import { exportOrders } from "../../admin/orders/search-orders.ts";
import { exportPayments } from "../../admin/overview/export-payments.ts";
import { listRows } from "../../admin/overview/list-rows.ts";
import { figures } from "../../admin/overview/rows.query.ts";
import { showOverview } from "../../admin/overview/show-overview.ts";
import { searchConsole } from "../../admin/search/search-console.ts";
import { DAY, SECOND, toUtcDay } from "../../lib/time.ts";
import { commit } from "../../db/client.ts";
import { assertNotPaused, listPackedOfCustomers } from "../../purchases/payments/store-packs.ts";
import {
  listPaymentsOfCustomer,
  upsertPayments,
  type PaymentRow,
} from "../../purchases/payments/store.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import { updateDailyTotals } from "../../purchases/totals/update-daily-totals.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { openTestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "./sync-stripe-customer.ts";
import { runSweep } from "../sweeps/run-sweep.ts";
import { packPayments } from "./pack-payments.ts";

const MONTHS = 5;

/** Opens a shop with a subscription of five months, and an order, all of which can be packed but the newest two. */
async function openShopOfMonths() {
  await emptyDatabase();
  const shop = openTestShop();
  const order = await payForNewProduct(shop);
  const subscription = await subscribe(shop);
  await subscription.advanceDays(31 * MONTHS);
  const now = Date.now() + 31 * MONTHS * DAY;
  await syncStripeCustomer(shop.ctx(undefined, now), { customerId: order.customerId, force: true });
  const customerIds = [order.customerId, subscription.customerId];
  const { db } = shop.ctx();
  const read = async () => {
    const rows = await Promise.all(customerIds.map((id) => listPaymentsOfCustomer(db, id)));
    return { rows: rows.flat(), packed: await listPackedOfCustomers(db, customerIds) };
  };
  const addUp = async (payments: PaymentRow[]) => {
    const days = [...new Set(payments.map(({ createdAt }) => toUtcDay(createdAt)))];
    await commit(db, [markDaysStale(db, "test", days)]);
    await updateDailyTotals(shop.ctx(undefined, now));
  };
  // The first walk begins a day later.
  await packPayments(shop.ctx(undefined, now - DAY));
  const owner = await shop.createUser();
  const asOwner = shop.asUser(owner, now, "owner");
  return { shop, order, subscription, now, read, addUp, asOwner };
}

const byCharge = (rows: PaymentRow[]) =>
  rows.toSorted((a, b) => (a.stripeChargeId < b.stripeChargeId ? -1 : 1));

const readTotals = async () =>
  (
    await env.DB.batch([
      env.DB.prepare("SELECT * FROM daily_payments ORDER BY day, currency"),
      env.DB.prepare("SELECT * FROM sales_totals ORDER BY unit, dimension, period, key, currency"),
    ])
  ).map(({ results }) => results);

it("whoever reads payments finds the same after they were packed", async () => {
  const { shop, order, subscription, now, read, addUp, asOwner } = await openShopOfMonths();
  const { rows } = await read();
  const oldest = rows.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, 3);
  const texts = oldest.flatMap((row) => [
    row.stripeChargeId,
    row.stripePaymentIntentId!,
    row.stripeInvoiceId!,
    row.invoiceNumber!,
    row.invoiceNumber!.slice(0, -2).toLowerCase(),
  ]);
  const ctx = shop.ctx(undefined, now);
  const see = async () => ({
    totals: await readTotals(),
    // The latest sales keep their rows, but not with so few of them as here.
    overview: { ...(await showOverview(asOwner, { range: "12m" })), latestSales: [] },
    figures: await Promise.all(
      figures.map((figure) =>
        listRows(ctx, {
          figure,
          range: "12m",
          currency: "usd",
          key: subscription.product.id,
          limit: 4,
        }),
      ),
    ),
    found: await Promise.all(texts.map((search) => searchConsole(asOwner, { search }))),
    payments: await exportPayments(asOwner, { range: "12m" }).text(),
    orders: await exportOrders(asOwner, {}).text(),
    customers: await Promise.all(
      [order, subscription].map(({ userId }) => showCustomer(asOwner, { userId })),
    ),
    account: byCharge((await exportAccount(subscription.userContext())).payments),
  });
  await addUp(rows);
  const before = await see();
  await packPayments(ctx, { kept: 2 });
  const after = await read();
  expect(after.packed.length).toBeGreaterThanOrEqual(MONTHS - 1);
  expect(byCharge([...after.rows, ...after.packed])).toEqual(byCharge(rows));
  expect(after.rows.length).toBe(rows.length - after.packed.length);
  await addUp(rows);
  const seen = await see();
  for (const [name, value] of Object.entries(before))
    expect({ [name]: seen[name as keyof typeof seen] }).toEqual({ [name]: value });

  await subscription.sync();
  expect(await read()).toEqual(after);
  expect((await runSweep(ctx, { pages: 20 })).sweep.drifted).toBe(0);
});

it("a packed payment that is refunded gets its row back, and its day adds up", async () => {
  const { shop, subscription, now, read, addUp } = await openShopOfMonths();
  await packPayments(shop.ctx(undefined, now), { kept: 2 });
  const { packed, rows } = await read();
  const { stripeChargeId: charge, createdAt } = packed.find(
    ({ customerId }) => customerId === subscription.customerId,
  )!;
  await shop.ctx().stripe.refunds.create({ charge, amount: 400 });
  await subscription.sync();
  const after = await read();
  expect(after.rows).toHaveLength(rows.length + 1);
  expect(after.rows.find(({ stripeChargeId }) => stripeChargeId === charge)).toMatchObject({
    refundedMinor: 400,
    createdAt,
  });
  expect(after.packed).toEqual(packed.filter(({ stripeChargeId }) => stripeChargeId !== charge));
  await addUp([...packed, ...rows]);
  const sums = await env.DB.prepare(
    `SELECT SUM(gross_minor) AS gross, SUM(refunded_minor) AS refunded, SUM(count) AS count FROM daily_payments`,
  ).first();
  const all = [...after.packed, ...after.rows];
  expect(sums).toEqual({
    gross: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    refunded: 400,
    count: all.length,
  });
  // A refunded payment is never packed again.
  await packPayments(shop.ctx(undefined, now + 8 * DAY), { kept: 0 });
  expect((await read()).rows.map(({ stripeChargeId }) => stripeChargeId)).toContain(charge);
});

it("a payment is not packed while its customer is synced", async () => {
  const { shop, subscription, now, read } = await openShopOfMonths();
  await env.DB.prepare("UPDATE customers SET lease_token = 'busy', lease_until = ? WHERE id = ?")
    .bind(now + 30 * SECOND, subscription.customerId)
    .run();
  const before = await read();
  await packPayments(shop.ctx(undefined, now), { kept: 2 });
  expect(await read()).toEqual(before);
  await packPayments(shop.ctx(undefined, now + 31 * SECOND), { kept: 2 });
  expect((await read()).packed.length).toBeGreaterThanOrEqual(MONTHS - 1);
});

it("payments are not packed while a backup reads the database", async () => {
  const { shop, now, read } = await openShopOfMonths();
  const before = await read();
  await env.DB.prepare("INSERT INTO packing_pauses (until) VALUES (?)")
    .bind(now + SECOND)
    .run();
  await packPayments(shop.ctx(undefined, now), { kept: 2 });
  expect(await read()).toEqual(before);
  await expect(commit(shop.ctx().db, [assertNotPaused(now)])).rejects.toThrow("datatype mismatch");
  await packPayments(shop.ctx(undefined, now + SECOND), { kept: 2 });
  expect((await read()).packed.length).toBeGreaterThanOrEqual(MONTHS - 1);
});

it("the newest payments of a shop keep their rows, however old they are", async () => {
  const { shop, now, read } = await openShopOfMonths();
  const before = await read();
  await packPayments(shop.ctx(undefined, now + 100 * DAY));
  expect(await read()).toEqual(before);
});

it("payments that an older release writes again are packed again, and their days add up", async () => {
  const { shop, now, read, addUp } = await openShopOfMonths();
  await addUp((await read()).rows);
  const totals = await readTotals();
  await packPayments(shop.ctx(undefined, now), { kept: 2 });
  const before = await read();
  const changes = before.packed.map((after) => ({ before: undefined, after }));
  await commit(shop.ctx().db, [upsertPayments(shop.ctx().db, changes)]);
  await addUp(before.packed);
  expect(await readTotals()).not.toEqual(totals);
  await packPayments(shop.ctx(undefined, now + 8 * DAY), { kept: 2 });
  expect(await read()).toEqual(before);
  await updateDailyTotals(shop.ctx(undefined, now));
  expect(await readTotals()).toEqual(totals);
});

it("the first walk begins a day after the first run, so that a rollback at once finds every row", async () => {
  const { shop, now, read } = await openShopOfMonths();
  await env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'payment-packs:%'").run();
  const before = await read();
  for (const later of [0, DAY - SECOND]) {
    await packPayments(shop.ctx(undefined, now + later), { kept: 2 });
    expect(await read()).toEqual(before);
  }
  await packPayments(shop.ctx(undefined, now + DAY), { kept: 2 });
  expect((await read()).packed.length).toBeGreaterThanOrEqual(MONTHS - 1);
});

it("packed payments follow their Stripe customer when accounts are merged", async () => {
  const { shop, subscription, now, read, asOwner } = await openShopOfMonths();
  await packPayments(shop.ctx(undefined, now), { kept: 2 });
  const intoId = await shop.createUser();
  await mergeAccounts(asOwner, { fromId: subscription.userId, intoId });
  const own = (await read()).packed.filter((row) => row.customerId === subscription.customerId);
  expect(own.length).toBeGreaterThan(1);
  expect(new Set(own.map(({ userId }) => userId))).toEqual(new Set([intoId]));
});
