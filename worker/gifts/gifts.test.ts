import { describe, expect, it } from "vitest";
import { insertProductBenefit } from "../catalog/store.ts";
import { commit } from "../db/client.ts";
import { DAY } from "../lib/time.ts";
import { monthly, payForNewProduct, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, signInAs } from "../testing/clients/sign-in.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { startOutageMode, endOutageMode } from "../sync/sweeps/outage-mode.ts";
import { rewriteGiftGrants } from "../delivery/grants/gift-sources.ts";
import { revokeGift } from "./revoke-gift.ts";
import { createGift } from "./create-gift.ts";
import { listGrantsInForce } from "../access/list-grants.ts";
import { assertGiftNotRevoked, listGrantsOfUser } from "../access/store.ts";

const note = "For the review";

async function createGiftedUser(shop: TestShop, more: { endsAt?: number; quantity?: number } = {}) {
  const product = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const gift = await createGift(shop.ctx(), { userId, productId: product.id, note, ...more });
  const listInForce = (now?: number) => listGrantsInForce(shop.asUser(userId, now), { userId });
  return { product, userId, gift, listInForce };
}

/** Adds a benefit to an existing product. */
async function addToProduct(shop: TestShop, productId: string) {
  const other = await shop.createPublishedProduct({
    benefits: [{ type: "feature", name: "More", settings: {} }],
  });
  const { db } = shop.ctx();
  const benefitId = await shop.env.DB.prepare(
    "SELECT benefit_id FROM product_benefits WHERE product_id = ?",
  )
    .bind(other.id)
    .first<string>("benefit_id");
  await commit(db, [insertProductBenefit(db, { productId, benefitId: benefitId!, position: 9 })]);
}

describe("a gift", () => {
  it("a gift grants the product's benefits immediately, without calling Stripe", async () => {
    const shop = openTestShop();
    const { userId, gift, product, listInForce } = await createGiftedUser(shop, { quantity: 3 });
    const [grant] = (await listInForce()).map((each) => each.grant);
    expect(grant).toMatchObject({
      sourceType: "gift",
      sourceId: gift.id,
      quantity: 3,
      reason: "gift",
      endsAt: null,
    });
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    expect(entry).toMatchObject({
      id: gift.id,
      source: "gift",
      price: null,
      product: { id: product.id },
    });
    expect(entry!.benefits).toHaveLength(1);
    expect((await shop.ctx().stripe.customers.list()).data).toEqual([]);
  });

  it("a gift ends at its end time", async () => {
    const shop = openTestShop();
    const endsAt = Date.now() + DAY;
    const { userId, listInForce } = await createGiftedUser(shop, { endsAt });
    expect(await listInForce(endsAt - 1)).toHaveLength(1);
    expect(await listInForce(endsAt)).toEqual([]);
    const [entry] = await showLibrary(shop.asUser(userId, endsAt), { userId });
    expect(entry!.access).toMatchObject({ active: false, reason: "gift_ended", until: endsAt });
  });

  it("a gift is revoked immediately, and revoking it again does nothing", async () => {
    const shop = openTestShop();
    const { userId, gift, listInForce } = await createGiftedUser(shop);
    const ended = await revokeGift(shop.ctx(), gift);
    expect(await revokeGift(shop.ctx(undefined, Date.now() + DAY), gift)).toEqual(ended);
    expect(await listInForce()).toEqual([]);
    expect(await listAccessReasons(shop, userId)).toEqual(["gift_revoked"]);
  });

  it("a gift can be revoked in outage mode", async () => {
    const shop = openTestShop();
    const { gift, listInForce } = await createGiftedUser(shop);
    await startOutageMode(shop.ctx());
    await revokeGift(shop.ctx(), gift);
    expect(await listInForce()).toEqual([]);
    await endOutageMode(shop.ctx());
  });

  it("a gift survives syncs and a rebuild, and revoking it keeps purchases", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const other = await shop.createPublishedProduct({});
    const gift = await createGift(shop.ctx(), { userId, productId: other.id, note });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await runRebuild(shop);
    expect((await listAccessReasons(shop, userId)).toSorted()).toEqual(["gift", "order_paid"]);
    await revokeGift(shop.ctx(), gift);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid", "gift_revoked"]);
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
  });

  it("a gift blocks buying its product, unless it has an end", async () => {
    const shop = openTestShop();
    const lasting = await createGiftedUser(shop);
    const ending = await createGiftedUser(shop, { endsAt: Date.now() + DAY });
    const buy = ({ userId, product }: typeof lasting) =>
      openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    await expect(buy(lasting)).rejects.toMatchObject({ code: "already_owned" });
    expect(await buy(ending)).toMatchObject({ id: expect.any(String) });
  });
});

describe("a product edited after it was gifted", () => {
  it("grants a new benefit to a user without purchases once their gifts are rewritten", async () => {
    const shop = openTestShop();
    const { userId, product, listInForce } = await createGiftedUser(shop);
    await addToProduct(shop, product.id);
    await rewriteGiftGrants(shop.ctx(), { userId });
    expect(await listInForce()).toHaveLength(2);
    const before = await listGrantsOfUser(shop.ctx().db, userId, "test");
    await rewriteGiftGrants(shop.ctx(undefined, Date.now() + DAY), { userId });
    expect(await listGrantsOfUser(shop.ctx().db, userId, "test")).toEqual(before);
  });

  it("a product edited after it was gifted grants a new benefit in a user's next sync", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const product = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId, productId: product.id, note });
    await addToProduct(shop, product.id);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(3);
  });

  it("a benefit is not granted again by a writer that read the gift before it was revoked", async () => {
    const shop = openTestShop();
    const { gift } = await createGiftedUser(shop);
    const { db } = shop.ctx();
    await commit(db, [assertGiftNotRevoked(gift.id)]);
    await revokeGift(shop.ctx(), gift);
    await expect(commit(db, [assertGiftNotRevoked(gift.id)])).rejects.toThrow(/NOT NULL/);
  });
});

describe("/api/admin/gifts", () => {
  const post = (body: unknown) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  it("/api/admin/gifts lets support give, list and revoke gifts", async () => {
    const shop = openTestShop();
    const [support, buyer] = [
      await createSignedInUser({ role: "support" }),
      await createSignedInUser(),
    ];
    const { id: productId } = await shop.createPublishedProduct({});
    const given = await support.json<{ id: string }>(
      "/api/admin/gifts",
      post({ userId: buyer.userId, productId, note }),
    );
    expect(await support.json(`/api/admin/gifts?userId=${buyer.userId}`)).toMatchObject({
      gifts: [{ id: given.id, givenBy: support.userId, quantity: 1, note }],
    });
    const { entries } = await buyer.json<{ entries: { id: string }[] }>("/api/me/library");
    expect(entries.map(({ id }) => id)).toEqual([given.id]);
    expect(JSON.stringify(entries)).not.toContain(note);
    const ending = await support.fetch(`/api/admin/gifts/${given.id}/ending`, post({}));
    expect(await ending.json()).toMatchObject({ endedAt: expect.any(Number) });
    expect(await support.json(`/api/admin/gifts?userId=${buyer.userId}`)).toMatchObject({
      gifts: [{ id: given.id, endedAt: expect.any(Number) }],
    });
    const { results: log } = await shop.env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(given.id)
      .all();
    expect(log).toEqual([
      { action: "gift.given", actor_id: support.userId },
      { action: "gift.ended", actor_id: support.userId },
    ]);
  });

  it("/api/admin/gifts lists the products for sale and which are sold per seat", async () => {
    const shop = openTestShop();
    const seats = { ...monthly, model: "per_seat" } as const;
    const [one, many] = [
      await shop.createPublishedProduct({}),
      await shop.createPublishedProduct({ prices: [seats] }),
    ];
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const { products } = await support.json<{ products: unknown[] }>("/api/admin/gifts/products");
    expect(products).toEqual(
      expect.arrayContaining([
        { id: one.id, name: "A Product", isPerSeat: false },
        { id: many.id, name: "A Product", isPerSeat: true },
      ]),
    );
  });

  it("/api/admin/gifts returns 404 for buyers and 401 for visitors", async () => {
    const shop = openTestShop();
    const { gift, userId, product } = await createGiftedUser(shop);
    for (const [path, init] of [
      [`/api/admin/gifts?userId=${userId}`, {}],
      ["/api/admin/gifts/waiting", {}],
      ["/api/admin/gifts", post({ userId, productId: product.id, note })],
      [`/api/admin/gifts/${gift.id}/ending`, post({})],
    ] as const) {
      expect((await (await createSignedInUser()).fetch(path, init)).status).toBe(404);
      expect((await openBrowser().fetch(path, init)).status).toBe(401);
    }
  });

  it("/api/admin/gifts returns 404 for an unknown user, product or gift", async () => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({});
    const nobody = `usr_${"0".repeat(26)}`;
    for (const body of [
      { userId: nobody, productId, note },
      { userId: support.userId, productId: `prd_${"0".repeat(26)}`, note },
    ]) {
      expect((await support.fetch("/api/admin/gifts", post(body))).status).toBe(404);
    }
    const unknown = `/api/admin/gifts/cmp_${"0".repeat(26)}/ending`;
    expect((await support.fetch(unknown, post({}))).status).toBe(404);
  });

  it.each([
    ["no note", { note: " " }],
    ["an end in the past", { endsAt: Date.now() - 1 }],
    ["a quantity of zero", { quantity: 0 }],
    ["an unknown field", { mode: "live" }],
  ])("/api/admin/gifts refuses %s", async (_, wrong) => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({});
    const body = { userId: support.userId, productId, note, ...wrong };
    expect((await support.fetch("/api/admin/gifts", post(body))).status).toBe(422);
  });

  type Waiting = { items: { id: string }[] };
  const newEmail = () => `${crypto.randomUUID()}@example.com`;
  const findWaiting = async (member: { json: <T>(path: string) => Promise<T> }, id: string) =>
    (await member.json<Waiting>("/api/admin/gifts/waiting?limit=100")).items.find(
      (gift) => gift.id === id,
    );

  it("/api/admin/gifts keeps a gift to an unknown email until it signs in", async () => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({ name: "Field Guide" });
    const email = newEmail();
    const endsAt = Date.now() + DAY;
    const given = await support.json<{ id: string }>(
      "/api/admin/gifts",
      post({ email: ` ${email.toUpperCase()}`, productId, endsAt, note }),
    );
    expect(given).toEqual({ id: expect.stringMatching(/^cmp_/), userId: null, isEmailed: false });
    expect(await findWaiting(support, given.id)).toEqual({
      id: given.id,
      productName: "Field Guide",
      quantity: 1,
      email,
      issuer: null,
      givenBy: expect.any(String),
      note,
      createdAt: expect.any(Number),
      endsAt,
      expiresAt: endsAt,
      canEmail: false,
      isEmailDue: false,
      emailSentAt: null,
      emailProblem: null,
    });
    const { results: log } = await shop.env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ?",
    )
      .bind(given.id)
      .all();
    expect(log).toEqual([{ action: "gift.offered", actor_id: support.userId }]);
    const buyer = await signInAs(email);
    const { entries } = await buyer.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toMatchObject([{ id: given.id, source: "gift", product: { id: productId } }]);
    expect(await findWaiting(support, given.id)).toBeUndefined();
  });

  it("/api/admin/gifts gives at once to the verified email of a customer", async () => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({});
    const email = newEmail();
    const buyer = await signInAs(email);
    const { user } = await buyer.json<{ user: { id: string } }>("/api/me");
    const given = await support.json<{ id: string }>(
      "/api/admin/gifts",
      post({ email, productId, note }),
    );
    expect(given).toEqual({ id: given.id, userId: user.id, isEmailed: false });
    const { entries } = await buyer.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toMatchObject([{ id: given.id }]);
  });

  it("/api/admin/gifts takes back a gift that waits, so that nobody gets it", async () => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({});
    const email = newEmail();
    const { id } = await support.json<{ id: string }>(
      "/api/admin/gifts",
      post({ email, productId, note }),
    );
    const takeBack = () =>
      support.json<{ endedAt: number }>(`/api/admin/gifts/${id}/ending`, post({}));
    const { endedAt } = await takeBack();
    expect(endedAt).toEqual(expect.any(Number));
    expect(await takeBack()).toEqual({ endedAt });
    expect(await findWaiting(support, id)).toBeUndefined();
    const buyer = await signInAs(email);
    expect(await buyer.json("/api/me/library")).toMatchObject({ entries: [] });
  });

  it("/api/admin/gifts limits what support gives to an email, and tells the owners", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { id: productId } = await shop.createPublishedProduct({ name: "Field Guide" });
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const give = (quantity: number) =>
      support.fetch("/api/admin/gifts", post({ email: newEmail(), productId, quantity, note }));
    const refused = await give(11);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { fields: [{ path: "quantity" }] },
    ]);
    const { id } = await (await give(10)).json<{ id: string }>();
    const { results: told } = await shop.env.DB.prepare(
      "SELECT kind, facts ->> 'what' AS what FROM notifications WHERE source_id = ?",
    )
      .bind(id)
      .all();
    expect(told).toEqual([{ kind: "team_change", what: "Field Guide × 10" }]);
  });

  it.each([
    ["nobody", {}],
    ["what is no email", { email: "ann" }],
    ["both a customer and an email", { email: newEmail(), userId: `usr_${"0".repeat(26)}` }],
  ])("/api/admin/gifts refuses a gift to %s", async (_, to) => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const { id: productId } = await shop.createPublishedProduct({});
    const response = await support.fetch("/api/admin/gifts", post({ ...to, productId, note }));
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { fields: [{ path: "email" }] },
    ]);
  });
});
