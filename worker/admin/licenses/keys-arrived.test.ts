import { expect, it } from "vitest";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { importLicenses } from "./import-licenses.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";

it("a buyer who waited for a license key gets it by email when keys are added, and only then", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const stocked = {
    benefits: [
      {
        type: "license_key" as const,
        name: "Key",
        settings: { prefix: "TIDE", isFromStock: true },
      },
    ],
  };
  const first = await payForNewProduct(shop, stocked);
  await syncStripeCustomer(shop.ctx(), { customerId: first.customerId, force: true });
  // Stripe's times are whole seconds.
  await shop.control("clock", { advanceSeconds: 1 });
  const secondUserId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(secondUserId), {
    priceId: first.product.prices[0]!.id,
  });
  await shop.pay(checkout.url);
  const customer = await findStripeCustomerOfUser(shop.ctx().db, secondUserId, "test");
  await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  const benefitId = first.product.benefits[0]!.id;
  const importKey = async (key: string) => {
    const csv = `key\n${key}\n`;
    await importLicenses(shop.ctx(), { benefitId, csv, handOut: true });
  };
  const keyEmailsTo = async (userId: string) =>
    (await shop.emailsTo(userId)).filter(({ subject }) => subject.includes("license key"));
  expect(await keyEmailsTo(first.userId)).toEqual([]);

  // One key for two buyers: it goes to the one who waited longer.
  const [oneKey, otherKey] = [crypto.randomUUID(), crypto.randomUUID()];
  await importKey(oneKey);
  const [email, ...more] = await keyEmailsTo(first.userId);
  expect(email).toMatchObject({ subject: "Your license key for A Product" });
  expect(email!.text.toUpperCase()).toContain(oneKey.toUpperCase());
  expect(more).toEqual([]);
  expect(await keyEmailsTo(secondUserId)).toEqual([]);

  await importKey(otherKey);
  expect(await keyEmailsTo(first.userId)).toHaveLength(1);
  const [second] = await keyEmailsTo(secondUserId);
  expect(second!.text.toUpperCase()).toContain(otherKey.toUpperCase());
});
