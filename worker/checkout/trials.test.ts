import { describe, expect, it } from "vitest";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { openBrowser, signInAs } from "../testing/clients/sign-in.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

const withTrial = { ...monthly, trialDays: 14 };

/** Creates products with a trial and returns their prices' ids. */
async function createTrialPrices(shop: TestShop, count: number): Promise<string[]> {
  const products = Array.from({ length: count }, () =>
    shop.createPublishedProduct({ prices: [withTrial] }),
  );
  return (await Promise.all(products)).map(({ prices }) => prices[0]!.id);
}

/** Returns the statuses of the trial sessions at Stripe. */
async function listTrialSubscriptions(shop: TestShop) {
  const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
  return data.filter(({ trial_end: end }) => end !== null);
}

describe("three checkouts opened before any is paid", () => {
  it("three checkouts give one trial: opening the next expires the one before", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const urls: string[] = [];
    for (const priceId of await createTrialPrices(shop, 3))
      urls.push((await openCheckout(shop.asUser(userId), { priceId })).url);
    const paid = await Promise.allSettled(urls.map((url) => shop.pay(url)));
    expect(paid.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(await listTrialSubscriptions(shop)).toHaveLength(1);
  });

  it("three checkouts opened at the same time leave one session open at Stripe", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const prices = await createTrialPrices(shop, 3);
    const opened = await Promise.allSettled(
      prices.map((priceId) => openCheckout(shop.asUser(userId), { priceId })),
    );
    const urls = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value.url] : []));
    const { data } = await shop.ctx().stripe.checkout.sessions.list({ status: "open" });
    expect(data).toHaveLength(1);
    expect(urls).toContain(data[0]!.url);
    await shop.pay(data[0]!.url!);
    expect(await listTrialSubscriptions(shop)).toHaveLength(1);
  });

  it("a trial that is paid while another one is opened is not given twice", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const [first, second] = await createTrialPrices(shop, 2);
    const { url } = await openCheckout(shop.asUser(userId), { priceId: first! });
    const ctx = shop.asUser(userId);
    const { sessions } = ctx.stripe.checkout;
    const expire = sessions.expire.bind(sessions);
    sessions.expire = (async (...args: Parameters<typeof expire>) => {
      await shop.pay(url);
      return expire(...args);
    }) as typeof expire;
    await expect(openCheckout(ctx, { priceId: second! })).rejects.toMatchObject({
      code: "trial_used",
    });
    const again = await openCheckout(shop.asUser(userId), { priceId: second! });
    await shop.pay(again.url);
    expect(await listTrialSubscriptions(shop)).toHaveLength(1);
  });

  it("a checkout without a trial stays open beside one with a trial", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const { prices } = await shop.createPublishedProduct({});
    const plain = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
    const [priceId] = await createTrialPrices(shop, 1);
    await openCheckout(shop.asUser(userId), { priceId: priceId! });
    const session = await shop.ctx().stripe.checkout.sessions.retrieve(sessionIdOf(plain.url));
    expect(session.status).toBe("open");
  });
});

/** Signs in with this email, in this shop. */
async function signIn(shop: TestShop, email: string) {
  const browser = await signInAs(email, openBrowser({ env: shop.env }));
  const { user } = await browser.json<{ user: { id: string } }>("/api/me");
  return { browser, userId: user.id };
}

describe("a user who deletes the account and comes back", () => {
  it("a user who comes back after deleting the account gets no second trial; only a hash is kept", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ prices: [withTrial] });
    const priceId = product.prices[0]!.id;
    const email = `${crypto.randomUUID()}@example.com`;
    const before = await signIn(shop, email);
    const { id, url } = await openCheckout(shop.asUser(before.userId), { priceId });
    await shop.pay(url);
    await confirmCheckout(shop.asUser(before.userId), { id });
    expect((await before.browser.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);

    const after = await signIn(shop, email);
    expect(after.userId).not.toBe(before.userId);
    const offer = { userId: after.userId, productId: product.id };
    expect((await showOffer(shop.asUser(after.userId), offer)).trialAvailable).toBe(false);
    await shop.pay((await openCheckout(shop.asUser(after.userId), { priceId })).url);
    expect(await listTrialSubscriptions(shop)).toHaveLength(1);

    // Without the secret, nothing tells whose hash it is.
    const { results } = await shop.env.DB.prepare("SELECT * FROM trial_tombstones").all();
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain(email);
    const rotated = { ...shop.asUser(after.userId) };
    rotated.config = { ...rotated.config, auth: { ...rotated.config.auth, secrets: ["other"] } };
    expect((await showOffer(rotated, offer)).trialAvailable).toBe(true);
    rotated.config.auth.secrets = ["other", ...shop.ctx().config.auth.secrets];
    expect((await showOffer(rotated, offer)).trialAvailable).toBe(false);
  });

  it("a user who comes back gets no second trial with the same email through another provider", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ prices: [withTrial] });
    const mailbox = crypto.randomUUID();
    const before = await signIn(shop, `${mailbox}@example.com`);
    const { id, url } = await openCheckout(shop.asUser(before.userId), {
      priceId: product.prices[0]!.id,
    });
    await shop.pay(url);
    await confirmCheckout(shop.asUser(before.userId), { id });
    expect((await before.browser.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);
    // Users without the identity of before, as after signing in with another provider.
    const hasTrialOffer = async (email: string) => {
      const userId = await shop.createUser(email);
      return (await showOffer(shop.asUser(userId), { userId, productId: product.id }))
        .trialAvailable;
    };
    expect(await hasTrialOffer(`${mailbox}@example.com`)).toBe(false);
    expect(await hasTrialOffer(`${mailbox.toUpperCase()}+again@Example.com`)).toBe(false);
    expect(await hasTrialOffer(`another-${mailbox}@example.com`)).toBe(true);
  });

  it("a user who comes back gets the first trial if there was none before", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ prices: [withTrial] });
    const email = `${crypto.randomUUID()}@example.com`;
    const before = await signIn(shop, email);
    await before.browser.fetch("/api/me/account", { method: "DELETE" });
    const { userId } = await signIn(shop, email);
    const offer = await showOffer(shop.asUser(userId), { userId, productId: product.id });
    expect(offer.trialAvailable).toBe(true);
  });
});
