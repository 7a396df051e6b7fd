import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../db/schema/account.ts";
import { monthly } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { showLibrary } from "../library/show-library.ts";
import { listSubscriptions } from "../subscriptions/list-subscriptions.ts";
import { pauseSubscription } from "../subscriptions/pause-subscription.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

async function openFor(
  shop: ReturnType<typeof openTestShop>,
  product: { prices: { id: string }[] },
) {
  const userId = await shop.newBuyer();
  const [price] = product.prices;
  if (!price) throw new Error("the product has no price");
  const checkout = await openCheckout(shop.as(userId), { priceId: price.id });
  return { userId, checkout, priceId: price.id };
}

describe("opening a checkout", () => {
  it("asks Stripe for a session of one known customer, with our ids in its metadata", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(shop, await shop.sell({}));
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      mode: "payment",
      status: "open",
      amount_total: 2900,
      client_reference_id: userId,
      metadata: {
        gatehouse_user: userId,
        gatehouse_price: priceId,
        gatehouse_checkout: checkout.id,
      },
      success_url: `http://localhost:8787/checkout/return?checkout=${checkout.id}`,
    });
    expect(sessions[0]?.customer).toMatch(/^cus_/);
  });

  it("encoded {CHECKOUT_SESSION_ID} (stripe-php#1336): the return address needs no template", async () => {
    const shop = openTestShop();
    const { checkout } = await openFor(shop, await shop.sell({}));
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    const address = new URL(sessions[0]!.success_url!);
    expect(address.href).not.toMatch(/[{}]|%7[bd]|cs_/i);
    expect(address.searchParams.get("checkout")).toBe(checkout.id);
  });

  it("an idempotency key is not reused after the email changed (dj-stripe#1157)", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const userId = await shop.newBuyer("before@example.com");
    const priceId = product.prices[0]!.id;
    // Stripe made the customer, and its answer was lost.
    await shop.control("faults", {
      match: "POST /v1/customers",
      times: 1,
      status: 429,
      afterCommit: true,
    });
    await expect(openCheckout(shop.as(userId), { priceId })).rejects.toThrow();
    const { db, stripe } = shop.ctx();
    await db
      .update(users)
      .set({ email: `${userId}@example.com` })
      .where(eq(users.id, userId));
    await openCheckout(shop.as(userId), { priceId });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("gives the same session to twenty requests at once, and makes one Stripe customer", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const userId = await shop.newBuyer();
    const priceId = product.prices[0]?.id ?? "";
    const opened = await Promise.all(
      Array.from({ length: 20 }, () =>
        openCheckout(shop.as(userId), { priceId }).catch((error: Error) => error),
      ),
    );
    const urls = new Set(opened.flatMap((result) => (result instanceof Error ? [] : [result.url])));
    expect(opened.filter((result) => result instanceof Error)).toEqual([]);
    expect(urls.size).toBe(1);
    const { stripe } = shop.ctx();
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it("expires the open session when the buyer chooses the other price", async () => {
    const shop = openTestShop();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const product = await shop.sell({ prices: [monthly, yearly] });
    const userId = await shop.newBuyer();
    const [first, second] = product.prices;
    await openCheckout(shop.as(userId), { priceId: first?.id ?? "" });
    await openCheckout(shop.as(userId), { priceId: second?.id ?? "" });
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions.map((session) => session.status)).toEqual(["open", "expired"]);
  });

  it("refuses a second purchase of what is owned, even when no webhook has come", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(shop, await shop.sell({}));
    await shop.pay(checkout.url);
    await expect(openCheckout(shop.as(userId), { priceId })).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("refuses a second product of an exclusive group while the first is held", async () => {
    const shop = openTestShop();
    const exclusiveGroup = `g-${crypto.randomUUID()}`;
    const basic = await shop.sell({ exclusiveGroup, prices: [monthly] });
    const plus = await shop.sell({ exclusiveGroup, prices: [{ ...monthly, amountMinor: 1900 }] });
    const { userId, checkout } = await openFor(shop, basic);
    await shop.pay(checkout.url);
    await expect(
      openCheckout(shop.as(userId), { priceId: plus.prices[0]?.id ?? "" }),
    ).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("refuses a price that is not for sale", async () => {
    const shop = openTestShop();
    const userId = await shop.newBuyer();
    await expect(openCheckout(shop.as(userId), { priceId: "prc_nobody" })).rejects.toMatchObject({
      code: "price_unavailable",
    });
  });

  it("a first payment that failed does not bar checkout for ever (Ghost#12498)", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(
      shop,
      await shop.sell({ prices: [monthly] }),
    );
    await expect(shop.pay(checkout.url, "4000000000000002")).rejects.toThrow("declined");
    expect(await confirmCheckout(shop.as(userId), { id: checkout.id })).toMatchObject({
      state: "open",
      resumeUrl: checkout.url,
    });
    const again = await openCheckout(shop.as(userId), { priceId });
    await shop.pay(again.url);
    expect((await confirmCheckout(shop.as(userId), { id: again.id })).state).toBe("complete");
  });
});

describe("coming back", () => {
  it("gives access at once when every webhook is lost", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openFor(shop, await shop.sell({}));
    await shop.pay(checkout.url);
    const confirmation = await confirmCheckout(shop.as(userId), { id: checkout.id });
    expect(confirmation).toMatchObject({
      state: "complete",
      entry: {
        source: "order",
        access: { active: true, reason: "order_paid" },
        benefits: [{ name: "The thing" }],
      },
    });
  });

  it("a payment-mode session has no subscription (better-auth#5976): it is an order", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openFor(shop, await shop.sell({}));
    expect(await shop.pay(checkout.url)).toMatchObject({ mode: "payment", subscription: null });
    const { entry } = await confirmCheckout(shop.as(userId), { id: checkout.id });
    expect(entry).toMatchObject({ source: "order", price: { interval: null } });
    expect(await listSubscriptions(shop.ctx(), { userId })).toEqual([]);
  });

  it("shows a subscription with its own price", async () => {
    const shop = openTestShop();
    const { userId, checkout } = await openFor(shop, await shop.sell({ prices: [monthly] }));
    await shop.pay(checkout.url);
    const { state, entry } = await confirmCheckout(shop.as(userId), { id: checkout.id });
    expect(state).toBe("complete");
    expect(entry).toMatchObject({
      source: "subscription",
      access: { active: true, reason: "subscription_active" },
      price: { amountMinor: 900, currency: "usd", interval: "month" },
    });
  });

  it("another person's checkout (rallly#3251) answers as one that does not exist", async () => {
    const shop = openTestShop();
    const { checkout } = await openFor(shop, await shop.sell({}));
    const stranger = await shop.newBuyer();
    await expect(confirmCheckout(shop.as(stranger), { id: checkout.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("a free product is owned with no payment", async () => {
    const shop = openTestShop();
    const free = await shop.sell({
      prices: [{ type: "one_time", amountMinor: 0, currency: "usd" }],
    });
    const { userId, checkout } = await openFor(shop, free);
    const session = await shop.pay(checkout.url);
    expect(session).toMatchObject({ payment_status: "no_payment_required", payment_intent: null });
    expect(await confirmCheckout(shop.as(userId), { id: checkout.id })).toMatchObject({
      state: "complete",
      entry: { access: { active: true }, price: { amountMinor: 0 } },
    });
  });

  it("SEPA is not shown as failed (Platform#1216): it is processing, cannot be bought twice, then is owned", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(shop, await shop.sell({}));
    await shop.pay(checkout.url, "AT611904300234573201");
    const waiting = await confirmCheckout(shop.as(userId), { id: checkout.id });
    expect(waiting).toMatchObject({
      state: "processing",
      entry: { access: { active: false }, benefits: [] },
    });
    await expect(openCheckout(shop.as(userId), { priceId })).rejects.toMatchObject({
      code: "payment_processing",
    });

    const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
    await shop.control(`checkout/${sessionId}/settle`, { outcome: "succeeded" });
    expect((await confirmCheckout(shop.as(userId), { id: checkout.id })).state).toBe("complete");
  });

  it("a payment that the bank refuses afterwards is failed, and can be bought again", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(shop, await shop.sell({}));
    await shop.pay(checkout.url, "AT861904300235473202");
    const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
    await shop.control(`checkout/${sessionId}/settle`, { outcome: "failed" });
    expect((await confirmCheckout(shop.as(userId), { id: checkout.id })).state).toBe("failed");
    const again = await openCheckout(shop.as(userId), { priceId });
    expect(again.id).not.toBe(checkout.id);
  });
});

describe("an earlier subscription", () => {
  it("that was never paid does not stand in the way (Ghost#12498)", async () => {
    const shop = openTestShop();
    const product = await shop.sell({ prices: [monthly] });
    const userId = await shop.newBuyer();
    const priceId = product.prices[0]!.id;
    const first = await openCheckout(shop.as(userId), { priceId });
    const { stripe } = shop.ctx();
    const session = (await stripe.checkout.sessions.list({ expand: ["data.line_items"] })).data[0]!;
    await stripe.subscriptions.create({
      customer: session.customer as string,
      items: [{ price: session.line_items!.data[0]!.price!.id }],
      payment_behavior: "default_incomplete",
    });
    const again = await openCheckout(shop.as(userId), { priceId });
    expect(again.id).toBe(first.id);
    const [incomplete] = await listSubscriptions(shop.ctx(), { userId });
    expect(incomplete?.status).toBe("incomplete");
  });

  it("that is on hold is to be resumed or paid, not bought a second time", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseSubscription(sub.holder(), { id: sub.id });
    await sub.wait(32);
    const { userId, product } = sub;
    expect(await showOffer(sub.holder(), { userId, productId: product.id })).toMatchObject({
      state: "suspended",
      entryId: sub.id,
    });
    await expect(
      openCheckout(sub.holder(), { priceId: product.prices[0]!.id }),
    ).rejects.toMatchObject({ code: "subscription_suspended" });
  });

  it("the old one's deletion while the new one lives (llmgateway#2911) takes nothing away", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openFor(
      shop,
      await shop.sell({ prices: [monthly] }),
    );
    await shop.pay(checkout.url);
    await confirmCheckout(shop.as(userId), { id: checkout.id });
    const [old] = await listSubscriptions(shop.ctx(), { userId });
    await shop.ctx().stripe.subscriptions.cancel(old!.stripeSubscriptionId);
    const again = await openCheckout(shop.as(userId), { priceId });
    await shop.pay(again.url);
    await confirmCheckout(shop.as(userId), { id: again.id });

    const deletion = (await shop.events()).find(
      ({ type }) => type === "customer.subscription.deleted",
    );
    expect((await shop.deliver(deletion!)).status).toBe(200);
    await shop.work();
    const [entry] = await showLibrary(shop.as(userId), { userId });
    expect(entry).toMatchObject({
      access: { active: true, reason: "subscription_active" },
      benefits: [{ name: "The thing" }],
    });
  });
});

describe("trials", () => {
  it("one per person, ever (better-auth#6863)", async () => {
    const shop = openTestShop();
    const first = await shop.sell({ prices: [{ ...monthly, trialDays: 14 }] });
    const second = await shop.sell({ prices: [{ ...monthly, trialDays: 14 }] });
    const { userId, checkout } = await openFor(shop, first);
    expect(
      (await showOffer(shop.as(userId), { userId, productId: second.id })).trialAvailable,
    ).toBe(true);
    await shop.pay(checkout.url);
    const { entry } = await confirmCheckout(shop.as(userId), { id: checkout.id });
    expect(entry?.access.reason).toBe("subscription_trialing");

    expect(
      (await showOffer(shop.as(userId), { userId, productId: second.id })).trialAvailable,
    ).toBe(false);
    const next = await openCheckout(shop.as(userId), { priceId: second.prices[0]?.id ?? "" });
    await shop.pay(next.url);
    await confirmCheckout(shop.as(userId), { id: next.id });
    const entries = await showLibrary(shop.as(userId), { userId });
    expect(entries.map((owned) => owned.access.reason).toSorted()).toEqual([
      "subscription_active",
      "subscription_trialing",
    ]);
  });
});
