import { describe, expect, it } from "vitest";
import { monthly, openCheckoutForNewUser } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

describe("returning from checkout", () => {
  // https://github.com/twentyhq/twenty/issues/9588
  it("a buyer who returns before any webhook gets access immediately", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    await shop.pay(checkout.url);
    const confirmation = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(confirmation).toMatchObject({
      state: "complete",
      entry: {
        source: "order",
        access: { active: true, reason: "order_paid" },
        benefits: [{ name: "The thing" }],
      },
    });
  });

  // https://github.com/better-auth/better-auth/issues/5976
  it("a payment-mode session has no subscription: it is an order", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    expect(await shop.pay(checkout.url)).toMatchObject({ mode: "payment", subscription: null });
    const { entry } = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(entry).toMatchObject({ source: "order", price: { interval: null } });
    expect(await listSubscriptions(shop.ctx(), { userId })).toEqual([]);
  });

  it("the return page shows a subscription with its own price", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({ prices: [monthly] }),
    );
    await shop.pay(checkout.url);
    const { state, entry } = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(state).toBe("complete");
    expect(entry).toMatchObject({
      source: "subscription",
      access: { active: true, reason: "subscription_active" },
      price: { amountMinor: 900, currency: "usd", interval: "month" },
    });
  });

  // https://github.com/lukevella/rallly/issues/3251
  it("another user's checkout is treated as one that does not exist", async () => {
    const shop = openTestShop();
    const { checkout } = await openCheckoutForNewUser(shop, await shop.createPublishedProduct({}));
    const stranger = await shop.createUser();
    await expect(confirmCheckout(shop.asUser(stranger), { id: checkout.id })).rejects.toMatchObject(
      {
        code: "not_found",
      },
    );
  });

  it("a free product is owned with no payment", async () => {
    const shop = openTestShop();
    const free = await shop.createPublishedProduct({
      prices: [{ type: "one_time", amountMinor: 0, currency: "usd" }],
    });
    const { userId, checkout } = await openCheckoutForNewUser(shop, free);
    const session = await shop.pay(checkout.url);
    expect(session).toMatchObject({ payment_status: "no_payment_required", payment_intent: null });
    expect(await confirmCheckout(shop.asUser(userId), { id: checkout.id })).toMatchObject({
      state: "complete",
      entry: { access: { active: true }, price: { amountMinor: 0 } },
    });
  });

  it("a SEPA payment shows as processing, blocks a second purchase, then gives access", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    await shop.pay(checkout.url, "AT611904300234573201");
    const waiting = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(waiting).toMatchObject({
      state: "processing",
      entry: { access: { active: false }, benefits: [] },
    });
    await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
      code: "payment_processing",
    });

    const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
    await shop.control(`checkout/${sessionId}/settle`, { outcome: "succeeded" });
    expect((await confirmCheckout(shop.asUser(userId), { id: checkout.id })).state).toBe(
      "complete",
    );
  });

  it("a payment that the bank declines later shows as failed, and the product can be bought again", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({}),
    );
    await shop.pay(checkout.url, "AT861904300235473202");
    const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
    await shop.control(`checkout/${sessionId}/settle`, { outcome: "failed" });
    expect((await confirmCheckout(shop.asUser(userId), { id: checkout.id })).state).toBe("failed");
    const again = await openCheckout(shop.asUser(userId), { priceId });
    expect(again.id).not.toBe(checkout.id);
  });
});
