import { describe, expect, it } from "vitest";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { payTwice } from "../../testing/fixtures/pay-twice.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listPaymentAlerts } from "../../admin/overview/alerts.ts";

const refundsOf = async (shop: TestShop) =>
  (await shop.ctx().stripe.refunds.list({ limit: 100 })).data.toReversed();

/** Makes the newest refund fail, and syncs until nothing is left to do. */
async function failRefund(shop: TestShop, sync: () => Promise<unknown>) {
  const newest = (await refundsOf(shop)).at(-1)!;
  await shop.control(`refunds/${newest.id}/fail`, {});
  await sync();
  await sync();
  return newest.id;
}

const alertsOf = async (shop: TestShop, userId: string) =>
  (await listPaymentAlerts(shop.ctx())).alerts.filter(({ user }) => user.id === userId);

describe("the refund of a second payment", () => {
  it("a refund that fails is made again, and buyer and seller are notified", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await payTwice(shop);
    await sync();
    await sync();
    expect(await alertsOf(shop, userId)).toMatchObject([
      { kind: "second_payment", amountMinor: 2900, productName: "A Product" },
    ]);
    const failed = await failRefund(shop, sync);
    expect((await refundsOf(shop)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    const orders = await listOrders(shop.ctx(), { userId });
    expect(orders.map(({ status }) => status).toSorted()).toEqual(["paid", "refunded"]);
    const texts = (await shop.emailsTo(userId)).map(({ subject, text }) => `${subject} ${text}`);
    const failureTexts = texts.filter((text) => text.includes("refund for A Product failed"));
    expect(failureTexts).toHaveLength(1);
    expect(failureTexts[0]).toMatch(/issued\s+the\s+refund\s+again/);
    // It was made again and succeeded, so only the second payment is left to know about.
    expect((await alertsOf(shop, userId)).map(({ id }) => id)).not.toContain(failed);
  });

  it("a refund is given up after three failures, the seller is asked to act, and the sync ends", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await payTwice(shop);
    await sync();
    await sync();
    for (let attempt = 0; attempt < 3; attempt++) await failRefund(shop, sync);
    expect(await refundsOf(shop)).toHaveLength(3);
    expect(await sync()).toMatchObject({ dirtyAgain: false });
    const failures = (await alertsOf(shop, userId)).filter(({ kind }) => kind === "failed_refund");
    // The first two were made again, so only the last one is open.
    expect(failures.map(({ detail }) => detail)).toEqual([null]);
    const texts = (await shop.emailsTo(userId)).map(({ text }) => text);
    expect(texts.at(-1)).toMatch(/Contact\s+us\s+so\s+that\s+we\s+can\s+refund\s+you/);
  });

  it("the refund of a subscription is made again after the subscription was canceled", async () => {
    const shop = openTestShop();
    const { userId, sync } = await payTwice(shop, { prices: [monthly] });
    await sync();
    await sync();
    await failRefund(shop, sync);
    expect((await refundsOf(shop)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    expect(await sync()).toMatchObject({ dirtyAgain: false });
    const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status).toSorted()).toEqual(["active", "canceled"]);
    expect((await alertsOf(shop, userId)).map(({ kind }) => kind)).toEqual(["second_payment"]);
  });

  it("a refund is not tried forever if Stripe refuses to make it again", async () => {
    const shop = openTestShop();
    const { userId, sync } = await payTwice(shop);
    await sync();
    await sync();
    const first = (await refundsOf(shop)).at(-1)!;
    await shop.control(`refunds/${first.id}/fail`, { isFinal: true });
    await sync();
    expect(await sync()).toMatchObject({ dirtyAgain: false });
    expect((await alertsOf(shop, userId)).map(({ detail }) => detail)).toContain("refused");
  });
});

describe("a second payment", () => {
  it("a second payment of a partly refunded order is refunded: the first one still counts", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    const { userId, sync } = await payTwice(
      shop,
      {},
      {
        beforeSecond: async () => {
          const { id } = (await stripe.charges.list()).data[0]!;
          await stripe.refunds.create({ charge: id, amount: 500 });
        },
      },
    );
    await sync();
    await sync();
    const orders = (await listOrders(shop.ctx(), { userId })).toReversed();
    expect(orders.map(({ status, refundedMinor }) => [status, refundedMinor])).toEqual([
      ["partially_refunded", 500],
      ["refunded", 2900],
    ]);
    expect(orders[1]!.duplicateOf).toBe(orders[0]!.id);
  });

  it("a second payment that is a second trial is canceled, and no email speaks of a refund", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, sync } = await payTwice(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    await sync();
    await sync();
    const emails = await shop.emailsTo(userId);
    expect(emails.map(({ subject }) => subject)).toContain(
      "Your second free trial of A Product was canceled",
    );
    for (const { subject, text } of emails) expect(`${subject} ${text}`).not.toMatch(/refunded/i);
    expect(await alertsOf(shop, userId)).toMatchObject([
      { kind: "second_payment", amountMinor: 0 },
    ]);
  });

  it("two tabs confirmed at the same moment are both answered, even while Stripe fails", async () => {
    const shop = openTestShop();
    const { userId, checkout, sync } = await payTwice(shop);
    await shop.control("faults", { match: "POST /v1/refunds", times: 6, status: 500 });
    const confirm = () => confirmCheckout(shop.asUser(userId), { id: checkout.id });
    const states = (await Promise.all([confirm(), confirm(), confirm()])).map(({ state }) => state);
    for (const state of states) expect(["complete", "confirming", "open"]).toContain(state);
    expect(states).toContain("complete");
    expect(shop.queued.length).toBeGreaterThan(0);
    await shop.control("faults", { match: "POST /v1/refunds", times: 0, status: 500 });
    await sync();
    await sync();
    expect((await refundsOf(shop)).map(({ amount }) => amount)).toEqual([2900]);
  });
});
