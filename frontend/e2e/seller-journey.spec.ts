import type { Page } from "playwright-core";
import { it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, payAtStripe } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop({ isEmpty: true });
const browser = useBrowser();

/** Signs in and opens `path`. */
async function openAs(hint: string, path: string): Promise<Page> {
  return browser.openAs(await signIn(shopUrl(), hint), path);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const pressInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

it("an owner publishes a product, a user buys it, loses access by a refund, and gets it back as a gift", async () => {
  const owner = await openAs("owner", "/admin/products/new");
  await owner.getByLabel("Name").fill("Winter Tides");
  await press(owner, "Create draft");
  await expectHeading(owner, "Winter Tides");
  await owner.getByLabel("Amount", { exact: true }).fill("29");
  await press(owner, "Add price");
  await owner.getByText("USD · paid once").waitFor();
  await press(owner, "Add a benefit");
  await owner.getByLabel("What it is").selectOption("license_key");
  const benefits = owner.getByRole("region", { name: "Benefits" });
  await benefits.getByLabel("Name", { exact: true }).fill("A key");
  await owner.getByLabel("Prefix").fill("TIDE");
  await press(owner, "Add benefit");
  await owner.getByText("License key").first().waitFor();
  await press(owner, "Publish");
  await owner.getByText("For sale.").waitFor();

  const ann = await openAs("ann", "/p/winter-tides");
  await ann.getByRole("button", { name: /^Buy/ }).click();
  await payAtStripe(ann, "4242424242424242");
  await expectHeading(ann, /thank you/i);
  await ann.goto("/library");
  await ann.getByText(/TIDE-/).first().waitFor();

  await owner.goto("/admin/orders");
  await owner.getByRole("table").getByRole("link", { name: "Winter Tides" }).click();
  await press(owner, "Refund…");
  await pressInDialog(owner, "Refund");
  await owner
    .getByRole("definition")
    .getByText(/^Refunded$/)
    .waitFor();
  await ann.reload();
  await ann.getByRole("region", { name: "No longer open" }).getByText("Winter Tides").waitFor();

  await owner.goto("/admin/customers?who=customers");
  await owner.getByRole("table").getByRole("link").click();
  await press(owner, "Give access…");
  await owner.getByRole("dialog").getByLabel("Product").selectOption({ label: "Winter Tides" });
  await owner.getByRole("dialog").getByLabel("Why").fill("Sorry for the trouble");
  await pressInDialog(owner, "Give it");
  await owner.getByText(/^A gift since /).waitFor();
  await ann.reload();
  await ann.getByRole("region", { name: "Yours" }).getByText("Winter Tides").waitFor();
  await ann.getByText("The shop gave you this").waitFor();
});
