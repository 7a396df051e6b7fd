import { expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectGoodScreen } from "./page-checks.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop({ from: "empty" });
const browser = useBrowser();

/** Puts a membership without a tax code on sale. Returns its path in the console. */
async function sellMembership(owner: HttpSession): Promise<string> {
  const send = async (method: string, path: string, body: object) => {
    const answer = await owner.fetch(`/api/admin/products${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as { id: string };
  };
  const price = { type: "recurring", interval: "month", intervalCount: 1, trialDays: 0 };
  const { id } = await send("POST", "", {
    slug: "membership",
    name: "Membership",
    tagline: "",
    description: "",
    prices: [{ ...price, amountMinor: 900, currency: "usd" }],
    benefits: [{ benefit: { type: "feature", name: "Archive", settings: {} } }],
  });
  await send("PUT", `/${id}/status`, { status: "published" });
  return `/admin/products/${id}`;
}

it("a seller lets Link sell, and a buyer sees who sells before and after paying", async () => {
  const owner = await signIn(shopUrl(), "owner");
  const productPath = await sellMembership(owner);
  const console = await browser.openAs(owner, "/admin/settings/tax");
  const letLinkSell = async () => {
    await console.goto("/admin/settings/tax");
    await console.getByRole("checkbox", { name: "Link sells for you" }).check();
    await console.getByRole("button", { name: "Save tax" }).click();
  };
  await letLinkSell();
  await console.getByText("Choose a tax code first for “Membership”").waitFor();

  await console.goto(productPath);
  await console.getByText("URL, plan group, tax code, and link preview").click();
  const taxCode = console.getByRole("combobox", { name: "Tax code" });
  await taxCode.selectOption({ label: "Online software, personal use" });
  await console.getByRole("button", { name: "Save", exact: true }).click();
  await console.getByText("Changes saved", { exact: true }).waitFor();

  await letLinkSell();
  await console.getByText("Saved.", { exact: true }).waitFor();
  await console.getByRole("checkbox", { name: "Calculate tax automatically" }).waitFor({
    state: "detached",
  });
  await console.getByRole("checkbox", { name: "Offer e-invoices" }).check();
  await expectGoodScreen(console, "link-settings");

  const buyer = await browser.openAs(await signIn(shopUrl(), newGuestEmail()), "/p/membership");
  await buyer.getByText("Sold through Link, which is the seller").waitFor();
  await buyer.getByRole("button", { name: "Order and pay" }).click();
  await payAtStripe(buyer, "4242424242424242");
  await expectHeading(buyer, "Thanks for your purchase.");
  await buyer.goto("/account/billing");
  await buyer.getByText("Sold through Link. To change the plan").waitFor();
  expect(await buyer.getByRole("button", { name: /^Pause/ }).count()).toBe(0);
  await expectGoodScreen(buyer, "link-billing");
});
