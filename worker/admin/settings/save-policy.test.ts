import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "../../lib/time.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { subscribe, type Subscribed } from "../../testing/subscribe.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { requeueCustomers } from "../../sync/customer/enqueue-dirty-customers.ts";
import { listGrantsEver } from "../../access/list-grants.ts";
import { listOwned } from "../../delivery/library/list-library-items.ts";
import { pauseSubscription } from "../../shop/billing/pause-subscription.ts";
import { readPolicySettings } from "../../access/policy-settings.ts";
import { previewPolicy, savePolicy } from "./save-policy.ts";

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM settings"),
    // One policy is for all: the subscriptions of other tests are over.
    env.DB.prepare("UPDATE subscriptions SET ended_at = 1, status = 'canceled'"),
  ]);
});

const defaults = {
  pastDueGraceDays: 14,
  lapseGraceHours: 24,
  openWhilePaused: ["keep_as_draft" as const, "mark_uncollectible" as const],
  buyersPause: "void" as const,
};

async function grantOf(shop: TestShop, sub: Subscribed) {
  const [held] = await listGrantsEver(shop.ctx(), { userId: sub.userId });
  return held!.grant;
}

/** Somebody whose renewal failed two days ago. */
async function pastDue(shop: TestShop) {
  const sub = await subscribe(shop);
  const { stripe } = shop.ctx();
  const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: (await sub.atStripe()).customer as string,
  });
  await stripe.subscriptions.update(sub.stripeSubscriptionId, { default_payment_method: card.id });
  await sub.wait(33);
  return sub;
}

describe("the access policy", () => {
  test("is the house's until the owner says otherwise", async () => {
    expect(await readPolicySettings(openTestShop().ctx())).toEqual(defaults);
  });

  test("of fewer days for a failed renewal ends access in the same minute, once the queue has worked", async () => {
    const shop = openTestShop();
    const sub = await pastDue(shop);
    const { pastDueSince } = await sub.mirrored();
    expect(await grantOf(shop, sub)).toMatchObject({
      revokedAt: null,
      endsAt: pastDueSince! + 14 * DAY,
    });

    const { now } = sub.holder();
    const owner = shop.ctx({ type: "system", job: "test" }, now);
    const wanted = { ...defaults, pastDueGraceDays: 1 };
    const effect = await previewPolicy(owner, wanted);
    expect(effect).toMatchObject({
      losing: 1,
      regaining: 0,
      endingSooner: 0,
      customersRechecked: 1,
    });
    await savePolicy(owner, wanted);
    expect((await requeueCustomers(owner)).count).toBe(1);
    expect(shop.queued).toEqual([{ customerId: sub.customerId }]);
    await sub.sync();
    expect((await grantOf(shop, sub)).revokedAt).toBe(now);
    const [owned] = await listOwned(sub.holder(), sub);
    expect(owned!.access).toMatchObject({ active: false, until: pastDueSince! + DAY });

    const back = await previewPolicy(owner, defaults);
    expect(back).toMatchObject({ losing: 0, regaining: 1 });
  });

  test("of other days moves the end and what the buyer is told of it", async () => {
    const shop = openTestShop({ mails: true });
    const sub = await pastDue(shop);
    const { pastDueSince } = await sub.mirrored();
    const owner = shop.ctx({ type: "system", job: "test" }, sub.holder().now);
    const later = { ...defaults, pastDueGraceDays: 30 };
    const sooner = { ...defaults, pastDueGraceDays: 7 };
    expect(await previewPolicy(owner, later)).toMatchObject({ endingLater: 1, firstEndAt: null });
    expect(await previewPolicy(owner, sooner)).toMatchObject({
      endingSooner: 1,
      firstEndAt: pastDueSince! + 7 * DAY,
    });
    const mailDue = () =>
      env.DB.prepare(
        "SELECT next_attempt_at AS at FROM mails WHERE user_id = ? AND kind = 'access_ended'",
      )
        .bind(sub.userId)
        .first<number>("at");
    expect(await mailDue()).toBe(pastDueSince! + 14 * DAY);
    await savePolicy(owner, later);
    await sub.sync();
    expect(await mailDue()).toBe(pastDueSince! + 30 * DAY);
    const { subscriptions } = await showBilling(sub.holder(), sub);
    expect(subscriptions[0]!.notice).toEqual({
      code: "payment_failed",
      at: pastDueSince! + 30 * DAY,
    });
  });

  test("of other hours for missing news moves the end of everybody's grants", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { currentPeriodEnd } = await sub.mirrored();
    await savePolicy(shop.ctx(), { ...defaults, lapseGraceHours: 72 });
    await sub.sync();
    expect((await grantOf(shop, sub)).endsAt).toBe(currentPeriodEnd! + 72 * HOUR);
  });

  test("decides whether buyers may pause, and has nobody looked at again for that alone", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const wanted = { ...defaults, buyersPause: null };
    expect(await previewPolicy(shop.ctx(), wanted)).toMatchObject({ customersRechecked: 0 });
    await savePolicy(shop.ctx(), wanted);
    expect((await requeueCustomers(shop.ctx())).count).toBe(0);
    await expect(pauseSubscription(sub.holder(), sub)).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
    const { subscriptions } = await showBilling(sub.holder(), sub);
    expect(subscriptions[0]!.actions).not.toContain("pause");
  });

  test("decides what a pause by a buyer means for access", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await savePolicy(shop.ctx(), { ...defaults, openWhilePaused: ["void"], buyersPause: "void" });
    await pauseSubscription(sub.holder(), sub);
    await sub.wait(40);
    expect((await listOwned(sub.holder(), sub))[0]!.access.active).toBe(true);
    const owner = shop.ctx({ type: "system", job: "test" }, sub.holder().now);
    expect(await previewPolicy(owner, defaults)).toMatchObject({
      losing: 1,
      customersRechecked: 1,
    });
  });

  test.each([
    [{ pastDueGraceDays: -1 }, "pastDueGraceDays"],
    [{ pastDueGraceDays: 1.5 }, "pastDueGraceDays"],
    [{ lapseGraceHours: 0 }, "lapseGraceHours"],
    [{ buyersPause: "sometimes" }, "buyersPause"],
  ])("is not %j", async (change, path) => {
    const owner = await newBuyer({ role: "owner" });
    const response = await owner.fetch("/api/admin/settings/policy", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...defaults, ...change }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fields: [{ path }] });
  });
});
