import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { bookTaxCode, sellThroughLink } from "../../testing/fixtures/tax.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import { publishProduct } from "../products/publish-product.ts";
import { saveTaxSettings } from "./save-tax.ts";

// The tax settings are the whole shop's.
beforeEach(emptyDatabase);

async function letLinkSell(shop: TestShop) {
  const tax = await taxSettings.read(shop.ctx());
  return saveTaxSettings(shop.ctx(), { ...tax, soldByLink: true });
}

const refused = (message: string) => ({
  code: "invalid_input",
  fields: [{ path: "soldByLink", message: expect.stringContaining(message) }],
});

describe("Link as the seller", () => {
  it("the products that lack a tax code are named, and then nothing is saved", async () => {
    const shop = openTestShop();
    await shop.createPublishedProduct({ name: "Guide", taxCode: bookTaxCode });
    await shop.createPublishedProduct({ name: "Course" });
    await expect(letLinkSell(shop)).rejects.toMatchObject(refused("first for “Course”:"));
    expect(await taxSettings.read(shop.ctx())).toMatchObject({ soldByLink: false });
  });

  it("a product whose tax code Stripe does not sell is named with Stripe's words", async () => {
    const shop = openTestShop();
    const taxCode = "txcd_20030000";
    await shop.createPublishedProduct({ name: "Guide", taxCode: bookTaxCode });
    await shop.createPublishedProduct({ name: "Coaching", taxCode, prices: [monthly] });
    await expect(letLinkSell(shop)).rejects.toMatchObject(
      refused(
        "sell “Coaching” for you: Invalid line_items[0]: this product tax code is ineligible",
      ),
    );
  });

  it("an account that has not accepted Stripe's terms learns where it can", async () => {
    const shop = openTestShop();
    await shop.createPublishedProduct({ taxCode: bookTaxCode });
    await shop.control("settings", { managedPaymentsAccepted: false });
    await expect(letLinkSell(shop)).rejects.toMatchObject(
      refused("accept the Managed Payments terms of service"),
    );
  });

  it("one session for each tax code is opened and closed, and the setting is saved", async () => {
    const shop = openTestShop();
    for (const taxCode of [bookTaxCode, bookTaxCode, "txcd_10103000"])
      await shop.createPublishedProduct({ taxCode });
    expect(await letLinkSell(shop)).toMatchObject({ soldByLink: true });
    const { data } = await shop.ctx().stripe.checkout.sessions.list();
    expect(data.map(({ status }) => status)).toEqual(["expired", "expired"]);
  });

  it("a product that Link cannot sell is not published", async () => {
    const shop = openTestShop();
    await sellThroughLink(shop);
    const { id } = await shop.createDraftProduct({});
    await expect(publishProduct(shop.ctx(), { productId: id })).rejects.toMatchObject({
      fields: [{ path: "taxCode", message: expect.stringContaining("tax code is missing") }],
    });
  });
});
