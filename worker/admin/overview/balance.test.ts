import { expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { mirrorPayouts } from "../../sync/sweeps/mirror-payouts.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { exportOrders, searchOrders } from "../orders/search-orders.ts";
import { showOrder } from "../orders/show-order.ts";
import { exportPayments } from "./export-payments.ts";
import { showOverview } from "./show-overview.ts";

/** Returns the totals of the last 30 days in US dollars. */
async function showBalance(shop: ReturnType<typeof openTestShop>, now = Date.now()) {
  const { currencies } = await showOverview(shop.ctx(undefined, now), { range: "30d" });
  const dollars = currencies.find(({ currency }) => currency === "usd")!;
  const { gross, refunded, disputed, fees, net, unsettled, paidOut } = dollars;
  return Object.fromEntries(
    Object.entries({ gross, refunded, disputed, fees, net, unsettled, paidOut }).map(
      ([name, { total }]) => [name, total],
    ),
  );
}

it("the overview adds up payments, refunds, disputes and fees to the net amount, and shows payouts", async () => {
  await emptyDatabase();
  const shop = openTestShop();
  const { stripe } = shop.ctx();
  const refunded = await payForNewProduct(shop);
  const { id: refundedCharge } = (await stripe.charges.list()).data[0]!;
  const disputed = await payForNewProduct(shop);
  const { id: disputedCharge } = (await stripe.charges.list()).data[0]!;
  const syncAll = async () => {
    for (const { customerId } of [refunded, disputed])
      await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  };
  await syncAll();
  expect(await showBalance(shop)).toMatchObject({ gross: 5800, unsettled: 5800, fees: 0, net: 0 });

  await shop.control("clock", { advanceSeconds: 10 });
  await shop.control("payouts", {});
  await stripe.refunds.create({ charge: refundedCharge, amount: 900 });
  await shop.control("disputes", { charge: disputedCharge });
  await syncAll();
  await mirrorPayouts(shop.ctx());
  const balance = await showBalance(shop);
  expect(balance).toEqual({
    gross: 5800,
    refunded: 900,
    disputed: 2900,
    // 2.9% and 30 cents of each, and 15 dollars for the dispute.
    fees: 2 * 114 + 1500,
    net: 5800 - 900 - 2900 - 2 * 114 - 1500,
    unsettled: 0,
    paidOut: 5800 - 2 * 114,
  });
  const { latestSales } = await showOverview(shop.ctx(), {});
  expect(latestSales).toHaveLength(2);
  for (const [id, refundedMinor, isDisputed] of [
    [refundedCharge, 900, false],
    [disputedCharge, 0, true],
  ] as const)
    expect(latestSales.find(({ stripeChargeId }) => stripeChargeId === id)).toMatchObject({
      refundedMinor,
      isDisputed,
    });
});

it("a payout that fails later is taken off, by the hourly job", async () => {
  await emptyDatabase();
  const shop = openTestShop();
  await payForNewProduct(shop);
  await shop.control("clock", { advanceSeconds: 10 });
  const { id } = await shop.control<{ id: string }>("payouts", {});
  expect(await mirrorPayouts(shop.ctx())).toEqual({ payouts: 1 });
  expect((await showBalance(shop)).paidOut).toBe(2786);
  await shop.control(`payouts/${id}/fail`, {});
  await mirrorPayouts(shop.ctx(undefined, Date.now() + DAY));
  expect((await showBalance(shop)).paidOut).toBe(0);
});

it("the exports of payments and orders have fee and net in the settlement currency", async () => {
  await emptyDatabase();
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop, {
    prices: [{ type: "one_time", amountMinor: 2900, currency: "eur" }],
  });
  await shop.control("clock", { advanceSeconds: 10 });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const read = async (response: Response) => {
    const [headings = "", line = ""] = (await response.text()).split("\r\n");
    const cells = line.split(",");
    return Object.fromEntries(headings.split(",").map((name, at) => [name, cells[at]]));
  };
  expect(await read(exportPayments(shop.ctx(), { range: "30d" }))).toMatchObject({
    Status: "succeeded",
    Currency: "EUR",
    Amount: "29.00",
    "Settlement currency": "USD",
    Disputed: "0.00",
    Fee: "1.55",
    Net: "30.35",
  });
  expect(await read(exportOrders(shop.ctx(), {}))).toMatchObject({
    Currency: "EUR",
    Total: "29.00",
    "Settlement currency": "USD",
    Fee: "1.55",
    Net: "30.35",
  });
  const { items } = await searchOrders(shop.ctx(), {});
  expect((await showOrder(shop.ctx(), { id: items[0]!.id })).balance).toEqual({
    settlementCurrency: "usd",
    feeMinor: 155,
    netMinor: 3035,
  });
});
