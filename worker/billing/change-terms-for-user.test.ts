import { describe, expect, it } from "vitest";
import { createDiscount } from "../admin/discounts/create-discount.ts";
import { newDiscount } from "../admin/discounts/schema.ts";
import { requestPayment } from "../admin/subscriptions/request-payment.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { policySettings } from "../access/policy-settings.ts";
import { savePolicy } from "../admin/settings/save-policy.ts";
import { commit } from "../db/client.ts";
import { queueCopy } from "../email/resend-email.ts";
import { findPurchaseEmail } from "../email/store.ts";
import { DAY, MINUTE } from "../lib/time.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import {
  changePlanForUser,
  endPauseForUser,
  extendTrialForUser,
  pauseForUser,
  previewPlanChangeForUser,
  previewResumptionForUser,
  retryPaymentForUser,
  setDiscountForUser,
} from "./change-terms-for-user.ts";
import { previewPlanChange } from "./preview-plan-change.ts";

const FAILS_LATER = "4000000000000341";
const reason = "Agreed by email";

async function openSubscription(
  shop: TestShop,
  product: Parameters<typeof subscribe>[1] = { prices: [monthly] },
) {
  const sub = await subscribe(shop, product);
  const memberId = await shop.createUser();
  const team = () => shop.asUser(memberId, sub.userContext().now, "admin");
  return {
    ...sub,
    team,
    show: () => showSubscription(team(), { id: sub.id }),
    /** The changes of the team, oldest first. */
    changes: async () =>
      (await showSubscription(team(), { id: sub.id })).changes
        .toReversed()
        .map((change) => [change.action, change.reason]),
    setCard: async (card: string) =>
      shop.control(`customers/${String((await sub.atStripe()).customer)}/card`, { card }),
  };
}

const amountsCharged = async (shop: TestShop) =>
  (await shop.ctx().stripe.charges.list()).data
    .filter(({ status }) => status === "succeeded")
    .map(({ amount }) => amount);

describe("what the team changes in a user's subscription", () => {
  it("a plan costs what the buyer's own preview says, and is audited once", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop, {
      prices: [monthly, { ...monthly, interval: "year", amountMinor: 9000 }],
    });
    const { plans } = await sub.show();
    expect(plans).toMatchObject([{ price: { interval: "year" } }]);
    const choice = { id: sub.id, priceId: plans[0]!.price.id };
    const preview = await previewPlanChangeForUser(sub.team(), choice);
    expect(preview.dueNowMinor).toBeGreaterThan(8000);
    expect(await previewPlanChange(sub.userContext(), choice)).toMatchObject({
      lines: preview.lines.map(({ kind }) => ({ kind })),
    });
    const change = { ...choice, prorationDate: preview.prorationDate, reason };
    await changePlanForUser(sub.team(), change);
    await changePlanForUser(sub.team(), change);
    expect(await amountsCharged(shop)).toEqual([preview.dueNowMinor, 900]);
    expect(await sub.changes()).toEqual([["subscription.plan_changed", reason]]);
    await expect(
      previewPlanChangeForUser(sub.team(), { id: "sub_unknown", quantity: 2 }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("a declined change of plan leaves the old one, and is not audited", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop, {
      prices: [monthly, { ...monthly, interval: "year", amountMinor: 9000 }],
    });
    await sub.setCard(FAILS_LATER);
    const choice = { id: sub.id, priceId: (await sub.show()).plans[0]!.price.id };
    const { prorationDate } = await previewPlanChangeForUser(sub.team(), choice);
    await expect(
      changePlanForUser(sub.team(), { ...choice, prorationDate, reason }),
    ).rejects.toMatchObject({ code: "payment_failed" });
    expect((await sub.mirrored()).items[0]).toMatchObject({ amountMinor: 900 });
    expect(await sub.changes()).toEqual([]);
  });

  it("a pause is possible where buyers may not, and its end costs what the preview says", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop);
    await savePolicy(sub.team(), {
      ...(await policySettings.read(shop.ctx())),
      buyersPause: null,
    });
    await pauseForUser(sub.team(), { id: sub.id, reason });
    await pauseForUser(sub.team(), { id: sub.id, reason: "Again" });
    expect(await sub.show()).toMatchObject({
      status: "paused",
      access: { active: false },
      actions: expect.arrayContaining(["resume"]),
    });
    await sub.advanceDays(90);
    const { dueNowMinor } = await previewResumptionForUser(sub.team(), { id: sub.id });
    await endPauseForUser(sub.team(), { id: sub.id, reason: "Back" });
    await endPauseForUser(sub.team(), { id: sub.id, reason: "Back again" });
    expect(await sub.show()).toMatchObject({ status: "active", access: { active: true } });
    expect((await amountsCharged(shop)).reduce((sum, amount) => sum + amount)).toBe(
      900 + dueNowMinor,
    );
    expect(await sub.changes()).toEqual([
      ["subscription.paused", reason],
      ["subscription.pause_ended", "Back"],
    ]);
  });

  it("a longer trial moves the first charge, and nothing shortens it", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    const { trialEnd } = await sub.mirrored();
    const later = trialEnd! + 7 * DAY;
    const extend = (end: number) =>
      extendTrialForUser(sub.team(), { id: sub.id, trialEnd: end, reason });
    await extend(later);
    await extend(later);
    expect(await sub.show()).toMatchObject({ trialEnd: later, next: { kind: "trial_ends" } });
    for (const end of [trialEnd!, later + 731 * DAY])
      await expect(extend(end)).rejects.toMatchObject({
        code: "invalid_input",
        fields: [{ path: "trialEnd" }],
      });
    await sub.advanceDays(16);
    expect(await amountsCharged(shop)).toEqual([]);
    await sub.advanceDays(7);
    expect(await amountsCharged(shop)).toEqual([900]);
    await expect(extend(later + 90 * DAY)).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
    expect(await sub.changes()).toEqual([["subscription.trial_extended", reason]]);
  });

  it("a discount code lowers the next charge until it is removed, and an unknown one is refused", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop);
    await createDiscount(
      sub.team(),
      newDiscount.parse({
        name: "Thanks",
        code: "THANKS",
        off: { kind: "percent", percentOff: 50 },
        duration: "forever",
      }),
    );
    const set = (code: string | null) =>
      setDiscountForUser(sub.team(), { id: sub.id, code, reason });
    await set("THANKS");
    await set("THANKS");
    expect(await sub.show()).toMatchObject({
      discounts: [{ percentOff: 50 }],
      next: { amountMinor: 450 },
    });
    await expect(set("NOBODY")).rejects.toMatchObject({ fields: [{ path: "code" }] });
    await set(null);
    await set(null);
    expect(await sub.show()).toMatchObject({ discounts: [], next: { amountMinor: 900 } });
    expect(await sub.changes()).toEqual([
      ["subscription.discount_changed", reason],
      ["subscription.discount_changed", reason],
    ]);
  });

  it("a failed renewal is charged again when the team retries it, once for two clicks", async () => {
    const shop = openTestShop();
    const sub = await openSubscription(shop);
    const retry = () => retryPaymentForUser(sub.team(), { id: sub.id, reason });
    await expect(retry()).rejects.toMatchObject({ code: "subscription_not_changeable" });
    await sub.setCard(FAILS_LATER);
    await sub.advanceDays(31);
    expect(await sub.show()).toMatchObject({
      status: "past_due",
      actions: expect.arrayContaining(["retry_payment"]),
    });
    await expect(retry()).rejects.toMatchObject({ code: "payment_failed" });
    expect(await sub.changes()).toEqual([]);
    await sub.setCard("4242424242424242");
    await Promise.all([retry(), retry()]);
    expect(await sub.show()).toMatchObject({ status: "active", access: { active: true } });
    expect(await amountsCharged(shop)).toEqual([900, 900]);
  });

  it("a payment link leads to the open invoice, or to the card, and is sent once an hour", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await openSubscription(shop);
    const request = () => requestPayment(sub.team(), { id: sub.id, reason });
    // What the buyer asked for again takes nothing from it.
    const { now } = sub.userContext();
    const purchase = { userId: sub.userId, sourceId: sub.id };
    const email = (await findPurchaseEmail(sub.userContext().db, purchase))!;
    for (let minute = 1; minute <= 5; minute++) {
      const ctx = shop.asUser(sub.userId, now - minute * MINUTE);
      await commit(ctx.db, [queueCopy(ctx, email).statement]);
    }
    expect(await request()).toEqual({ status: "sent", error: null });
    await expect(request()).rejects.toMatchObject({ code: "rate_limited" });
    const findEmail = async (subject: string) =>
      (await shop.emailsTo(sub.userId)).find((email) => email.subject === subject);
    const { name } = sub.product;
    expect((await findEmail(`Update your payment method for ${name}`))?.text).toContain(
      `/account/billing#${sub.id}`,
    );
    await sub.setCard(FAILS_LATER);
    await sub.advanceDays(31);
    expect(await request()).toMatchObject({ status: "sent" });
    const { openInvoice } = await sub.show();
    expect((await findEmail(`Please pay your invoice for ${name}`))?.text).toContain(
      openInvoice!.url,
    );
    expect(await sub.changes()).toEqual([
      ["subscription.payment_requested", reason],
      ["subscription.payment_requested", reason],
    ]);
  });
});
