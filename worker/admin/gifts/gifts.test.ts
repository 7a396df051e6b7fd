import { describe, expect, it } from "vitest";
import { addBenefit } from "../../catalog/store.ts";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { monthly, payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer, openBrowser } from "../../testing/sign-in.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { freezeRevocations, unfreezeRevocations } from "../../sync/sweeps/freeze-revocations.ts";
import { rewriteCompGrants } from "../../delivery/grants/gift-sources.ts";
import { endComp } from "./revoke-gift.ts";
import { giveComp } from "./create-gift.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { assertCompGiven, listGrantsOfUser } from "../../access/store.ts";

const note = "For the review";

async function gift(shop: TestShop, more: { endsAt?: number; quantity?: number } = {}) {
  const product = await shop.sell({});
  const userId = await shop.newBuyer();
  const comp = await giveComp(shop.ctx(), { userId, productId: product.id, note, ...more });
  const held = (now?: number) => listGrantedBenefits(shop.as(userId, now), { userId });
  return { product, userId, comp, held };
}

/** One more benefit in a product that was sold before. */
async function addToProduct(shop: TestShop, productId: string) {
  const other = await shop.sell({ benefits: [{ type: "feature", name: "More", settings: {} }] });
  const { db } = shop.ctx();
  const benefitId = await shop.env.DB.prepare(
    "SELECT benefit_id FROM product_benefits WHERE product_id = ?",
  )
    .bind(other.id)
    .first<string>("benefit_id");
  await commit(db, [addBenefit(db, { productId, benefitId: benefitId!, position: 9 })]);
}

describe("a gift", () => {
  it("gives what the product gives, at once, and Stripe hears nothing of it", async () => {
    const shop = openTestShop();
    const { userId, comp, product, held } = await gift(shop, { quantity: 3 });
    const [grant] = (await held()).map((each) => each.grant);
    expect(grant).toMatchObject({
      sourceType: "manual",
      sourceId: comp.id,
      quantity: 3,
      reason: "manual",
      endsAt: null,
    });
    const [entry] = await showLibrary(shop.as(userId), { userId });
    expect(entry).toMatchObject({
      id: comp.id,
      source: "manual",
      price: null,
      product: { id: product.id },
    });
    expect(entry!.benefits).toHaveLength(1);
    expect((await shop.ctx().stripe.customers.list()).data).toEqual([]);
  });

  it("ends by itself when its time is over", async () => {
    const shop = openTestShop();
    const endsAt = Date.now() + DAY;
    const { userId, held } = await gift(shop, { endsAt });
    expect(await held(endsAt - 1)).toHaveLength(1);
    expect(await held(endsAt)).toEqual([]);
    const [entry] = await showLibrary(shop.as(userId, endsAt), { userId });
    expect(entry!.access).toMatchObject({ active: false, reason: "comp_ended", until: endsAt });
  });

  it("is taken back at once, and a second time nothing happens", async () => {
    const shop = openTestShop();
    const { userId, comp, held } = await gift(shop);
    const ended = await endComp(shop.ctx(), comp);
    expect(await endComp(shop.ctx(undefined, Date.now() + DAY), comp)).toEqual(ended);
    expect(await held()).toEqual([]);
    expect(await reasonsOf(shop, userId)).toEqual(["comp_taken_back"]);
  });

  it("is taken back also while revocations are frozen: it waits for no news", async () => {
    const shop = openTestShop();
    const { comp, held } = await gift(shop);
    await freezeRevocations(shop.ctx());
    await endComp(shop.ctx(), comp);
    expect(await held()).toEqual([]);
    await unfreezeRevocations(shop.ctx());
  });

  it("outlives every sync and a rebuild, and takes nothing from what was bought", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const other = await shop.sell({});
    const comp = await giveComp(shop.ctx(), { userId, productId: other.id, note });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    await rebuild(shop);
    expect((await reasonsOf(shop, userId)).toSorted()).toEqual(["manual", "order_paid"]);
    await endComp(shop.ctx(), comp);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid", "comp_taken_back"]);
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toHaveLength(1);
  });

  it("bars the product it gives, and nothing that is to follow it", async () => {
    const shop = openTestShop();
    const lasting = await gift(shop);
    const ending = await gift(shop, { endsAt: Date.now() + DAY });
    const buy = ({ userId, product }: typeof lasting) =>
      openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
    await expect(buy(lasting)).rejects.toMatchObject({ code: "already_owned" });
    expect(await buy(ending)).toMatchObject({ id: expect.any(String) });
  });
});

describe("a product edited after it was given", () => {
  it("gives more to who never paid, when the editor says so", async () => {
    const shop = openTestShop();
    const { userId, product, held } = await gift(shop);
    await addToProduct(shop, product.id);
    await rewriteCompGrants(shop.ctx(), { userId });
    expect(await held()).toHaveLength(2);
    const before = await listGrantsOfUser(shop.ctx().db, userId);
    await rewriteCompGrants(shop.ctx(undefined, Date.now() + DAY), { userId });
    expect(await listGrantsOfUser(shop.ctx().db, userId)).toEqual(before);
  });

  it("gives more to who is synced anyway", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const product = await shop.sell({});
    await giveComp(shop.ctx(), { userId, productId: product.id, note });
    await addToProduct(shop, product.id);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toHaveLength(3);
  });

  it("is not given again by who read the gift before it was taken back", async () => {
    const shop = openTestShop();
    const { comp } = await gift(shop);
    const { db } = shop.ctx();
    await commit(db, [assertCompGiven(db, comp.id)]);
    await endComp(shop.ctx(), comp);
    await expect(commit(db, [assertCompGiven(db, comp.id)])).rejects.toThrow(/NOT NULL/);
  });
});

describe("/api/admin/comps", () => {
  const post = (body: unknown) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  it("is support's to give, to list and to take back", async () => {
    const shop = openTestShop();
    const [support, buyer] = [await newBuyer({ role: "support" }), await newBuyer()];
    const { id: productId } = await shop.sell({});
    const given = await support.json<{ id: string }>(
      "/api/admin/comps",
      post({ userId: buyer.userId, productId, note }),
    );
    expect(given).toMatchObject({ givenBy: support.userId, quantity: 1, note });
    const { entries } = await buyer.json<{ entries: { id: string }[] }>("/api/me/library");
    expect(entries.map(({ id }) => id)).toEqual([given.id]);
    expect(JSON.stringify(entries)).not.toContain(note);
    const ending = await support.fetch(`/api/admin/comps/${given.id}/ending`, post({}));
    expect(await ending.json()).toMatchObject({ endedAt: expect.any(Number) });
    expect(await support.json(`/api/admin/comps?userId=${buyer.userId}`)).toMatchObject({
      comps: [{ id: given.id, endedAt: expect.any(Number) }],
    });
    const { results: log } = await shop.env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(given.id)
      .all();
    expect(log).toEqual([
      { action: "comp.given", actor_id: support.userId },
      { action: "comp.ended", actor_id: support.userId },
    ]);
  });

  it("can be of what is for sale, and says what is sold by the seat", async () => {
    const shop = openTestShop();
    const seats = { ...monthly, model: "per_seat" } as const;
    const [one, many] = [await shop.sell({}), await shop.sell({ prices: [seats] })];
    const support = await newBuyer({ role: "support", env: shop.env });
    const { products } = await support.json<{ products: unknown[] }>("/api/admin/comps/products");
    expect(products).toEqual(
      expect.arrayContaining([
        { id: one.id, name: "A Product", isPerSeat: false },
        { id: many.id, name: "A Product", isPerSeat: true },
      ]),
    );
  });

  it("does not exist for buyers, and asks visitors to sign in", async () => {
    const shop = openTestShop();
    const { comp, userId, product } = await gift(shop);
    for (const [path, init] of [
      [`/api/admin/comps?userId=${userId}`, {}],
      ["/api/admin/comps", post({ userId, productId: product.id, note })],
      [`/api/admin/comps/${comp.id}/ending`, post({})],
    ] as const) {
      expect((await (await newBuyer()).fetch(path, init)).status).toBe(404);
      expect((await openBrowser().fetch(path, init)).status).toBe(401);
    }
  });

  it("knows no person, product or gift that is not there", async () => {
    const shop = openTestShop();
    const support = await newBuyer({ role: "support" });
    const { id: productId } = await shop.sell({});
    const nobody = `usr_${"0".repeat(26)}`;
    for (const body of [
      { userId: nobody, productId, note },
      { userId: support.userId, productId: `prd_${"0".repeat(26)}`, note },
    ]) {
      expect((await support.fetch("/api/admin/comps", post(body))).status).toBe(404);
    }
    const unknown = `/api/admin/comps/cmp_${"0".repeat(26)}/ending`;
    expect((await support.fetch(unknown, post({}))).status).toBe(404);
  });

  it.each([
    ["no note", { note: " " }],
    ["an end that is past", { endsAt: Date.now() - 1 }],
    ["none of it", { quantity: 0 }],
    ["a field nobody knows", { mode: "live" }],
  ])("refuses %s", async (_, wrong) => {
    const shop = openTestShop();
    const support = await newBuyer({ role: "support" });
    const { id: productId } = await shop.sell({});
    const body = { userId: support.userId, productId, note, ...wrong };
    expect((await support.fetch("/api/admin/comps", post(body))).status).toBe(422);
  });
});
