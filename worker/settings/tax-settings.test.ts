import { beforeEach, describe, expect, test } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { findTaxSetupError, taxSettings, type TaxSettings } from "./tax-settings.ts";

const defaultTaxSettings: TaxSettings = {
  automatic: false,
  behavior: null,
  collectTaxIds: false,
  requireBillingAddress: false,
  soldByLink: false,
};

/** Opens a checkout. Returns its session and price at Stripe. */
async function openTestCheckout(
  shop: TestShop,
  prices: Parameters<TestShop["createPublishedProduct"]>[0]["prices"],
) {
  const { stripe } = shop.ctx();
  const product = await shop.createPublishedProduct({ prices });
  const userId = await shop.createUser();
  const { url } = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
  const session = await stripe.checkout.sessions.retrieve(sessionIdOf(url), {
    expand: ["line_items"],
  });
  return { session, price: session.line_items!.data[0]!.price! };
}

beforeEach(emptyDatabase);

describe("tax", () => {
  test("tax is neither calculated nor asked for by default", async () => {
    const { session, price } = await openTestCheckout(openTestShop(), [monthly]);
    expect(session).toMatchObject({
      automatic_tax: { enabled: false },
      tax_id_collection: { enabled: false },
      billing_address_collection: null,
    });
    expect(price.tax_behavior).toBe("unspecified");
  });

  test.each([
    ["a subscription", monthly],
    ["a purchase", { type: "one_time" as const, amountMinor: 2900, currency: "usd" }],
  ])(
    "tax is calculated and asked for at the checkout of %s according to the settings",
    async (_, price) => {
      const shop = openTestShop();
      await taxSettings.save(shop.ctx(), {
        automatic: true,
        behavior: "inclusive",
        collectTaxIds: true,
        requireBillingAddress: true,
        soldByLink: false,
      });
      const bought = await openTestCheckout(shop, [price]);
      expect(bought.session).toMatchObject({
        automatic_tax: { enabled: true },
        tax_id_collection: { enabled: true },
        billing_address_collection: "required",
      });
      expect(bought.price.tax_behavior).toBe("inclusive");
    },
  );

  test("settings also work one at a time", async () => {
    const shop = openTestShop();
    for (const change of [{ automatic: true }, { collectTaxIds: true }]) {
      await taxSettings.save(shop.ctx(), { ...defaultTaxSettings, ...change });
      const { session } = await openTestCheckout(shop, [monthly]);
      expect(session.status).toBe("open");
      expect(session.automatic_tax.enabled).toBe("automatic" in change);
      expect(session.tax_id_collection?.enabled).toBe("collectTaxIds" in change);
    }
  });

  test("tax is not turned on if Stripe is unavailable, and nothing is saved", async () => {
    const shop = openTestShop();
    await shop.control("faults", { match: "GET /v1/tax/settings", times: 5, status: 500 });
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const response = await owner.fetch("/api/admin/settings/tax", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...defaultTaxSettings, automatic: true }),
    });
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await owner.json("/api/admin/settings/tax")).toEqual({
      ...defaultTaxSettings,
      version: 0,
    });
  });

  test("taxes require Stripe Tax to be set up, and whether prices include tax", () => {
    const defaults = { provider: "stripe", tax_behavior: "exclusive", tax_code: null } as const;
    const active = { status: "active", status_details: { active: {} }, defaults } as const;
    expect(findTaxSetupError(active)).toBeNull();
    const pending = { pending: { missing_fields: ["head_office"] } };
    expect(findTaxSetupError({ ...active, status: "pending", status_details: pending })).toContain(
      "head_office",
    );
    expect(
      findTaxSetupError({ ...active, defaults: { ...defaults, tax_behavior: null } }),
    ).toContain("include tax");
  });
});
