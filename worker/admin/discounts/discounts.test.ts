import { describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../lib/time.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { createDiscount } from "./create-discount.ts";
import { endDiscount } from "./end-discount.ts";
import { listDiscounts } from "./list-discounts.ts";
import { renameDiscount } from "./rename-discount.ts";
import { newDiscount } from "./schema.ts";

const spring = {
  name: "Spring",
  off: { kind: "percent", percentOff: 25 },
  duration: "once",
} as const;

const createTestDiscount = async (shop: TestShop, input: object = {}, now = Date.now()) =>
  createDiscount(
    shop.asUser(await shop.createUser(), now),
    newDiscount.parse({ ...spring, ...input }),
  );

describe("a discount that makes something free", () => {
  const post = (input: object) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...spring, ...input }),
  });

  async function openShopWithOldSignIn() {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({
      prices: [{ type: "one_time", amountMinor: 4321, currency: "chf" }],
    });
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    await shop.env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * MINUTE, admin.sessionId)
      .run();
    return { shop, product, admin };
  }

  it.each([
    ["100 %", { kind: "percent", percentOff: 100 }],
    ["the whole price", { kind: "amount", amountOffMinor: 4321, currency: "chf" }],
  ])("a discount that makes something free asks for a fresh sign-in: %s", async (_, off) => {
    const { shop, product, admin } = await openShopWithOldSignIn();
    const response = await admin.fetch(
      "/api/admin/discounts",
      post({ off, productIds: [product.id] }),
    );
    expect(await response.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    expect((await listDiscounts(shop.ctx(), {})).items).toEqual([]);
  });

  it.each([
    ["99 %", { kind: "percent", percentOff: 99 }],
    ["a part of the price", { kind: "amount", amountOffMinor: 4320, currency: "chf" }],
  ])("a discount of %s asks for no fresh sign-in", async (_, off) => {
    const { product, admin } = await openShopWithOldSignIn();
    const input = post({ off, productIds: [product.id] });
    expect((await admin.fetch("/api/admin/discounts", input)).status).toBe(201);
  });

  it("a free discount is in the audit log after a fresh sign-in", async () => {
    const shop = openTestShop();
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    const off = { kind: "percent", percentOff: 100 };
    const { id } = await admin.json<{ id: string }>("/api/admin/discounts", post({ off }));
    const { items } = await listAuditEntries(shop.ctx(), { targetId: id });
    expect(items).toMatchObject([
      { action: "discount.created", actorId: admin.userId, after: { percentOff: 100 } },
    ]);
  });
});

describe("a discount", () => {
  it("a discount is created at Stripe with all settings, and audited", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const expiresAt = Math.floor((Date.now() + 7 * DAY) / 1000) * 1000;
    const made = await createTestDiscount(shop, {
      code: "SPRING-25",
      off: { kind: "amount", amountOffMinor: 500, currency: "usd" },
      duration: "repeating",
      months: 3,
      maxRedemptions: 10,
      expiresAt,
      firstPurchaseOnly: true,
      minimum: { amountMinor: 2000, currency: "usd" },
      productIds: [product.id],
    });
    expect(made).toMatchObject({
      code: "SPRING-25",
      state: "active",
      amountOffMinor: 500,
      percentOff: null,
      months: 3,
      maxRedemptions: 10,
      expiresAt,
      firstPurchaseOnly: true,
      minimumMinor: 2000,
      minimumCurrency: "usd",
      productIds: [product.id],
    });
    expect((await listDiscounts(shop.ctx(), {})).items).toMatchObject([made]);
    const { items } = await listAuditEntries(shop.ctx(), { targetId: made.id });
    expect(items).toMatchObject([{ action: "discount.created", after: { code: "SPRING-25" } }]);
  });

  it("a discount gets a code from Stripe if none was given, and a user can pay with it", async () => {
    const shop = openTestShop();
    const { code } = await createTestDiscount(shop);
    const product = await shop.createPublishedProduct({});
    const buyer = shop.asUser(await shop.createUser());
    const { url } = await openCheckout(buyer, { priceId: product.prices[0]!.id });
    const session = await shop.pay(url, undefined, { promotionCode: code });
    expect(session.amount_total).toBe(2900 * 0.75);
    expect((await listDiscounts(shop.ctx(), {})).items).toMatchObject([{ timesRedeemed: 1 }]);
  });

  it("a discount with a minimum does not work for an order below it", async () => {
    const shop = openTestShop();
    const minimum = { amountMinor: 2901, currency: "usd" };
    const { code } = await createTestDiscount(shop, { minimum });
    const { prices } = await shop.createPublishedProduct({});
    const buyer = shop.asUser(await shop.createUser());
    const { url } = await openCheckout(buyer, { priceId: prices[0]!.id });
    await expect(shop.pay(url, undefined, { promotionCode: code })).rejects.toThrow(/at least/);
  });

  it("a discount is renamed at Stripe, audited once, and found by its whole code in any case", async () => {
    const shop = openTestShop();
    const { id } = await createTestDiscount(shop, { code: "RENAME-ME" });
    const rename = () => renameDiscount(shop.ctx(), { id, name: "Autumn" });
    expect(await rename()).toMatchObject({ id, name: "Autumn", code: "RENAME-ME" });
    await rename();
    const { items } = await listAuditEntries(shop.ctx(), { targetId: id });
    expect(items[0]).toMatchObject({
      action: "discount.renamed",
      before: { name: "Spring" },
      after: { name: "Autumn" },
    });
    expect(items).toHaveLength(2);
    const find = async (code: string) => (await listDiscounts(shop.ctx(), { code })).items;
    expect(await find("rename-me")).toMatchObject([{ id, name: "Autumn" }]);
    expect(await find("rename")).toEqual([]);
    await expect(
      renameDiscount(shop.ctx(), { id: "promo_unknown", name: "x" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("a discount for one product does not apply to another", async () => {
    const shop = openTestShop();
    const [mine, other] = [
      await shop.createPublishedProduct({}),
      await shop.createPublishedProduct({}),
    ];
    const { code } = await createTestDiscount(shop, { productIds: [mine.id] });
    const buyer = shop.asUser(await shop.createUser());
    const { url } = await openCheckout(buyer, { priceId: other.prices[0]!.id });
    await expect(shop.pay(url, undefined, { promotionCode: code })).rejects.toThrow("apply");
  });

  it("a discount that is created twice within a minute exists once", async () => {
    const shop = openTestShop();
    const now = Math.floor(Date.now() / 60_000) * 60_000;
    const actor = await shop.createUser();
    const click = () => createDiscount(shop.asUser(actor, now), newDiscount.parse(spring));
    expect(await click()).toEqual(await click());
    expect((await listDiscounts(shop.ctx(), {})).items).toHaveLength(1);
    expect((await shop.ctx().stripe.coupons.list()).data).toHaveLength(1);
  });

  it.each([
    ["a code that is in use", { code: "SPRING" }, "code"],
    ["an end in the past", { expiresAt: 1000 }, "expiresAt"],
    ["an unknown product", { productIds: [`prd_${"0".repeat(26)}`] }, "productIds"],
  ])(
    "a discount with %s is refused at that field, and leaves no coupon",
    async (_, input, path) => {
      const shop = openTestShop();
      await createTestDiscount(shop, { code: "SPRING" });
      await expect(createTestDiscount(shop, { name: "Second", ...input })).rejects.toMatchObject({
        code: "invalid_input",
        fields: [{ path }],
      });
      expect((await shop.ctx().stripe.coupons.list()).data).toHaveLength(1);
    },
  );

  it("a discount whose code is taken at the same moment is refused, and leaves no coupon", async () => {
    const shop = openTestShop();
    const create = async () => {
      const actor = await shop.createUser();
      return createDiscount(shop.asUser(actor), newDiscount.parse({ ...spring, code: "TWICE" }));
    };
    const [one, other] = await Promise.allSettled([create(), create()]);
    const refused = one.status === "rejected" ? one : other;
    expect([one.status, other.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(refused).toMatchObject({
      reason: {
        code: "invalid_input",
        fields: [{ path: "code", message: "Another active discount uses this code." }],
      },
    });
    expect((await shop.ctx().stripe.coupons.list()).data).toHaveLength(1);
  });

  it("a discount cannot be used once ended, and ending it again changes nothing", async () => {
    const shop = openTestShop();
    const { id, code } = await createTestDiscount(shop);
    expect(await endDiscount(shop.ctx(), { id })).toMatchObject({ state: "ended" });
    expect(await endDiscount(shop.ctx(), { id })).toMatchObject({ state: "ended" });
    expect((await listDiscounts(shop.ctx(), { status: "active" })).items).toEqual([]);
    const { items } = await listAuditEntries(shop.ctx(), { targetId: id });
    expect(items.filter(({ action }) => action === "discount.ended")).toMatchObject([
      { before: { code } },
    ]);
    await expect(endDiscount(shop.ctx(), { id: "promo_nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

it("the list continues after Stripe's last page", async () => {
  const shop = openTestShop();
  for (const code of ["ONE", "TWO", "THREE"]) await createTestDiscount(shop, { code });
  const first = await listDiscounts(shop.ctx(), { limit: 2 });
  const second = await listDiscounts(shop.ctx(), { limit: 2, cursor: first.nextCursor! });
  expect([...first.items, ...second.items].map(({ code }) => code)).toEqual([
    "THREE",
    "TWO",
    "ONE",
  ]);
  expect(second.nextCursor).toBeNull();
});

it("a search finds codes by a part of the code or the name, in any case, page by page", async () => {
  const shop = openTestShop();
  const codes = ["SPRING-1", "OTHER", "SPRING-2", "LATE-SPRING", "THIRD"];
  for (const code of codes)
    await createTestDiscount(shop, { code, name: code === "OTHER" ? "The spring sale" : "Sale" });
  const admin = await createSignedInUser({ role: "admin", env: shop.env });
  const search = async (query: string) => {
    const { items, nextCursor } = await admin.json<{
      items: { code: string }[];
      nextCursor: string | null;
    }>(`/api/admin/discounts?search=${query}`);
    return { codes: items.map(({ code }) => code), nextCursor };
  };
  const first = await search("spring&limit=2");
  expect(first.codes).toEqual(["LATE-SPRING", "SPRING-2"]);
  const second = await search(`spring&limit=2&cursor=${first.nextCursor}`);
  expect(second).toEqual({ codes: ["OTHER", "SPRING-1"], nextCursor: null });
  expect(await search("nowhere")).toEqual({ codes: [], nextCursor: null });
});

it("each validation error names its field", () => {
  const paths = (input: object) =>
    newDiscount.safeParse({ ...spring, ...input }).error?.issues.map(({ path }) => path.join("."));
  expect(paths({ off: { kind: "percent", percentOff: 101 } })).toEqual(["off.percentOff"]);
  expect(paths({ off: { kind: "amount", amountOffMinor: 0, currency: "usd" } })).toEqual([
    "off.amountOffMinor",
  ]);
  expect(paths({ duration: "repeating" })).toEqual(["months"]);
  expect(paths({ months: 3 })).toEqual(["months"]);
  expect(paths({ minimum: { amountMinor: 0, currency: "dollars" } })).toEqual([
    "minimum.amountMinor",
    "minimum.currency",
  ]);
  expect(paths({ code: "with space" })).toEqual(["code"]);
});
