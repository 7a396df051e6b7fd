import { beforeAll, describe, expect, it } from "vitest";
import { commit } from "../db/client.ts";
import { DAY } from "../lib/time.ts";
import { mergeSetting } from "../settings/store.ts";
import { expiredLinks } from "../purchases/checkout/store-links.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, postToAuth } from "../testing/clients/sign-in.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { createCheckoutLink, type NewCheckoutLink } from "./create-checkout-link.ts";
import { findLoginHint, openCheckoutLink, showCheckoutLink } from "./open-checkout-link.ts";

const origin = "https://app.example.com";

beforeAll(async () => {
  const { db } = openTestShop().ctx();
  const value = { allowedSuccessOrigins: [origin] };
  await commit(db, [mergeSetting(db, { name: "developers", value, updatedAt: 0 })]);
});

async function createLink(shop: TestShop, more: Partial<NewCheckoutLink> = {}) {
  const product = await shop.createPublishedProduct({});
  const priceId = product.prices[0]!.id;
  const link = await createCheckoutLink(shop.ctx(), { priceId, ...more });
  return { id: link.id, link, product, priceId };
}

const readRow = (shop: TestShop, id: string) =>
  shop.env.DB.prepare("SELECT * FROM checkout_links WHERE id = ?").bind(id).first();

describe("a checkout link", () => {
  it("a checkout link leads a signed-in user to the payment page, and after the payment to the success URL", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const { id } = await createLink(shop, {
      successUrl: `${origin}/thanks?cart=7`,
      metadata: { cart: "7" },
    });
    const user = shop.asUser(userId);
    const checkout = await openCheckoutLink(user, { id });
    expect(await openCheckoutLink(user, { id })).toEqual(checkout);
    expect(await confirmCheckout(user, checkout)).toMatchObject({
      state: "open",
      successUrl: null,
    });
    await shop.pay(checkout.url);
    expect(await confirmCheckout(user, checkout)).toMatchObject({
      state: "complete",
      successUrl: `${origin}/thanks?cart=7&checkout=${id}`,
    });
    expect(await showCheckoutLink(user, { id })).toMatchObject({ state: "complete" });
    await expect(openCheckoutLink(user, { id })).rejects.toMatchObject({ code: "checkout_paid" });
  });

  it("a checkout link shows a visitor its price and not the suggested email, and asks them to sign in", async () => {
    const shop = openTestShop();
    const { id, priceId } = await createLink(shop, { email: "ann@example.com" });
    const path = `/api/me/checkout-links/${id}`;
    const visitor = openBrowser();
    const shown = await visitor.json(path);
    expect(shown).toEqual({
      state: "open",
      priceId,
      quantity: 1,
      purchase: expect.objectContaining({ price: expect.objectContaining({ id: priceId }) }),
    });
    expect(JSON.stringify(shown)).not.toContain("ann@example.com");
    expect((await visitor.fetch(`${path}/checkout`, { method: "POST" })).status).toBe(401);
  });

  it("a checkout link is refused for another user than the one it was made for", async () => {
    const shop = openTestShop();
    const [owner, other] = [
      await createSignedInUser({ env: shop.env }),
      await createSignedInUser({ env: shop.env }),
    ];
    const { id } = await createLink(shop, { userId: owner.userId });
    const open = (browser: typeof owner) =>
      browser.fetch(`/api/me/checkout-links/${id}/checkout`, { method: "POST" });
    const refusal = await open(other);
    expect(refusal.status).toBe(403);
    expect(await refusal.json()).toMatchObject({ code: "checkout_not_yours" });
    expect((await open(owner)).status).toBe(201);
  });

  it("a checkout link is refused for every user once it was paid", async () => {
    const shop = openTestShop();
    const [one, two] = [shop.asUser(await shop.createUser()), shop.asUser(await shop.createUser())];
    const { id } = await createLink(shop);
    const checkout = await openCheckoutLink(one, { id });
    await shop.pay(checkout.url);
    await confirmCheckout(one, checkout);
    await expect(openCheckoutLink(two, { id })).rejects.toMatchObject({ code: "checkout_paid" });
  });

  it("a checkout link follows the rules of buying when it is opened", async () => {
    const shop = openTestShop();
    const { id, product } = await createLink(shop);
    const userId = await shop.createUser();
    const own = await createCheckoutLink(shop.ctx(), { priceId: product.prices[0]!.id });
    const checkout = await openCheckoutLink(shop.asUser(userId), own);
    await shop.pay(checkout.url);
    await expect(openCheckoutLink(shop.asUser(userId), { id })).rejects.toMatchObject({
      code: "already_owned",
    });
  });

  it("a checkout link buys the seats that it was made for", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({
      prices: [{ ...monthly, model: "per_seat" }],
    });
    const link = await createCheckoutLink(shop.ctx(), { priceId: prices[0]!.id, quantity: 5 });
    const { url } = await openCheckoutLink(shop.asUser(await shop.createUser()), link);
    const session = await shop.pay(url);
    const { data } = await shop.ctx().stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([{ quantity: 5 }]);
  });

  it("a checkout link expires after a week, and is deleted a month later if it was not used", async () => {
    const shop = openTestShop();
    const { id, link } = await createLink(shop, { email: "ann@example.com" });
    expect(link.expiresAt - link.createdAt).toBe(7 * DAY);
    const userId = await shop.createUser();
    const after = shop.asUser(userId, link.expiresAt);
    expect(await showCheckoutLink(after, { id })).toMatchObject({ state: "expired" });
    await expect(openCheckoutLink(after, { id })).rejects.toMatchObject({
      code: "checkout_expired",
    });
    await removeOldRows(shop.ctx(undefined, link.expiresAt + 30 * DAY), [expiredLinks]);
    await expect(showCheckoutLink(after, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("an opened checkout link is deleted, too; a paid one keeps its metadata without the email", async () => {
    const shop = openTestShop();
    const [opened, paid] = [
      await createLink(shop, { email: "ann@example.com" }),
      await createLink(shop, { email: "ann@example.com", metadata: { cart: "7" } }),
    ];
    const user = shop.asUser(await shop.createUser());
    await openCheckoutLink(user, opened);
    const checkout = await openCheckoutLink(user, paid);
    await shop.pay(checkout.url);
    await confirmCheckout(user, checkout);
    const later = shop.ctx(undefined, paid.link.expiresAt + 30 * DAY);
    await removeOldRows(later, [expiredLinks]);
    expect(await readRow(shop, opened.id)).toBeNull();
    const kept = { email: null, metadata: '{"cart":"7"}', checkout_id: checkout.id };
    expect(await readRow(shop, paid.id)).toMatchObject(kept);
    await removeOldRows(later, [expiredLinks]);
    expect(await showCheckoutLink(later, paid)).toMatchObject({ state: "complete" });
  });

  it("a checkout link that a second person opens stays with the first one, who pays", async () => {
    const shop = openTestShop();
    const [one, two] = [shop.asUser(await shop.createUser()), shop.asUser(await shop.createUser())];
    const successUrl = `${origin}/thanks`;
    const { id } = await createLink(shop, { successUrl, metadata: { cart: "7" } });
    const checkout = await openCheckoutLink(one, { id });
    const other = await openCheckoutLink(two, { id });
    await shop.pay(checkout.url);
    expect(await confirmCheckout(one, checkout)).toMatchObject({
      state: "complete",
      successUrl: `${successUrl}?checkout=${id}`,
    });
    const program = await createApiClient(shop);
    expect((await program.get(`/checkouts/${id}`)).body).toMatchObject({
      status: "complete",
      checkoutId: checkout.id,
      customerId: one.actor.userId,
      orderId: expect.stringMatching(/^ord_/),
    });
    expect(await confirmCheckout(two, other)).toMatchObject({ state: "open" });
    await expect(openCheckoutLink(two, { id })).rejects.toMatchObject({ code: "checkout_paid" });
  });

  it("a checkout link for nobody in particular loses email and metadata with the account", async () => {
    const shop = openTestShop();
    const suggested = await createSignedInUser({ env: shop.env, email: "leaving@example.com" });
    const { id } = await createLink(shop, { email: "Leaving@example.com", metadata: { a: "b" } });
    const opened = await createLink(shop, { metadata: { name: "Ann" } });
    await openCheckoutLink(shop.asUser(suggested.userId), opened);
    expect((await suggested.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);
    for (const link of [id, opened.id])
      expect(await readRow(shop, link)).toMatchObject({ email: null, metadata: "{}" });
  });

  it("a checkout link suggests its email to the provider at the sign-in that it leads to", async () => {
    const shop = openTestShop();
    const { id, link } = await createLink(shop, { email: "ann@example.com" });
    const readHint = async (callbackUrl: string) => {
      const browser = openBrowser({ env: shop.env });
      const url = await postToAuth(browser, "/api/auth/signin/oidc", { callbackUrl });
      return new URL(url).searchParams.get("login_hint");
    };
    expect(await readHint(`/checkout/${id}`)).toBe("ann@example.com");
    expect(await readHint("/library")).toBeNull();
    expect(await findLoginHint(shop.ctx(undefined, link.expiresAt), { id })).toBeNull();
  });
});

describe("a new checkout link", () => {
  it.each([
    ["a success URL of another origin", { successUrl: "https://evil.example.com/" }],
    ["a success URL whose origin only starts the same", { successUrl: `${origin}.evil.com/` }],
    ["a success URL with a password", { successUrl: "https://a:b@app.example.com/" }],
    ["a success URL that runs a script", { successUrl: "javascript:alert(1)" }],
    ["seats of a price that is not per seat", { quantity: 2 }],
    ["an expiry in the past", { expiresAt: 1 }],
    ["an expiry after more than 90 days", { expiresAt: Date.now() + 91 * DAY }],
  ])("a new checkout link refuses %s", async (_, more) => {
    await expect(createLink(openTestShop(), more)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("a new checkout link refuses a price that is not for sale", async () => {
    const priceId = `prc_${"0".repeat(26)}`;
    await expect(createCheckoutLink(openTestShop().ctx(), { priceId })).rejects.toMatchObject({
      code: "price_unavailable",
    });
  });
});
