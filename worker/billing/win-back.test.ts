import { describe, expect, test } from "vitest";
import { policySettings } from "../access/policy-settings.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { savePolicy } from "../admin/settings/save-policy.ts";
import { HOUR } from "../lib/time.ts";
import { winBackSettings } from "../settings/win-back-settings.ts";
import type { SettingOf } from "../settings/define-setting.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { subscribe, type TestSubscription } from "../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { scheduleCancellation } from "./schedule-cancellation.ts";
import { showWinBack, showWinBackFigures, takeWinBack } from "./win-back.ts";

type WinBack = SettingOf<typeof winBackSettings>;

const none: WinBack = {
  kind: "none",
  percentOff: null,
  amountOffMinor: null,
  currency: null,
  months: 3,
};
const aFifth: WinBack = { ...none, kind: "percent", percentOff: 20 };

/** Runs a test while the shop makes this offer: the settings are shared by the tests of a file. */
async function whileOffering(shop: TestShop, offer: WinBack, run: () => Promise<void>) {
  await winBackSettings.save(shop.ctx(), offer);
  try {
    await run();
  } finally {
    await winBackSettings.save(shop.ctx(), none);
  }
}

const show = (sub: TestSubscription) => showWinBack(sub.userContext(), { id: sub.id });
const take = (sub: TestSubscription) => takeWinBack(sub.userContext(), { id: sub.id });
const billed = async (sub: TestSubscription) =>
  (await showBilling(sub.userContext(), { userId: sub.userId })).subscriptions[0]!;

async function listDiscounts(shop: TestShop, sub: TestSubscription) {
  const found = await shop
    .ctx()
    .stripe.subscriptions.retrieve(sub.stripeSubscriptionId, { expand: ["discounts"] });
  return found.discounts.map((discount) =>
    typeof discount === "string" ? discount : String(discount.source.coupon),
  );
}

describe("the win-back offer", () => {
  test("whoever takes a percentage keeps the subscription and pays less for these months", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => {
      expect((await billed(sub)).offer).toMatchObject({ kind: "percent", percentOff: 20 });
      expect(await show(sub)).toMatchObject({ kind: "percent", percentOff: 20, months: 3 });
      const emailsBefore = (await shop.emailsTo(sub.userId)).length;
      await take(sub);
      expect((await shop.emailsTo(sub.userId)).slice(emailsBefore)).toMatchObject([
        { subject: expect.stringContaining("Your discount on") },
      ]);
      expect(await listDiscounts(shop, sub)).toEqual(["gatehouse_win_back_20pct_3"]);
      expect((await sub.mirrored()).cancelAt).toBeNull();
      expect((await billed(sub)).next.amountMinor).toBe(720);
    });
    const { items } = await listAuditEntries(shop.ctx(), {
      action: "subscription.offer_taken",
      limit: 50,
    });
    expect(items.filter(({ targetId }) => targetId === sub.id)).toHaveLength(1);
  });

  test("an offer is shown once for a subscription, also to two requests at once", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => {
      const shown = await Promise.all([show(sub), show(sub)]);
      expect(shown.filter((offer) => offer !== null)).toHaveLength(1);
      expect(await show(sub)).toBeNull();
      expect((await billed(sub)).offer).toBeNull();
    });
  });

  test("taking an offer twice, also at the same moment, gives one discount and one email", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => {
      await show(sub);
      const emailsBefore = (await shop.emailsTo(sub.userId)).length;
      await Promise.all([take(sub), take(sub)]);
      await take(sub);
      expect(await listDiscounts(shop, sub)).toHaveLength(1);
      expect(await shop.emailsTo(sub.userId)).toHaveLength(emailsBefore + 1);
    });
  });

  test("an offer that was not shown, or more than an hour ago, can't be taken", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const refusal = { code: "subscription_not_changeable" };
    await whileOffering(shop, aFifth, async () => {
      await expect(take(sub)).rejects.toMatchObject(refusal);
      await show(sub);
      const later = shop.asUser(sub.userId, Date.now() + HOUR);
      await expect(takeWinBack(later, { id: sub.id })).rejects.toMatchObject(refusal);
      expect(await listDiscounts(shop, sub)).toEqual([]);
    });
  });

  test("an offer can't be taken after the subscription was canceled", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => {
      await show(sub);
      await scheduleCancellation(sub.userContext(), { id: sub.id });
      await expect(take(sub)).rejects.toMatchObject({ code: "subscription_not_changeable" });
      expect(await listDiscounts(shop, sub)).toEqual([]);
    });
  });

  test("what was shown holds when the seller ends the offer meanwhile", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => void (await show(sub)));
    await take(sub);
    expect(await listDiscounts(shop, sub)).toHaveLength(1);
  });

  test("a period that is longer than the discount gets it once", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, {
      prices: [{ ...monthly, interval: "year", amountMinor: 9000 }],
    });
    const offer: WinBack = { ...none, kind: "amount", amountOffMinor: 500, currency: "usd" };
    await whileOffering(shop, offer, async () => {
      expect(await show(sub)).toMatchObject({ amountOffMinor: 500, months: null });
      await take(sub);
      expect(await listDiscounts(shop, sub)).toEqual(["gatehouse_win_back_500usd_once"]);
      expect((await billed(sub)).next.amountMinor).toBe(8500);
    });
  });

  test("nothing is offered in a trial, in another currency, or to whom has a discount", async () => {
    const shop = openTestShop();
    const trialing = await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    const sub = await subscribe(shop);
    await whileOffering(shop, aFifth, async () => {
      expect(await show(trialing)).toBeNull();
      expect((await billed(trialing)).offer).toBeNull();
    });
    const euros: WinBack = { ...none, kind: "amount", amountOffMinor: 500, currency: "eur" };
    await whileOffering(shop, euros, async () => expect(await show(sub)).toBeNull());
    const coupon = await shop.ctx().stripe.coupons.create({ percent_off: 5, duration: "forever" });
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      discounts: [{ coupon: coupon.id }],
    });
    await sub.sync();
    await whileOffering(shop, aFifth, async () => expect(await show(sub)).toBeNull());
    expect(await show(sub)).toBeNull();
  });

  test("a pause is offered only where customers may pause, and pauses", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const policy = await policySettings.read(shop.ctx());
    await whileOffering(shop, { ...none, kind: "pause" }, async () => {
      await savePolicy(shop.ctx(), { ...policy, buyersPause: null });
      expect(await show(sub)).toBeNull();
      await savePolicy(shop.ctx(), { ...policy, buyersPause: "void" });
      try {
        expect(await show(sub)).toMatchObject({ kind: "pause" });
        await take(sub);
      } finally {
        await savePolicy(shop.ctx(), policy);
      }
    });
    expect((await billed(sub)).next.kind).toBe("paused");
  });

  test("the console counts what was shown and what was taken", async () => {
    const shop = openTestShop();
    const [taker, decliner] = [await subscribe(shop), await subscribe(shop)];
    const before = await showWinBackFigures(shop.ctx());
    await whileOffering(shop, aFifth, async () => {
      await show(taker);
      await show(decliner);
      await take(taker);
    });
    const after = await showWinBackFigures(shop.ctx());
    expect(after.shown).toBeGreaterThanOrEqual(before.shown + 2);
    expect(after.taken).toBeGreaterThanOrEqual(before.taken + 1);
  });

  test("a percentage without its number is refused", async () => {
    const { ctx } = openTestShop();
    await expect(winBackSettings.save(ctx(), { ...none, kind: "percent" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("the win-back offer without scripts", () => {
  async function openAsSubscriber(shop: TestShop) {
    const product = await shop.createPublishedProduct({ prices: [monthly] });
    const buyer = await createSignedInUser({ env: shop.env });
    const ctx = () => shop.asUser(buyer.userId);
    const { id, url } = await openCheckout(ctx(), { priceId: product.prices[0]!.id });
    await shop.pay(url);
    await confirmCheckout(ctx(), { id });
    const billing = async () =>
      (await showBilling(ctx(), { userId: buyer.userId })).subscriptions[0]!;
    const press = async (path: string, change: string) => {
      const html = await (await openPage(buyer, path)).text();
      const form = listForms(html).find(({ action }) => action.includes("/account/billing/sub_"))!;
      return submitForm(buyer, form.action, { ...form.fields, change });
    };
    return { buyer, billing, press };
  }

  test("the first press on cancel shows the offer, and the second one cancels", async () => {
    const shop = openTestShop();
    const { buyer, billing, press } = await openAsSubscriber(shop);
    await whileOffering(shop, aFifth, async () => {
      const offered = await press("/plain/account/billing", "cancel");
      const location = offered.headers.get("location")!;
      expect(location).toContain("?offer=sub_");
      const html = await (await openPage(buyer, location)).text();
      expect(html).toContain("Before you cancel</h1>");
      expect(html).toContain("20% off for 3 months");
      expect((await billing()).cancelAt).toBeNull();
      const canceled = await press(location, "cancel");
      expect(canceled.headers.get("location")).toBe("/plain/account/billing");
      expect((await billing()).cancelAt).not.toBeNull();
    });
  });

  test("the offer is taken by its button, and its page is gone after that", async () => {
    const shop = openTestShop();
    const { buyer, billing, press } = await openAsSubscriber(shop);
    await whileOffering(shop, aFifth, async () => {
      const location = (await press("/plain/account/billing", "cancel")).headers.get("location")!;
      await press(location, "take_offer");
      expect(await billing()).toMatchObject({ cancelAt: null, next: { amountMinor: 720 } });
      expect(await (await openPage(buyer, location)).text()).toContain("Billing</h1>");
    });
  });
});
