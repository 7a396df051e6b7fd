import { saveTaxSettings, type TaxSettings } from "../settings/tax-settings.ts";
import type { TestShop } from "./shop.ts";

/** Registers the seller for tax in the United States, where test buyers live, and has Stripe calculate it: 20 percent. */
export async function collectTax(
  shop: TestShop,
  behavior: TaxSettings["behavior"] = "exclusive",
): Promise<void> {
  await shop.ctx().stripe.tax.registrations.create({
    country: "US",
    country_options: { us: { state: "OR", type: "state_sales_tax" } },
    active_from: "now",
  });
  await saveTaxSettings(shop.ctx(), {
    automatic: true,
    behavior,
    collectTaxIds: false,
    requireBillingAddress: false,
  });
}
