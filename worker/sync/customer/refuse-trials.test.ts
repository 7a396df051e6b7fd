import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../db/client.ts";
import { checkouts } from "../../db/schema/billing.ts";
import { grants } from "../../db/schema/grants.ts";
import { trialSettings } from "../../settings/trial-settings.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { showOffer } from "../../checkout/show-offer.ts";
import { deleteMirroredRows } from "../../testing/fixtures/delete-mirrored-rows.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { listAccessReasons, monthly } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";

const withTrial = { ...monthly, trialDays: 14 };
const OTHER_CARD = "4000002500003155";

beforeEach(emptyDatabase);

const createTrialProduct = (shop: TestShop, name: string) =>
  shop.createPublishedProduct({ name, prices: [withTrial] });

/** Opens a checkout with a trial that D1 then forgets, as if its row had been closed while the session was open. */
async function openForgottenTrial(shop: TestShop, userId: string, priceId: string) {
  const checkout = await openCheckout(shop.asUser(userId), { priceId });
  await shop
    .ctx()
    .db.update(checkouts)
    .set({ status: "expired" })
    .where(eq(checkouts.id, checkout.id));
  return checkout;
}

/** Starts a trial: opens the checkout, pays and returns. */
async function startTrial(shop: TestShop, userId: string, priceId: string, card?: string) {
  const { id, url } = await openCheckout(shop.asUser(userId), { priceId });
  await shop.pay(url, card);
  return confirmCheckout(shop.asUser(userId), { id });
}

/** Returns the statuses at Stripe, sorted. */
async function listStatuses(shop: TestShop) {
  const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
  return data.map(({ status }) => status).toSorted();
}

const countGrants = async (shop: TestShop, userId: string, productId: string) =>
  (
    await shop
      .ctx()
      .db.select()
      .from(grants)
      .where(and(eq(grants.userId, userId), eq(grants.productId, productId)))
  ).length;

describe("a second trial of one user that was paid after all", () => {
  it("a second trial is canceled before it gives access, costs nothing, and an email says why", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const userId = await shop.createUser();
    const [first, second] = [
      await createTrialProduct(shop, "First"),
      await createTrialProduct(shop, "Second"),
    ];
    const forgotten = await openForgottenTrial(shop, userId, second.prices[0]!.id);
    expect((await startTrial(shop, userId, first.prices[0]!.id)).state).toBe("complete");

    await shop.pay(forgotten.url);
    await shop
      .ctx()
      .db.update(checkouts)
      .set({ status: "open" })
      .where(eq(checkouts.id, forgotten.id));
    const confirmed = await confirmCheckout(shop.asUser(userId), { id: forgotten.id });
    expect(confirmed.state).toBe("trial_refused");
    expect(confirmed.entry?.notice).toMatchObject({ code: "trial_refused_user" });
    expect(await listStatuses(shop)).toEqual(["canceled", "trialing"]);
    expect(await listAccessReasons(shop, userId)).toEqual([
      "subscription_trialing",
      "subscription_ended",
    ]);
    expect(await countGrants(shop, userId, second.id)).toBe(0);
    expect((await shop.ctx().stripe.charges.list()).data).toEqual([]);
    // In either order: they are sent at the same time.
    const emails = await shop.emailsTo(userId);
    expect(emails.map(({ subject, text }) => [subject, text]).toSorted()).toEqual([
      ["Your free trial of First has started", expect.any(String)],
      ["Your free trial of Second didn’t start", expect.stringContaining("you weren’t charged")],
    ]);
    const { subscriptions } = await showBilling(shop.asUser(userId), { userId });
    expect(subscriptions.map(({ notice }) => notice?.code ?? null).toSorted()).toEqual([
      null,
      "trial_refused_user",
    ]);
  });

  it("a sync that finds two trials lets exactly one go on, and a rebuild agrees", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const [first, second] = [
      await createTrialProduct(shop, "First"),
      await createTrialProduct(shop, "Second"),
    ];
    const forgotten = await openForgottenTrial(shop, userId, first.prices[0]!.id);
    const { id, url } = await openCheckout(shop.asUser(userId), { priceId: second.prices[0]!.id });
    await Promise.all([shop.pay(forgotten.url), shop.pay(url)]);
    await confirmCheckout(shop.asUser(userId), { id });
    expect(await listStatuses(shop)).toEqual(["canceled", "trialing"]);
    const before = await listAccessReasons(shop, userId);
    expect(before).toEqual(["subscription_trialing", "subscription_ended"]);
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    expect(await listAccessReasons(shop, userId)).toEqual(before);
    expect(await listStatuses(shop)).toEqual(["canceled", "trialing"]);
  });

  it("a second trial is not opened if the first is paid between the offer and the claim", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const [first, second] = [
      await createTrialProduct(shop, "First"),
      await createTrialProduct(shop, "Second"),
    ];
    const open = await openCheckout(shop.asUser(userId), { priceId: first.prices[0]!.id });
    const ctx = shop.asUser(userId);
    let isPaid = false;
    const payBeforeClaim: D1Database = Object.create(env.DB, {
      prepare: {
        value: (query: string) => env.DB.prepare(query),
      },
      batch: {
        value: async (statements: D1PreparedStatement[]) => {
          const isClaim = JSON.stringify(statements).includes('insert into \\"checkouts\\"');
          if (isClaim && !isPaid) {
            isPaid = true;
            await shop.pay(open.url);
            await confirmCheckout(shop.asUser(userId), { id: open.id });
          }
          return env.DB.batch(statements);
        },
      },
    });
    const priceId = second.prices[0]!.id;
    await expect(
      openCheckout({ ...ctx, db: openDatabase(payBeforeClaim) }, { priceId }),
    ).rejects.toMatchObject({ code: "trial_used" });
    expect(isPaid).toBe(true);
    const { url } = await openCheckout(shop.asUser(userId), { priceId });
    await shop.pay(url);
    const { data } = await shop.ctx().stripe.subscriptions.list();
    expect(data.filter(({ trial_end: end }) => end !== null)).toHaveLength(1);
  });
});

describe("a card that has had a trial", () => {
  it("a card gives no trial to another user, if the seller wants one trial per card", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const product = await createTrialProduct(shop, "Guide");
    const priceId = product.prices[0]!.id;
    await trialSettings.save(shop.ctx(), { oneTrialPerCard: true });
    const [ann, bob, eve] = [
      await shop.createUser(),
      await shop.createUser(),
      await shop.createUser(),
    ];
    expect((await startTrial(shop, ann, priceId)).state).toBe("complete");
    const refused = await startTrial(shop, bob, priceId);
    expect(refused).toMatchObject({
      state: "trial_refused",
      entry: { notice: { code: "trial_refused_card" } },
    });
    expect(await countGrants(shop, bob, product.id)).toBe(0);
    expect((await shop.emailsTo(bob)).map(({ subject, text }) => [subject, text])).toEqual([
      [
        "Your free trial of Guide didn’t start",
        expect.stringContaining("Your card was already used"),
      ],
    ]);
    expect((await startTrial(shop, eve, priceId, OTHER_CARD)).state).toBe("complete");

    // Without a trial, the card is as good as any.
    const offer = await showOffer(shop.asUser(bob), { userId: bob, productId: product.id });
    expect(offer).toMatchObject({ state: "available", trialAvailable: false });
    expect((await startTrial(shop, bob, priceId)).state).toBe("complete");
    expect(await listAccessReasons(shop, ann)).toEqual(["subscription_trialing"]);
  });

  it("a card is kept only as a hash that outlasts a rotated secret, and a rebuild keeps its first trial", async () => {
    const shop = openTestShop();
    const product = await createTrialProduct(shop, "Guide");
    const priceId = product.prices[0]!.id;
    await trialSettings.save(shop.ctx(), { oneTrialPerCard: true });
    const ann = await shop.createUser();
    await startTrial(shop, ann, priceId);
    const { data } = await shop.ctx().stripe.subscriptions.list({
      expand: ["data.default_payment_method"],
    });
    const { card } = data[0]!.default_payment_method as Stripe.PaymentMethod;
    const { results } = await env.DB.prepare("SELECT * FROM trial_cards").all();
    expect(results).toEqual([
      {
        hash: expect.stringMatching(/^[\w-]{43}$/),
        stripe_subscription_id: data[0]!.id,
        created_at: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(results)).not.toContain(card!.fingerprint);

    await deleteMirroredRows(shop, ann);
    await runRebuild(shop);
    expect(await listAccessReasons(shop, ann)).toEqual(["subscription_trialing"]);
    const ctx = shop.asUser(await shop.createUser());
    const auth = { ...ctx.config.auth, secrets: ["newer", ...ctx.config.auth.secrets] };
    const rotated = { ...ctx, config: { ...ctx.config, auth } };
    const { id, url } = await openCheckout(rotated, { priceId });
    await shop.pay(url);
    expect((await confirmCheckout(rotated, { id })).state).toBe("trial_refused");
  });

  it("a card gets another trial by default, and nothing about cards is kept", async () => {
    const shop = openTestShop();
    expect(await trialSettings.read(shop.ctx())).toEqual({ oneTrialPerCard: false });
    const priceId = (await createTrialProduct(shop, "Guide")).prices[0]!.id;
    for (const userId of [await shop.createUser(), await shop.createUser()])
      expect((await startTrial(shop, userId, priceId)).state).toBe("complete");
    const { results } = await env.DB.prepare("SELECT * FROM trial_cards").all();
    expect(results).toEqual([]);
  });

  it("a card gives one trial if two users pay with it at the same moment", async () => {
    const shop = openTestShop();
    const priceId = (await createTrialProduct(shop, "Guide")).prices[0]!.id;
    await trialSettings.save(shop.ctx(), { oneTrialPerCard: true });
    const users = await Promise.all([shop.createUser(), shop.createUser(), shop.createUser()]);
    const states = await Promise.all(
      users.map(async (userId) => (await startTrial(shop, userId, priceId)).state),
    );
    expect(states.toSorted()).toEqual(["complete", "trial_refused", "trial_refused"]);
    expect(await listStatuses(shop)).toEqual(["canceled", "canceled", "trialing"]);
  });
});
