import { describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../lib/time.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { subscribe, type TestSubscription } from "../testing/fixtures/subscribe.ts";
import type { NewPrice } from "../admin/products/schema.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { changePlan } from "./change-plan.ts";
import { previewPlanChange } from "./preview-plan-change.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";

const dearer = { ...monthly, amountMinor: 1900 };
const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
const seats = { ...monthly, model: "per_seat" } as const;

/** Subscribes a user to the cheaper of two memberships in a plan group, or to the first of the given prices. */
async function subscribeInPlanGroup(shop: TestShop, prices: NewPrice[] = [monthly, yearly]) {
  const planGroup = `g-${crypto.randomUUID()}`;
  const sub = await subscribe(shop, { prices, planGroup });
  const plus = await shop.createPublishedProduct({
    name: "Plus",
    planGroup,
    prices: [dearer],
    benefits: [{ type: "feature", name: "More", settings: {} }],
  });
  return { sub, plus: plus.prices[0]!, priceOf: (at: number) => sub.product.prices[at]! };
}

async function chargesOf(shop: TestShop) {
  return (await shop.ctx().stripe.charges.list()).data.map(({ amount }) => amount);
}

async function benefitsOf(sub: TestSubscription) {
  const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
  return entry!.benefits.map(({ name }) => name);
}

describe("an upgrade", () => {
  it("an upgrade charges what the preview said and grants the new product immediately", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop);
    await sub.advanceDays(10);
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, priceId: plus.id });
    expect(preview).toMatchObject({
      quantity: 1,
      product: { name: "Plus" },
      currency: "usd",
      creditMinor: 0,
      next: { amountMinor: 1900, at: (await sub.mirrored()).currentPeriodEnd },
    });
    expect(preview.dueNowMinor).toBeGreaterThan(500);
    expect(preview.dueNowMinor).toBeLessThan(1000);
    expect(preview.lines).toMatchObject([
      { kind: "unused_time", productName: sub.product.name, quantity: 1 },
      { kind: "remaining_time", productName: "Plus", quantity: 1 },
    ]);
    expect(preview.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(
      preview.dueNowMinor,
    );
    expect(await chargesOf(shop)).toEqual([900]);

    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    expect(await chargesOf(shop)).toEqual([preview.dueNowMinor, 900]);
    expect(await benefitsOf(sub)).toEqual(["More"]);
    const { items } = await sub.mirrored();
    expect(items.map(({ amountMinor }) => amountMinor)).toEqual([1900]);
  });

  it("an upgrade that is clicked twice is charged once", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop);
    const { prorationDate } = await previewPlanChange(sub.userContext(), {
      id: sub.id,
      priceId: plus.id,
    });
    const change = () =>
      changePlan(sub.userContext(), { id: sub.id, priceId: plus.id, prorationDate });
    await Promise.all([change(), change()]);
    await change();
    expect(await chargesOf(shop)).toHaveLength(2);
  });

  it("an upgrade whose answer is lost is no error, and is charged once", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop);
    const choice = { id: sub.id, priceId: plus.id };
    const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
    await shop.control("faults", {
      match: "POST /v1/subscriptions/*",
      times: 1,
      status: 500,
      afterCommit: true,
    });
    await changePlan(sub.userContext(), { ...choice, prorationDate });
    expect(await benefitsOf(sub)).toEqual(["More"]);
    expect(await chargesOf(shop)).toHaveLength(2);
  });

  it("an upgrade whose answer is lost still says that the bank declined it", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop, [{ ...monthly, amountMinor: 0 }]);
    const choice = { id: sub.id, priceId: plus.id };
    const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
    await shop.control("faults", {
      match: "POST /v1/subscriptions/*",
      times: 1,
      status: 500,
      afterCommit: true,
    });
    await expect(changePlan(sub.userContext(), { ...choice, prorationDate })).rejects.toMatchObject(
      { code: "payment_failed" },
    );
    expect(await benefitsOf(sub)).not.toContain("More");
  });

  it("an upgrade to another interval starts a new period now", async () => {
    const shop = openTestShop();
    const { sub, priceOf } = await subscribeInPlanGroup(shop);
    const choice = { id: sub.id, priceId: priceOf(1).id };
    const preview = await previewPlanChange(sub.userContext(), choice);
    expect(preview.next.at).toBeGreaterThan(sub.userContext().now + 360 * DAY);
    expect(preview.next.amountMinor).toBe(9000);
    const { name: productName } = sub.product;
    expect(preview.lines).toMatchObject([
      { kind: "unused_time", productName },
      { kind: "full_period", productName, periodEnd: preview.next.at },
    ]);
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    const { currentPeriodEnd } = await sub.mirrored();
    expect(Math.abs(currentPeriodEnd! - preview.next.at!)).toBeLessThan(MINUTE);
  });

  it("an upgrade that the bank declines keeps the old plan, grants nothing and fails with an error", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop, [{ ...monthly, amountMinor: 0 }]);
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, priceId: plus.id });
    await expect(changePlan(sub.userContext(), { id: sub.id, ...preview })).rejects.toMatchObject({
      code: "payment_failed",
    });
    const { items } = await sub.mirrored();
    expect(items.map(({ amountMinor }) => amountMinor)).toEqual([0]);
    expect(await benefitsOf(sub)).toEqual(["The thing"]);
    expect((await sub.atStripe()).status).toBe("active");
  });
});

describe("a downgrade", () => {
  it("a downgrade charges nothing and turns the unused time into credit", async () => {
    const shop = openTestShop();
    const planGroup = `g-${crypto.randomUUID()}`;
    const basic = await shop.createPublishedProduct({ planGroup, prices: [monthly] });
    const sub = await subscribe(shop, { planGroup, prices: [dearer] });
    await sub.advanceDays(10);
    const choice = { id: sub.id, priceId: basic.prices[0]!.id };
    const preview = await previewPlanChange(sub.userContext(), choice);
    expect(preview.dueNowMinor).toBe(0);
    expect(preview.creditMinor).toBeGreaterThan(0);
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    expect(await chargesOf(shop)).toEqual([1900]);
  });

  it("a change from yearly to monthly shows the end of the month, not of the paid year", async () => {
    const shop = openTestShop();
    const { sub, priceOf } = await subscribeInPlanGroup(shop, [
      { ...yearly, amountMinor: 800 },
      monthly,
    ]);
    const choice = { id: sub.id, priceId: priceOf(1).id };
    const preview = await previewPlanChange(sub.userContext(), choice);
    expect(preview.next.at).toBeLessThan(sub.userContext().now + 32 * DAY);
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    const { currentPeriodEnd } = await sub.mirrored();
    expect(Math.abs(currentPeriodEnd! - preview.next.at!)).toBeLessThan(MINUTE);
  });
});

describe("during a trial", () => {
  it("nothing is due during a trial, and the new price starts when the trial ends", async () => {
    const shop = openTestShop();
    const trial = { ...monthly, trialDays: 14 };
    const { sub, plus } = await subscribeInPlanGroup(shop, [trial]);
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, priceId: plus.id });
    const { trialEnd } = await sub.mirrored();
    expect(preview).toMatchObject({ dueNowMinor: 0, next: { amountMinor: 1900, at: trialEnd } });
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    expect(await sub.mirrored()).toMatchObject({ status: "trialing", trialEnd });
    expect(await chargesOf(shop)).toEqual([]);
  });
});

describe("seats", () => {
  it("seats that are added are charged for the rest of the period", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [seats] }, { quantity: 2 });
    const preview = await previewPlanChange(sub.userContext(), { id: sub.id, quantity: 5 });
    expect(preview).toMatchObject({ quantity: 5, next: { amountMinor: 4500 } });
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
    expect(entry?.quantity).toBe(5);
  });

  it("seats are kept when changing to another price per seat", async () => {
    const shop = openTestShop();
    const prices = [seats, { ...seats, interval: "year", amountMinor: 9000 } as const];
    const sub = await subscribe(shop, { prices }, { quantity: 3 });
    const preview = await previewPlanChange(sub.userContext(), {
      id: sub.id,
      priceId: sub.product.prices[1]!.id,
    });
    expect(preview).toMatchObject({ quantity: 3, next: { amountMinor: 27_000 } });
  });

  it("seats of a price that is not per seat are refused", async () => {
    const shop = openTestShop();
    const { sub } = await subscribeInPlanGroup(shop);
    await expect(
      previewPlanChange(sub.userContext(), { id: sub.id, quantity: 2 }),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("refused changes:", () => {
  it("a change to a price of another product, or in another currency, is refused", async () => {
    const shop = openTestShop();
    const { sub } = await subscribeInPlanGroup(shop);
    const foreign = await shop.createPublishedProduct({ prices: [monthly] });
    const euro = { ...monthly, currency: "eur" };
    const other = await subscribeInPlanGroup(shop, [monthly, euro]);
    for (const [{ id, userContext }, priceId] of [
      [sub, foreign.prices[0]!.id],
      [other.sub, other.sub.product.prices.find(({ currency }) => currency === "eur")!.id],
    ] as const) {
      await expect(previewPlanChange(userContext(), { id, priceId })).rejects.toMatchObject({
        code: "price_unavailable",
      });
    }
  });

  it("a change is refused if its preview is too old or from the future", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop);
    for (const off of [-DAY, DAY]) {
      const prorationDate = sub.userContext().now + off;
      await expect(
        changePlan(sub.userContext(), { id: sub.id, priceId: plus.id, prorationDate }),
      ).rejects.toMatchObject({ code: "preview_expired" });
    }
  });

  it("a change of an ending subscription, or another user's, is refused", async () => {
    const shop = openTestShop();
    const { sub, plus } = await subscribeInPlanGroup(shop);
    const stranger = shop.asUser(await shop.createUser());
    await expect(
      previewPlanChange(stranger, { id: sub.id, priceId: plus.id }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    await expect(
      previewPlanChange(sub.userContext(), { id: sub.id, priceId: plus.id }),
    ).rejects.toMatchObject({ code: "subscription_not_changeable" });
  });
});
