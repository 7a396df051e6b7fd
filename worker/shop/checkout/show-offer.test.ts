import { describe, expect, it } from "vitest";
import { monthly, openForNewBuyer } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { pauseSubscription } from "../billing/pause-subscription.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

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
    const { userId, checkout, priceId } = await openForNewBuyer(
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
    const { userId, checkout } = await openForNewBuyer(shop, first);
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
