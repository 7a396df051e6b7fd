import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { monthly } from "../testing/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { newBuyer } from "../testing/sign-in.ts";
import { openCheckout } from "../shop/checkout/open-checkout.ts";
import { refuseAutomaticTax, saveTax, type TaxSettings } from "./tax-settings.ts";

const none: TaxSettings = {
  automatic: false,
  behavior: null,
  collectTaxIds: false,
  requireBillingAddress: false,
};

/** The session that a buyer gets now, and its price, as Stripe has them. */
async function checkOut(shop: TestShop, prices: Parameters<TestShop["sell"]>[0]["prices"]) {
  const { stripe } = shop.ctx();
  const product = await shop.sell({ prices });
  const userId = await shop.newBuyer();
  const { url } = await openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
  const session = await stripe.checkout.sessions.retrieve(sessionIdOf(url), {
    expand: ["line_items"],
  });
  return { session, price: session.line_items!.data[0]!.price! };
}

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM settings").run();
});

describe("tax", () => {
  test("is nobody's business until the owner says so", async () => {
    const { session, price } = await checkOut(openTestShop(), [monthly]);
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
  ])("is computed and asked for at the checkout of %s, as the owner wants it", async (_, price) => {
    const shop = openTestShop();
    await saveTax(shop.ctx(), {
      automatic: true,
      behavior: "inclusive",
      collectTaxIds: true,
      requireBillingAddress: true,
    });
    const bought = await checkOut(shop, [price]);
    expect(bought.session).toMatchObject({
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: "required",
    });
    expect(bought.price.tax_behavior).toBe("inclusive");
  });

  test("each part of it works alone", async () => {
    const shop = openTestShop();
    for (const change of [{ automatic: true }, { collectTaxIds: true }]) {
      await saveTax(shop.ctx(), { ...none, ...change });
      const { session } = await checkOut(shop, [monthly]);
      expect(session.status).toBe("open");
      expect(session.automatic_tax.enabled).toBe("automatic" in change);
      expect(session.tax_id_collection?.enabled).toBe("collectTaxIds" in change);
    }
  });

  test("is not turned on where Stripe could not be asked, and nothing is saved", async () => {
    const shop = openTestShop();
    await shop.control("faults", { match: "GET /v1/tax/settings", times: 5, status: 500 });
    const owner = await newBuyer({ role: "owner", env: shop.env });
    const response = await owner.fetch("/api/admin/settings/tax", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...none, automatic: true }),
    });
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await owner.json("/api/admin/settings/tax")).toEqual(none);
  });

  test("needs Stripe Tax to be set up, and to know what prices include", () => {
    const defaults = { provider: "stripe", tax_behavior: "exclusive", tax_code: null } as const;
    const active = { status: "active", status_details: { active: {} }, defaults } as const;
    expect(refuseAutomaticTax(active)).toBeNull();
    const pending = { pending: { missing_fields: ["head_office"] } };
    expect(refuseAutomaticTax({ ...active, status: "pending", status_details: pending })).toContain(
      "head_office",
    );
    expect(
      refuseAutomaticTax({ ...active, defaults: { ...defaults, tax_behavior: null } }),
    ).toContain("include tax");
  });
});
