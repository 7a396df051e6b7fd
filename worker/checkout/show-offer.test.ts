import { describe, expect, it } from "vitest";
import { monthly, openCheckoutForNewUser } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { pauseSubscription } from "../billing/pause-subscription.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showWholeLibrary } from "./show-whole-library.ts";
import { DAY } from "../lib/time.ts";
import { showOffer } from "./show-offer.ts";

describe("an earlier subscription", () => {
  // https://github.com/TryGhost/Ghost/issues/12498
  it("an earlier subscription that was never paid does not block a purchase", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ prices: [monthly] });
    const userId = await shop.createUser();
    const priceId = product.prices[0]!.id;
    const first = await openCheckout(shop.asUser(userId), { priceId });
    const { stripe } = shop.ctx();
    const session = (await stripe.checkout.sessions.list({ expand: ["data.line_items"] })).data[0]!;
    await stripe.subscriptions.create({
      customer: session.customer as string,
      items: [{ price: session.line_items!.data[0]!.price!.id }],
      payment_behavior: "default_incomplete",
    });
    const again = await openCheckout(shop.asUser(userId), { priceId });
    expect(again.id).toBe(first.id);
    const [incomplete] = await listSubscriptions(shop.ctx(), { userId });
    expect(incomplete?.status).toBe("incomplete");
  });

  it("a purchase that was begun and not paid is told, on its product and in the library", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ name: "Field Guide" });
    const other = await shop.createPublishedProduct({});
    const { userId, checkout } = await openCheckoutForNewUser(shop, product);
    const resumeUrlOf = async ({ id: productId }: { id: string }, now = Date.now()) =>
      (await showOffer(shop.asUser(userId, now), { userId, productId })).resumeUrl;
    expect(await resumeUrlOf(product)).toBe(checkout.url);
    expect(await resumeUrlOf(other)).toBeNull();
    expect((await showWholeLibrary(shop.asUser(userId))).unpaid).toEqual([
      { id: checkout.id, productId: product.id, productName: "Field Guide", url: checkout.url },
    ]);
    expect(await resumeUrlOf(product, Date.now() + 2 * DAY)).toBeNull();
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(await resumeUrlOf(product)).toBeNull();
    expect((await showWholeLibrary(shop.asUser(userId))).unpaid).toEqual([]);
  });

  it("a suspended subscription has to be resumed or paid, not bought again", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseSubscription(sub.userContext(), { id: sub.id });
    await sub.advanceDays(32);
    const { userId, product } = sub;
    expect(await showOffer(sub.userContext(), { userId, productId: product.id })).toMatchObject({
      state: "suspended",
      entryId: sub.id,
    });
    await expect(
      openCheckout(sub.userContext(), { priceId: product.prices[0]!.id }),
    ).rejects.toMatchObject({ code: "subscription_suspended" });
  });

  // https://github.com/theopenco/llmgateway/issues/2911
  it("deleting an earlier subscription while the new one is live revokes nothing", async () => {
    const shop = openTestShop();
    const { userId, checkout, priceId } = await openCheckoutForNewUser(
      shop,
      await shop.createPublishedProduct({ prices: [monthly] }),
    );
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    const [old] = await listSubscriptions(shop.ctx(), { userId });
    await shop.ctx().stripe.subscriptions.cancel(old!.stripeSubscriptionId);
    const again = await openCheckout(shop.asUser(userId), { priceId });
    await shop.pay(again.url);
    await confirmCheckout(shop.asUser(userId), { id: again.id });

    const deletion = (await shop.events()).find(
      ({ type }) => type === "customer.subscription.deleted",
    );
    expect((await shop.deliver(deletion!)).status).toBe(200);
    await shop.processQueue();
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    expect(entry).toMatchObject({
      access: { active: true, reason: "subscription_active" },
      benefits: [{ name: "The thing" }],
    });
  });
});

describe("trials", () => {
  // https://github.com/better-auth/better-auth/issues/6863
  it("each user gets only one trial, ever", async () => {
    const shop = openTestShop();
    const first = await shop.createPublishedProduct({ prices: [{ ...monthly, trialDays: 14 }] });
    const second = await shop.createPublishedProduct({ prices: [{ ...monthly, trialDays: 14 }] });
    const { userId, checkout } = await openCheckoutForNewUser(shop, first);
    expect(
      (await showOffer(shop.asUser(userId), { userId, productId: second.id })).trialAvailable,
    ).toBe(true);
    await shop.pay(checkout.url);
    const { entry } = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    expect(entry?.access.reason).toBe("subscription_trialing");

    expect(
      (await showOffer(shop.asUser(userId), { userId, productId: second.id })).trialAvailable,
    ).toBe(false);
    const next = await openCheckout(shop.asUser(userId), { priceId: second.prices[0]?.id ?? "" });
    await shop.pay(next.url);
    await confirmCheckout(shop.asUser(userId), { id: next.id });
    const entries = await showLibrary(shop.asUser(userId), { userId });
    expect(entries.map((owned) => owned.access.reason).toSorted()).toEqual([
      "subscription_active",
      "subscription_trialing",
    ]);
  });
});
