import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { isWellFormedLicenseKey } from "../../lib/license-key.ts";
import { DAY } from "../../lib/time.ts";
import {
  buyLicense,
  licenseBenefit,
  createDeviceClient,
  findLicenseInLibrary,
} from "../../testing/fixtures/licenses.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { renameAccount } from "../../account/change-profile.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { importLicenses } from "../../admin/licenses/import-licenses.ts";

const codeOf = async (shop: TestShop, key: string) =>
  (await createDeviceClient(shop)("validate", { key })).code;

const keysOf = async (userId: string) =>
  (
    await env.DB.prepare("SELECT key FROM license_keys WHERE user_id = ?")
      .bind(userId)
      .all<{ key: string }>()
  ).results.map(({ key }) => key);

const importKeys = (shop: TestShop, benefitId: string, ...keys: string[]) =>
  importLicenses(shop.ctx(), { benefitId, csv: ["key", ...keys].join("\n"), handOut: true });

/** Returns a key in the format of another shop. */
const foreignKey = () => crypto.randomUUID().toUpperCase();

describe("a purchase", () => {
  test("a purchase creates one valid key, even if it is synced several times", async () => {
    const shop = openTestShop();
    const { userId, key, sync } = await buyLicense(shop);
    await Promise.all([sync(), sync()]);
    await sync();
    expect(key).toMatch(/^TIDE-/);
    expect(isWellFormedLicenseKey(key)).toBe(true);
    expect(await keysOf(userId)).toEqual([key]);
    expect(await codeOf(shop, key)).toBe("VALID");
  });

  test("a purchase keeps the key's limits when the benefit is edited later", async () => {
    const shop = openTestShop();
    const { userId, benefitId, sync } = await buyLicense(shop, { activationLimit: 3 });
    await env.DB.prepare("UPDATE benefits SET settings = ? WHERE id = ?")
      .bind(JSON.stringify({ prefix: "NEW", activationLimit: 1, usesLimit: 1 }), benefitId)
      .run();
    await sync();
    const shown = await findLicenseInLibrary(shop, userId);
    expect(shown?.license).toMatchObject({ activationLimit: 3, usesLimit: null });
    expect(shown?.license?.key).toMatch(/^TIDE-/);
  });

  test("a purchase loses its key when the product no longer includes license keys", async () => {
    const shop = openTestShop();
    const { userId, key, benefitId, sync } = await buyLicense(shop);
    await env.DB.prepare("DELETE FROM product_benefits WHERE benefit_id = ?").bind(benefitId).run();
    await sync();
    expect(await findLicenseInLibrary(shop, userId)).toBeUndefined();
    expect(await codeOf(shop, key)).toBe("REVOKED");
  });
});

describe("returning the money", () => {
  test("a dispute revokes the key, and winning it restores the same key", async () => {
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

  test("a full refund revokes the key, and a partial one does not", async () => {
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

  test("a subscription allows one device per seat, and removing a seat blocks the newest activation", async () => {
    const shop = openTestShop();
    const member = await subscribe(shop, product, { quantity: 2 });
    const key = (await findLicenseInLibrary(shop, member.userId))!.license!.key;
    const device = createDeviceClient(shop);
    for (const fingerprint of ["a", "b"])
      expect(await device("activate", { key, fingerprint })).toMatchObject({ status: 201 });
    expect(await device("activate", { key, fingerprint: "c" })).toMatchObject({
      code: "ACTIVATION_LIMIT",
      license: { activationLimit: 2, quantity: 2 },
    });
    const priceId = member.product.prices[0]!.id;
    const setSeats = async (quantity: number) => {
      const preview = await previewPlanChange(member.userContext(), {
        id: member.id,
        priceId,
        quantity,
      });
      await changePlan(member.userContext(), {
        id: member.id,
        priceId,
        quantity,
        prorationDate: preview.prorationDate,
      });
      await member.sync();
    };
    await setSeats(1);
    const ordered = (await findLicenseInLibrary(shop, member.userId))!.license!.activations;
    expect(ordered.map(({ isBeyondLimit }) => isBeyondLimit)).toEqual([false, true]);
    for (const { fingerprint, isBeyondLimit } of ordered) {
      const code = isBeyondLimit ? "ACTIVATION_LIMIT" : "VALID";
      expect(await device("validate", { key, fingerprint })).toMatchObject({ code });
      expect(await device("activate", { key, fingerprint })).toMatchObject({ status: 200, code });
    }
    await setSeats(2);
    expect(await device("validate", { key, fingerprint: "b" })).toMatchObject({ code: "VALID" });
  });

  test("a lapsed subscription revokes its key without a sync, except in outage mode", async () => {
    const shop = openTestShop();
    const member = await subscribe(shop, product);
    const key = (await findLicenseInLibrary(shop, member.userId))!.license!.key;
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

describe("a named key", () => {
  test("a named key is created when the user sets a name, and keeps that name", async () => {
    const shop = openTestShop();
    const paid = await payForNewProduct(shop, { benefits: [licenseBenefit({ isNamed: true })] });
    await env.DB.prepare("UPDATE users SET name = NULL WHERE id = ?").bind(paid.userId).run();
    const sync = () => syncStripeCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
    await sync();
    expect(await findLicenseInLibrary(shop, paid.userId)).toMatchObject({
      waitingFor: "buyer_name",
      license: null,
    });
    await renameAccount(shop.asUser(paid.userId), { name: "Ann <b>Other</b>" });
    const shown = await findLicenseInLibrary(shop, paid.userId);
    expect(shown).toMatchObject({ waitingFor: null, license: { licensee: "Ann <b>Other</b>" } });
    await renameAccount(shop.asUser(paid.userId), { name: "Somebody else" });
    await sync();
    expect(await findLicenseInLibrary(shop, paid.userId)).toEqual(shown);
  });
});

describe("a stock of keys", () => {
  test("an empty stock makes a purchase wait until keys are imported", async () => {
    const shop = openTestShop();
    const first = await buyLicense(shop, { isFromStock: true, activationLimit: 5 });
    expect(await findLicenseInLibrary(shop, first.userId)).toMatchObject({
      waitingFor: "seller_keys",
    });
    await first.sync();
    const key = foreignKey();
    expect(await codeOf(shop, key)).toBe("NOT_FOUND");
    await importKeys(shop, first.benefitId, key);
    const shown = await findLicenseInLibrary(shop, first.userId);
    expect(shown).toMatchObject({
      waitingFor: null,
      license: { key, activationLimit: 5, canRotate: false },
    });
    expect(await codeOf(shop, key)).toBe("VALID");
  });

  test("a stock assigns no disabled keys, and its keys return NOT_FOUND until they are assigned", async () => {
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
    expect((await findLicenseInLibrary(shop, buyer.userId))?.license?.key).toBe(key);
  });

  test("a stock of 2 keys and 3 concurrent syncs assigns each key once, and one purchase waits", async () => {
    const shop = openTestShop();
    const sold = await shop.createPublishedProduct({
      benefits: [licenseBenefit({ isFromStock: true })],
    });
    const buyers = await Promise.all(
      [0, 1, 2].map(async () => {
        const userId = await shop.createUser();
        const { url } = await openCheckout(shop.asUser(userId), { priceId: sold.prices[0]!.id });
        await shop.pay(url);
        return {
          userId,
          customerId: (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!.id,
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
      buyers.map(({ customerId }) => syncStripeCustomer(shop.ctx(), { customerId, force: true })),
    );
    const shown = await Promise.all(buyers.map(({ userId }) => findLicenseInLibrary(shop, userId)));
    const waiting = shown.map((each) => each!.waitingFor);
    expect(waiting.toSorted()).toEqual([null, null, "seller_keys"].toSorted());
    expect(new Set(shown.map((each) => each!.license?.key)).size).toBe(3);
  });
});
