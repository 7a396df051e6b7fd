import { describe, expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { monthly, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { runSweep } from "../../sync/sweeps/run-sweep.ts";
import { endSubscription } from "./end-subscription.ts";
import { pauseSubscription, resumeSubscription } from "./pause-subscription.ts";
import { keepSubscription, scheduleCancellation } from "./schedule-cancellation.ts";

const trial = { ...monthly, trialDays: 14 };

async function accessOf(of: Awaited<ReturnType<typeof subscribe>>) {
  const [entry] = await showLibrary(of.holder(), { userId: of.userId });
  return entry!.access;
}

describe("ending at once", () => {
  it("takes access away now, and twice is once", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await endSubscription(sub.holder(), { id: sub.id });
    expect(await reasonsOf(shop, sub.userId)).toEqual(["subscription_ended"]);
    expect((await sub.atStripe()).status).toBe("canceled");
    await endSubscription(sub.holder(), { id: sub.id });
  });

  it("is what ends access, not the refund of the last invoice", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    await stripe.refunds.create({ charge: (await stripe.charges.list()).data[0]!.id });
    await sub.sync();
    expect(await reasonsOf(shop, sub.userId)).toEqual(["subscription_active"]);
    await stripe.subscriptions.cancel(sub.stripeSubscriptionId);
    await sub.sync();
    expect(await reasonsOf(shop, sub.userId)).toEqual(["subscription_ended"]);
  });

  it("is not another person's to do", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const stranger = shop.as(await shop.newBuyer());
    for (const act of [endSubscription, pauseSubscription, resumeSubscription, keepSubscription])
      await expect(act(stranger, { id: sub.id })).rejects.toMatchObject({ code: "not_found" });
    expect((await sub.atStripe()).status).toBe("active");
  });
});

describe("a scheduled end", () => {
  it("portal cancel (better-auth#5780): sets only cancel_at; it shows, and can be taken back", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    const end = (await sub.mirrored()).currentPeriodEnd!;
    await stripe.subscriptions.update(sub.stripeSubscriptionId, { cancel_at: end / 1000 });
    await sub.sync();
    expect(await accessOf(sub)).toMatchObject({
      active: true,
      reason: "subscription_canceling",
      until: end,
    });
    await keepSubscription(sub.holder(), { id: sub.id });
    expect(await sub.atStripe()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    expect(await reasonsOf(shop, sub.userId)).toEqual(["subscription_active"]);
  });

  it("comes when it was said, and nothing is charged", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await scheduleCancellation(sub.holder(), { id: sub.id });
    await sub.wait(32);
    expect(await accessOf(sub)).toMatchObject({ active: false, reason: "subscription_ended" });
    expect((await shop.ctx().stripe.invoices.list()).data).toHaveLength(1);
    await expect(keepSubscription(sub.holder(), { id: sub.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });
});

describe("pausing", () => {
  it("stops charging; access stays for what was paid, and not longer", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseSubscription(sub.holder(), { id: sub.id });
    expect(await accessOf(sub)).toEqual({
      active: true,
      reason: "subscription_paused",
      since: expect.any(Number),
      until: (await sub.mirrored()).currentPeriodEnd,
    });
    await sub.wait(32);
    expect(await accessOf(sub)).toMatchObject({ active: false, reason: "subscription_paused" });
    expect((await shop.ctx().stripe.charges.list()).data).toHaveLength(1);
    await sub.wait(31);
    expect(await accessOf(sub)).toMatchObject({ active: false, reason: "subscription_paused" });
  });

  it("resumed within the paid period it costs nothing and goes on as before", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { currentPeriodEnd } = await sub.mirrored();
    await pauseSubscription(sub.holder(), { id: sub.id });
    await sub.wait(5);
    await resumeSubscription(sub.holder(), { id: sub.id });
    expect(await sub.mirrored()).toMatchObject({ pauseBehavior: null, currentPeriodEnd });
    expect((await shop.ctx().stripe.charges.list()).data).toHaveLength(1);
  });

  it("resumed later it is charged at once, so that nobody pauses into a free month", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await pauseSubscription(sub.holder(), { id: sub.id });
    await sub.wait(32);
    const resumedAt = sub.holder().now;
    await resumeSubscription(sub.holder(), { id: sub.id });
    expect((await shop.ctx().stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([
      900, 900,
    ]);
    const { currentPeriodEnd, pauseBehavior } = await sub.mirrored();
    expect(pauseBehavior).toBeNull();
    expect(currentPeriodEnd).toBeGreaterThan(resumedAt + 27 * DAY);
    expect(await accessOf(sub)).toMatchObject({ active: true, reason: "subscription_active" });
  });

  it("stays paused where the card is refused", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    const { stripe } = shop.ctx();
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "void" },
    });
    await sub.wait(15);
    await expect(resumeSubscription(sub.holder(), { id: sub.id })).rejects.toMatchObject({
      code: "payment_failed",
    });
    expect((await sub.atStripe()).pause_collection).toMatchObject({ behavior: "void" });
  });

  it("a pause of the seller's that keeps access is not the buyer's to end", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      pause_collection: { behavior: "mark_uncollectible" },
    });
    await sub.wait(32);
    expect(await accessOf(sub)).toMatchObject({ active: true, reason: "subscription_paused" });
    await expect(resumeSubscription(sub.holder(), { id: sub.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });

  it("is not for a trial, nor for what ends anyway", async () => {
    const shop = openTestShop();
    const trialing = await subscribe(shop, { prices: [trial] });
    await expect(pauseSubscription(trialing.holder(), trialing)).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
    const ending = await subscribe(shop);
    await scheduleCancellation(ending.holder(), { id: ending.id });
    await expect(pauseSubscription(ending.holder(), { id: ending.id })).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
  });
});

describe("dunning", () => {
  it("a failed renewal keeps access for 14 days and says so; then it is closed", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [trial] }, { card: "4000000000000341" });
    await sub.wait(14.1);
    const mirrored = await sub.mirrored();
    expect(mirrored.status).toBe("past_due");
    const [entry] = await showLibrary(sub.holder(), { userId: sub.userId });
    const deadline = mirrored.pastDueSince! + 14 * DAY;
    expect(entry).toMatchObject({
      access: { active: true, reason: "subscription_past_due", until: deadline },
      notice: { code: "payment_failed", at: deadline },
    });
    await sub.wait(14);
    expect((await accessOf(sub)).active).toBe(false);
  });

  it("another renewal that fails meanwhile begins no new grace: 14 days from the first", async () => {
    const shop = openTestShop();
    const weekly = { ...trial, interval: "week", trialDays: 7 } as const;
    const sub = await subscribe(shop, { prices: [weekly] }, { card: "4000000000000341" });
    await sub.wait(7.1);
    const { pastDueSince } = await sub.mirrored();
    await sub.wait(7.1);
    expect(await sub.mirrored()).toMatchObject({ status: "past_due", pastDueSince });
    expect((await runSweep(sub.holder(), { pages: 50 })).sweep.drifted).toBe(0);
    await sub.wait(7.1);
    expect(await sub.mirrored()).toMatchObject({ status: "past_due", pastDueSince });
    expect((await accessOf(sub)).active).toBe(false);
  });
});
