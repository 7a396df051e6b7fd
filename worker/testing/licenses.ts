import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import type { NewProduct } from "../catalog/schema.ts";
import { createGift } from "../admin/gifts/create-gift.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import type { BenefitSettings } from "../db/schema/catalog.ts";
import { payForNewProduct } from "./purchases.ts";
import type { TestShop } from "./shop.ts";
import { openBrowser } from "./sign-in.ts";

type LicenseSettings = Partial<BenefitSettings["license_key"]>;

export const licenseBenefit = (settings: LicenseSettings = {}): NewProduct["benefits"][number] => ({
  type: "license_key",
  name: "A license",
  settings: { prefix: "TIDE", ...settings },
});

/** Creates a user who bought a product with a license key with these settings. */
export async function buyLicense(
  shop: TestShop,
  settings: LicenseSettings = {},
  product: Partial<NewProduct> = {},
) {
  const paid = await payForNewProduct(shop, { benefits: [licenseBenefit(settings)], ...product });
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
  await sync();
  const shown = await findLicenseInLibrary(shop, paid.userId);
  return { ...paid, sync, benefitId: shown!.id, key: shown!.license?.key ?? "" };
}

/** Creates a user with a license key as a gift, for tests that need no purchase. Stripe gets no request. */
export async function giveLicense(shop: TestShop, settings: LicenseSettings = {}) {
  const product = await shop.createDraftProduct({ benefits: [licenseBenefit(settings)] });
  const userId = await shop.createUser();
  await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
  const shown = await findLicenseInLibrary(shop, userId);
  return { userId, product, benefitId: shown!.id, key: shown!.license?.key ?? "" };
}

/** Returns the user's license as the library shows it; undefined if it shows none. */
export async function findLicenseInLibrary(shop: TestShop, userId: string, now?: number) {
  const entries = await showLibrary(shop.asUser(userId, now), { userId });
  return entries
    .flatMap(({ benefits }) => benefits)
    .find((benefit) => benefit.type === "license_key");
}

/** Returns a client that calls the license API as an app on a device: no cookies, no `Origin`, its own IP address. */
export function createDeviceClient(shop: TestShop) {
  const browser = openBrowser({ env: shop.env, sendsOrigin: false });
  return async <Answer = { valid: boolean; code: string }>(
    path: "validate" | "activate" | "deactivate" | "file",
    body: unknown,
  ) => {
    const response = await browser.fetch(`/api/v1/licenses/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      ...(await response.json<Answer>()),
    };
  };
}
