import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { isWholeLicenseKey } from "../../lib/license-key.ts";
import { DAY } from "../../lib/time.ts";
import { buyLicense, licenseBenefit, openDevice, showLicense } from "../../testing/licenses.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { renameAccount } from "../../shop/account/rename-account.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { findCustomerOfUser } from "../../sync/customer/store.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { previewPlan } from "../../shop/billing/preview-plan-change.ts";
import { changePlan } from "../../shop/billing/change-plan.ts";
import { importLicenses } from "../../admin/licenses/import-licenses.ts";

const codeOf = async (shop: TestShop, key: string) =>
  (await openDevice(shop)("validate", { key })).code;

const keysOf = async (userId: string) =>
  (
    await env.DB.prepare("SELECT key FROM license_keys WHERE user_id = ?")
      .bind(userId)
      .all<{ key: string }>()
  ).results.map(({ key }) => key);

const importKeys = (shop: TestShop, benefitId: string, ...keys: string[]) =>
  importLicenses(shop.ctx(), { benefitId, csv: ["key", ...keys].join("\n"), handOut: true });

/** A key as another shop makes them. */
const foreignKey = () => crypto.randomUUID().toUpperCase();

describe("a purchase", () => {
  test("gives one key, whole and valid at once, however often it is synced", async () => {
    const shop = openTestShop();
    const { userId, key, sync } = await buyLicense(shop);
    await Promise.all([sync(), sync()]);
    await sync();
    expect(key).toMatch(/^TIDE-/);
    expect(isWholeLicenseKey(key)).toBe(true);
    expect(await keysOf(userId)).toEqual([key]);
    expect(await codeOf(shop, key)).toBe("VALID");
  });

  test("keeps the limits of its day when the product is edited", async () => {
    const shop = openTestShop();
    const { userId, benefitId, sync } = await buyLicense(shop, { activationLimit: 3 });
    await env.DB.prepare("UPDATE benefits SET settings = ? WHERE id = ?")
      .bind(JSON.stringify({ prefix: "NEW", activationLimit: 1, usesLimit: 1 }), benefitId)
      .run();
    await sync();
    const shown = await showLicense(shop, userId);
    expect(shown?.license).toMatchObject({ activationLimit: 3, usesLimit: null });
    expect(shown?.license?.key).toMatch(/^TIDE-/);
  });

  test("of a product that gives no key any more takes the key away", async () => {
    const shop = openTestShop();
    const { userId, key, benefitId, sync } = await buyLicense(shop);
    await env.DB.prepare("DELETE FROM product_benefits WHERE benefit_id = ?").bind(benefitId).run();
    await sync();
    expect(await showLicense(shop, userId)).toBeUndefined();
    expect(await codeOf(shop, key)).toBe("REVOKED");
  });
});

describe("money that goes back", () => {
  test("revokes the key, and one that comes after all restores the same", async () => {
    const shop = openTestShop();
    const { userId, key, sync } = await buyLicense(shop);
    const { stripe } = shop.ctx();
    const charge = (await stripe.charges.list()).data[0]!;
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
    await sync();
    expect(await codeOf(shop, key)).toBe("REVOKED");
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await codeOf(shop, key)).toBe("VALID");
    expect(await keysOf(userId)).toEqual([key]);
  });

  test("revokes it when all of it has gone back, not before", async () => {
    const shop = openTestShop();
    const { key, sync } = await buyLicense(shop);
    const { stripe } = shop.ctx();
    const charge = (await stripe.charges.list()).data[0]!;
    await stripe.refunds.create({ charge: charge.id, amount: 100 });
    await sync();
    expect(await codeOf(shop, key)).toBe("VALID");
    await stripe.refunds.create({ charge: charge.id });
    await sync();
    expect(await codeOf(shop, key)).toBe("REVOKED");
  });
});

describe("a subscription", () => {
  const product = {
    prices: [{ ...monthly, model: "per_seat" as const }],
    benefits: [licenseBenefit({ activationLimit: 1, perSeat: true })],
  };

  test("gives as many devices as seats, and those that came last are out when seats go", async () => {
    const shop = openTestShop();
    const member = await subscribe(shop, product, { quantity: 2 });
    const key = (await showLicense(shop, member.userId))!.license!.key;
    const device = openDevice(shop);
    for (const fingerprint of ["a", "b"])
      expect(await device("activate", { key, fingerprint })).toMatchObject({ status: 201 });
    expect(await device("activate", { key, fingerprint: "c" })).toMatchObject({
      code: "ACTIVATION_LIMIT",
      license: { activationLimit: 2, quantity: 2 },
    });
    const priceId = member.product.prices[0]!.id;
    const setSeats = async (quantity: number) => {
      const preview = await previewPlan(member.holder(), { id: member.id, priceId, quantity });
      await changePlan(member.holder(), {
        id: member.id,
        priceId,
        quantity,
        prorationDate: preview.prorationDate,
      });
      await member.sync();
    };
    await setSeats(1);
    const ordered = (await showLicense(shop, member.userId))!.license!.activations;
    expect(ordered.map(({ isBeyondLimit }) => isBeyondLimit)).toEqual([false, true]);
    for (const { fingerprint, isBeyondLimit } of ordered) {
      const code = isBeyondLimit ? "ACTIVATION_LIMIT" : "VALID";
      expect(await device("validate", { key, fingerprint })).toMatchObject({ code });
      expect(await device("activate", { key, fingerprint })).toMatchObject({ status: 200, code });
    }
    await setSeats(2);
    expect(await device("validate", { key, fingerprint: "b" })).toMatchObject({ code: "VALID" });
  }, 20_000);

  test("that lapses revokes its key by the clock alone", async () => {
    const shop = openTestShop();
    const member = await subscribe(shop, product);
    const key = (await showLicense(shop, member.userId))!.license!.key;
    await env.DB.prepare("UPDATE grants SET ends_at = ? WHERE user_id = ?")
      .bind(Date.now() - DAY, member.userId)
      .run();
    expect(await codeOf(shop, key)).toBe("REVOKED");
    await env.DB.prepare("INSERT INTO switches (name, since) VALUES ('revocations_frozen', ?)")
      .bind(Date.now() - 2 * DAY)
      .run();
    expect(await codeOf(shop, key)).toBe("VALID");
    await env.DB.prepare("DELETE FROM switches").run();
    await member.sync();
    expect(await codeOf(shop, key)).toBe("VALID");
  });
});

describe("a key in its holder's name", () => {
  test("waits for the name, and is there when it is given", async () => {
    const shop = openTestShop();
    const paid = await payForNewProduct(shop, { benefits: [licenseBenefit({ isNamed: true })] });
    await env.DB.prepare("UPDATE users SET name = NULL WHERE id = ?").bind(paid.userId).run();
    const sync = () => syncCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
    await sync();
    expect(await showLicense(shop, paid.userId)).toMatchObject({
      waitingFor: "buyer_name",
      license: null,
    });
    await renameAccount(shop.as(paid.userId), { name: "Ann <b>Other</b>" });
    const shown = await showLicense(shop, paid.userId);
    expect(shown).toMatchObject({ waitingFor: null, license: { licensee: "Ann <b>Other</b>" } });
    await renameAccount(shop.as(paid.userId), { name: "Somebody else" });
    await sync();
    expect(await showLicense(shop, paid.userId)).toEqual(shown);
  });
});

describe("a stock of keys", () => {
  test("that is empty makes buyers wait; who waits longest comes first", async () => {
    const shop = openTestShop();
    const first = await buyLicense(shop, { isFromStock: true, activationLimit: 5 });
    expect(await showLicense(shop, first.userId)).toMatchObject({ waitingFor: "seller_keys" });
    await first.sync();
    const key = foreignKey();
    expect(await codeOf(shop, key)).toBe("NOT_FOUND");
    await importKeys(shop, first.benefitId, key);
    const shown = await showLicense(shop, first.userId);
    expect(shown).toMatchObject({
      waitingFor: null,
      license: { key, activationLimit: 5, canRotate: false },
    });
    expect(await codeOf(shop, key)).toBe("VALID");
  });

  test("gives no key before it is handed out, and none that is disabled", async () => {
    const shop = openTestShop();
    const buyer = await buyLicense(shop, { isFromStock: true });
    await shop
      .ctx()
      .db.$client.prepare("UPDATE grants SET revoked_at = 1 WHERE user_id = ?")
      .bind(buyer.userId)
      .run();
    const [key, disabled] = [foreignKey(), foreignKey()];
    await importKeys(shop, buyer.benefitId, disabled, key);
    await env.DB.prepare("UPDATE license_keys SET disabled_at = 1 WHERE key = ?")
      .bind(disabled)
      .run();
    expect(await codeOf(shop, key)).toBe("NOT_FOUND");
    await buyer.sync();
    expect((await showLicense(shop, buyer.userId))?.license?.key).toBe(key);
  });

  test("whose last key two take at once: one has it, the other waits", async () => {
    const shop = openTestShop();
    const sold = await shop.sell({ benefits: [licenseBenefit({ isFromStock: true })] });
    const buyers = await Promise.all(
      [0, 1, 2].map(async () => {
        const userId = await shop.newBuyer();
        const { url } = await openCheckout(shop.as(userId), { priceId: sold.prices[0]!.id });
        await shop.pay(url);
        return {
          userId,
          customerId: (await findCustomerOfUser(shop.ctx().db, userId, "test"))!.id,
        };
      }),
    );
    const benefit = await env.DB.prepare(
      "SELECT benefit_id FROM product_benefits WHERE product_id = ?",
    )
      .bind(sold.id)
      .first<string>("benefit_id");
    await importKeys(shop, benefit!, foreignKey(), foreignKey());
    await Promise.all(
      buyers.map(({ customerId }) => syncCustomer(shop.ctx(), { customerId, force: true })),
    );
    const shown = await Promise.all(buyers.map(({ userId }) => showLicense(shop, userId)));
    const waiting = shown.map((each) => each!.waitingFor);
    expect(waiting.toSorted()).toEqual([null, null, "seller_keys"].toSorted());
    expect(new Set(shown.map((each) => each!.license?.key)).size).toBe(3);
  });
});
