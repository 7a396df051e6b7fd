import { beforeEach, expect, test } from "vitest";
import type { RuleId } from "../law/rules.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { saveLegalTexts } from "../settings/legal-pages.ts";
import { taxSettings, type TaxSettings } from "../settings/tax-settings.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { collectTax } from "../testing/fixtures/tax.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { readLaw } from "./read-law.ts";

// The settings are the whole shop's.
beforeEach(emptyDatabase);

const once = { type: "one_time", amountMinor: 2900, currency: "eur" } as const;

async function chooseBehavior(shop: TestShop, behavior: TaxSettings["behavior"]) {
  await taxSettings.save(shop.ctx(), { ...(await taxSettings.read(shop.ctx())), behavior });
}

async function findState(shop: TestShop, id: RuleId) {
  const { rules } = await readLaw(shop.ctx());
  return rules.find((rule) => rule.id === id)?.state;
}

test("a German shop's imprint is missing until it is written", async () => {
  const shop = openTestShop();
  expect(await findState(shop, "de_imprint")).toBeUndefined();
  await lawSettings.save(shop.ctx(), { seller: "DE", buyers: ["DE"] });
  expect(await findState(shop, "de_imprint")).toBe("missing");
  await saveLegalTexts(shop.ctx(), { terms: "", privacy: "", refunds: "", imprint: "Tidewater" });
  expect(await findState(shop, "de_imprint")).toBe("done");
  const { rules } = await readLaw(shop.ctx());
  expect(rules.find(({ id }) => id === "eu_withdrawal_page")).toMatchObject({
    state: "missing",
    page: "withdrawal",
  });
});

test("a price without tax is named, and one that includes tax is not", async () => {
  const shop = openTestShop();
  await lawSettings.save(shop.ctx(), { seller: "US", buyers: ["DE"] });
  await collectTax(shop, "inclusive");
  await shop.createPublishedProduct({ prices: [once] });
  expect(await readLaw(shop.ctx())).toMatchObject({ excludingTax: [] });
  expect(await findState(shop, "eu_price_display")).toBe("done");
  await chooseBehavior(shop, "exclusive");
  const { id, name } = await shop.createPublishedProduct({ prices: [once] });
  expect(await readLaw(shop.ctx())).toMatchObject({ excludingTax: [{ id, name }] });
  expect(await findState(shop, "eu_price_display")).toBe("missing");
});

test("a price without tax is no matter while Stripe calculates none", async () => {
  const shop = openTestShop();
  await lawSettings.save(shop.ctx(), { seller: "DE", buyers: ["DE"] });
  await chooseBehavior(shop, "exclusive");
  await shop.createPublishedProduct({ prices: [once] });
  expect(await findState(shop, "eu_price_display")).toBe("done");
});

test.each([
  ["DE", null, "inclusive"],
  ["US", null, "unspecified"],
  [null, null, "unspecified"],
  ["DE", "exclusive", "exclusive"],
  ["US", "inclusive", "inclusive"],
] as const)(
  "a new price of a seller in %s who chose %s is %s of tax",
  async (seller, behavior, expected) => {
    const shop = openTestShop();
    await lawSettings.save(shop.ctx(), { seller, buyers: "everywhere" });
    await chooseBehavior(shop, behavior);
    await shop.createPublishedProduct({ prices: [once] });
    const { data } = await shop.ctx().stripe.prices.list();
    expect(data.map((price) => price.tax_behavior)).toEqual([expected]);
  },
);
