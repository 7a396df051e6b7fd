import { describe, expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { listAudit } from "../audit/list-audit-entries.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { createDiscount } from "./create-discount.ts";
import { endDiscount } from "./end-discount.ts";
import { listDiscounts } from "./list-discounts.ts";
import { newDiscount } from "./schema.ts";

const spring = {
  name: "Spring",
  off: { kind: "percent", percentOff: 25 },
  duration: "once",
} as const;

const make = async (shop: TestShop, input: object = {}, now = Date.now()) =>
  createDiscount(shop.as(await shop.newBuyer(), now), newDiscount.parse({ ...spring, ...input }));

describe("a discount", () => {
  it("is made at Stripe with all that was asked for, and is in the audit log", async () => {
    const shop = openTestShop();
    const product = await shop.sell({});
    const expiresAt = Math.floor((Date.now() + 7 * DAY) / 1000) * 1000;
    const made = await make(shop, {
      code: "SPRING-25",
      off: { kind: "amount", amountOffMinor: 500, currency: "usd" },
      duration: "repeating",
      months: 3,
      maxRedemptions: 10,
      expiresAt,
      firstPurchaseOnly: true,
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
      productIds: [product.id],
    });
    expect((await listDiscounts(shop.ctx(), {})).items).toEqual([made]);
    const { items } = await listAudit(shop.ctx(), { targetId: made.id });
    expect(items).toMatchObject([{ action: "discount.created", after: { code: "SPRING-25" } }]);
  });

  it("has a code of Stripe's where none was given, and a buyer can pay with it", async () => {
    const shop = openTestShop();
    const { code } = await make(shop);
    const product = await shop.sell({});
    const buyer = shop.as(await shop.newBuyer());
    const { url } = await openCheckout(buyer, { priceId: product.prices[0]!.id });
    const session = await shop.pay(url, undefined, { promotionCode: code });
    expect(session.amount_total).toBe(2900 * 0.75);
    expect((await listDiscounts(shop.ctx(), {})).items).toMatchObject([{ timesRedeemed: 1 }]);
  });

  it("for one product takes nothing off another", async () => {
    const shop = openTestShop();
    const [mine, other] = [await shop.sell({}), await shop.sell({})];
    const { code } = await make(shop, { productIds: [mine.id] });
    const buyer = shop.as(await shop.newBuyer());
    const { url } = await openCheckout(buyer, { priceId: other.prices[0]!.id });
    await expect(shop.pay(url, undefined, { promotionCode: code })).rejects.toThrow("apply");
  });

  it("made twice within a minute is one", async () => {
    const shop = openTestShop();
    const now = Math.floor(Date.now() / 60_000) * 60_000;
    const actor = await shop.newBuyer();
    const click = () => createDiscount(shop.as(actor, now), newDiscount.parse(spring));
    expect(await click()).toEqual(await click());
    expect((await listDiscounts(shop.ctx(), {})).items).toHaveLength(1);
    expect((await shop.ctx().stripe.coupons.list()).data).toHaveLength(1);
  });

  it.each([
    ["a code that is taken", { code: "SPRING" }, "code"],
    ["a day that is over", { expiresAt: 1000 }, "expiresAt"],
    ["a product that nobody has", { productIds: [`prd_${"0".repeat(26)}`] }, "productIds"],
  ])("%s is refused at its field, and leaves no coupon", async (_, input, path) => {
    const shop = openTestShop();
    await make(shop, { code: "SPRING" });
    await expect(make(shop, { name: "Second", ...input })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path }],
    });
    expect((await shop.ctx().stripe.coupons.list()).data).toHaveLength(1);
  });

  it("that is ended is nobody's any more; ending it again changes nothing", async () => {
    const shop = openTestShop();
    const { id, code } = await make(shop);
    expect(await endDiscount(shop.ctx(), { id })).toMatchObject({ state: "ended" });
    expect(await endDiscount(shop.ctx(), { id })).toMatchObject({ state: "ended" });
    expect((await listDiscounts(shop.ctx(), { status: "active" })).items).toEqual([]);
    const { items } = await listAudit(shop.ctx(), { targetId: id });
    expect(items.filter(({ action }) => action === "discount.ended")).toMatchObject([
      { before: { code } },
    ]);
    await expect(endDiscount(shop.ctx(), { id: "promo_nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

it("the list goes on where Stripe's page ended", async () => {
  const shop = openTestShop();
  for (const code of ["ONE", "TWO", "THREE"]) await make(shop, { code });
  const first = await listDiscounts(shop.ctx(), { limit: 2 });
  const second = await listDiscounts(shop.ctx(), { limit: 2, cursor: first.nextCursor! });
  expect([...first.items, ...second.items].map(({ code }) => code)).toEqual([
    "THREE",
    "TWO",
    "ONE",
  ]);
  expect(second.nextCursor).toBeNull();
  const admin = await newBuyer({ role: "admin", env: shop.env });
  const found = await admin.json<{ items: unknown[] }>("/api/admin/discounts?search=TWO");
  expect(found.items).toHaveLength(1);
});

it("each refusal of the form names its field", () => {
  const paths = (input: object) =>
    newDiscount.safeParse({ ...spring, ...input }).error?.issues.map(({ path }) => path.join("."));
  expect(paths({ off: { kind: "percent", percentOff: 101 } })).toEqual(["off.percentOff"]);
  expect(paths({ off: { kind: "amount", amountOffMinor: 0, currency: "usd" } })).toEqual([
    "off.amountOffMinor",
  ]);
  expect(paths({ duration: "repeating" })).toEqual(["months"]);
  expect(paths({ months: 3 })).toEqual(["months"]);
  expect(paths({ code: "with space" })).toEqual(["code"]);
});
