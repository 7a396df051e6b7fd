import { syncCustomer } from "../sync/customer/sync-stripe-customer.ts";
import type { NewProduct } from "../catalog/schema.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import type { BenefitSettings } from "../db/schema/catalog.ts";
import { payForNewProduct } from "./purchases.ts";
import type { TestShop } from "./shop.ts";
import { openBrowser } from "./sign-in.ts";

type Terms = Partial<BenefitSettings["license_key"]>;

export const licenseBenefit = (settings: Terms = {}): NewProduct["benefits"][number] => ({
  type: "license_key",
  name: "A license",
  settings: { prefix: "TIDE", ...settings },
});

/** A new buyer with a license key by its terms. */
export async function buyLicense(
  shop: TestShop,
  settings: Terms = {},
  product: Partial<NewProduct> = {},
) {
  const paid = await payForNewProduct(shop, { benefits: [licenseBenefit(settings)], ...product });
  const sync = () => syncCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
  await sync();
  const shown = await showLicense(shop, paid.userId);
  return { ...paid, sync, benefitId: shown!.id, key: shown!.license?.key ?? "" };
}

/** The person's license as the library shows it; undefined where it shows none. */
export async function showLicense(shop: TestShop, userId: string, now?: number) {
  const entries = await showLibrary(shop.as(userId, now), { userId });
  return entries
    .flatMap(({ benefits }) => benefits)
    .find((benefit) => benefit.type === "license_key");
}

/** An application on somebody's device: no cookie, no origin, an address of its own. */
export function openDevice(shop: TestShop) {
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
