import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { enqueueDirtyCustomers } from "../../sync/customer/enqueue-dirty-customers.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import { listLibraryItems } from "../../delivery/library/list-library-items.ts";
import { pauseSubscription } from "../../billing/pause-subscription.ts";
import { policySettings } from "../../access/policy-settings.ts";
import { previewPolicySettings, savePolicy } from "./save-policy.ts";

// The policy applies to all subscriptions.
beforeEach(emptyDatabase);

const defaults = {
  pastDueGraceDays: 14,
  lapseGraceHours: 24,
  openWhilePaused: ["keep_as_draft" as const, "mark_uncollectible" as const],
  buyersPause: "void" as const,
};

async function findGrant(shop: TestShop, sub: TestSubscription) {
  const [firstGrant] = await listGrantsWithBenefits(shop.ctx().db, sub.userId, "test");
  return firstGrant!.grant;
}

/** Creates a subscription whose renewal failed two days ago. */
async function createPastDueSubscription(shop: TestShop) {
  const sub = await subscribe(shop);
  const { stripe } = shop.ctx();
  const card = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer: (await sub.atStripe()).customer as string,
  });
  await stripe.subscriptions.update(sub.stripeSubscriptionId, { default_payment_method: card.id });
  await sub.advanceDays(33);
  return sub;
}

describe("the access policy", () => {
  test("the access policy has defaults until the owner changes it", async () => {
    expect(await policySettings.read(openTestShop().ctx())).toEqual(defaults);
  });

  test("a shorter grace period ends past-due access as soon as the queue is processed", async () => {
    const shop = openTestShop();
    const sub = await createPastDueSubscription(shop);
    const { pastDueSince } = await sub.mirrored();
    expect(await findGrant(shop, sub)).toMatchObject({
      revokedAt: null,
      endsAt: pastDueSince! + 14 * DAY,
    });

    const { now } = sub.userContext();
    const owner = shop.ctx({ type: "system", job: "test" }, now);
    const wanted = { ...defaults, pastDueGraceDays: 1 };
    const effect = await previewPolicySettings(owner, wanted);
    expect(effect).toMatchObject({
      losingAccess: 1,
      regainingAccess: 0,
      endingSooner: 0,
      affectedCustomers: 1,
    });
    await savePolicy(owner, wanted);
    expect((await enqueueDirtyCustomers(owner)).count).toBe(1);
    expect(shop.queued).toEqual([{ customerId: sub.customerId }]);
    await sub.sync();
    expect((await findGrant(shop, sub)).revokedAt).toBe(now);
    const [owned] = await listLibraryItems(sub.userContext(), sub);
    expect(owned!.access).toMatchObject({ active: false, until: pastDueSince! + DAY });

    const back = await previewPolicySettings(owner, defaults);
    expect(back).toMatchObject({ losingAccess: 0, regainingAccess: 1 });
  });

  test("another grace period moves the end of access, and the email and notice about it", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const sub = await createPastDueSubscription(shop);
    const { pastDueSince } = await sub.mirrored();
    const owner = shop.ctx({ type: "system", job: "test" }, sub.userContext().now);
    const later = { ...defaults, pastDueGraceDays: 30 };
    const sooner = { ...defaults, pastDueGraceDays: 7 };
    expect(await previewPolicySettings(owner, later)).toMatchObject({
      endingLater: 1,
      firstEndAt: null,
    });
    expect(await previewPolicySettings(owner, sooner)).toMatchObject({
      endingSooner: 1,
      firstEndAt: pastDueSince! + 7 * DAY,
    });
    const emailDue = () =>
      env.DB.prepare(
        "SELECT next_attempt_at AS at FROM emails WHERE user_id = ? AND kind = 'access_ended'",
      )
        .bind(sub.userId)
        .first<number>("at");
    expect(await emailDue()).toBe(pastDueSince! + 14 * DAY);
    await savePolicy(owner, later);
    await sub.sync();
    expect(await emailDue()).toBe(pastDueSince! + 30 * DAY);
    const { subscriptions } = await showBilling(sub.userContext(), sub);
    expect(subscriptions[0]!.notice).toEqual({
      code: "payment_failed",
      at: pastDueSince! + 30 * DAY,
    });
  });

  test("another lapse grace moves the end of all grants", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { currentPeriodEnd } = await sub.mirrored();
    await savePolicy(shop.ctx(), { ...defaults, lapseGraceHours: 72 });
    await sub.sync();
    expect((await findGrant(shop, sub)).endsAt).toBe(currentPeriodEnd! + 72 * HOUR);
  });

  test("the access policy controls whether users can pause, without syncing any customer", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const wanted = { ...defaults, buyersPause: null };
    expect(await previewPolicySettings(shop.ctx(), wanted)).toMatchObject({
      affectedCustomers: 0,
    });
    await savePolicy(shop.ctx(), wanted);
    expect((await enqueueDirtyCustomers(shop.ctx())).count).toBe(0);
    await expect(pauseSubscription(sub.userContext(), sub)).rejects.toMatchObject({
      code: "subscription_not_changeable",
    });
    const { subscriptions } = await showBilling(sub.userContext(), sub);
    expect(subscriptions[0]!.actions).not.toContain("pause");
  });

  test("the access policy controls access during a pause by the user", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    await savePolicy(shop.ctx(), { ...defaults, openWhilePaused: ["void"], buyersPause: "void" });
    await pauseSubscription(sub.userContext(), sub);
    await sub.advanceDays(40);
    expect((await listLibraryItems(sub.userContext(), sub))[0]!.access.active).toBe(true);
    const owner = shop.ctx({ type: "system", job: "test" }, sub.userContext().now);
    expect(await previewPolicySettings(owner, defaults)).toMatchObject({
      losingAccess: 1,
      affectedCustomers: 1,
    });
  });

  test.each([
    [{ pastDueGraceDays: -1 }, "pastDueGraceDays"],
    [{ pastDueGraceDays: 1.5 }, "pastDueGraceDays"],
    [{ lapseGraceHours: 0 }, "lapseGraceHours"],
    [{ buyersPause: "sometimes" }, "buyersPause"],
  ])("the access policy refuses %j", async (change, path) => {
    const owner = await createSignedInUser({ role: "owner" });
    const response = await owner.fetch("/api/admin/settings/policy", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...defaults, ...change }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fields: [{ path }] });
  });
});
