import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { requestJson, signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectGoodPhoneScreen } from "./page-checks.ts";
import { buyOverHttp, refundNewestOrder } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";

const CARD = "4242424242424242";

useShop();
const browser = useBrowser();

let owner: HttpSession;
/** The ids of products that are sold once. */
let ids: Record<"sketch" | "atlas" | "postcard" | "bundle", string>;

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  ids = {
    sketch: await sellOnce("Sketch", 1000),
    atlas: await sellOnce("Atlas", 3000),
    postcard: await sellOnce("Postcard", 500),
    bundle: await sellOnce("Desk set", 3500),
  };
});

async function sellOnce(name: string, amountMinor: number): Promise<string> {
  const { id } = await requestJson<{ id: string }>(owner, "POST", "/api/admin/products", {
    name,
    slug: name.toLowerCase().replace(" ", "-"),
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor, currency: "usd" }],
    benefits: [
      {
        benefit: { type: "link", name: `All of ${name}`, settings: { url: "https://example.com" } },
      },
    ],
  });
  await requestJson(owner, "PUT", `/api/admin/products/${id}/status`, { status: "published" });
  return id;
}

/** Opens a page of a new customer, on a phone. */
async function openAsGuest(path: string, session?: HttpSession): Promise<Page> {
  const page = await browser.openAs(session ?? (await signIn(shopUrl(), newGuestEmail())));
  await page.setViewportSize({ width: 390, height: 860 });
  await page.goto(path);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The entry of a product in the library. */
const findEntry = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

describe("an upgrade", () => {
  it("a seller names a larger product, and an owner pays the difference until that is refunded", async () => {
    const seller = await browser.openAs(owner, `/admin/products/${ids.sketch}`);
    const choice = seller.getByLabel("Can be upgraded to");
    await choice.selectOption({ label: "Postcard · $5" });
    await seller.getByText("This price is not higher than what this product costs").waitFor();
    await seller.getByText("Customers who paid $10 would get the upgrade for $0.50").waitFor();
    await choice.selectOption({ label: "Atlas · $30" });
    await press(seller, "Save upgrade");
    await seller.getByText("Saved.", { exact: true }).waitFor();

    const guest = await signIn(shopUrl(), newGuestEmail());
    await buyOverHttp(guest, "sketch");
    const buyer = await openAsGuest("/library", guest);
    await buyer.getByRole("link", { name: "Upgrade to Atlas for $20" }).click();
    await buyer.getByText("What you’ve already paid ($10) is taken off the price").waitFor();
    await expectGoodPhoneScreen(buyer, "upgrade, product");
    await press(buyer, "Upgrade for $20");
    await payAtStripe(buyer, CARD);
    await expectHeading(buyer, "Thanks for your purchase.");
    await buyer.goto("/library");
    await findEntry(buyer, "Sketch").getByText("All of Sketch").waitFor();
    await findEntry(buyer, "Atlas").getByText("All of Atlas").waitFor();

    await refundNewestOrder(owner);
    await buyer.reload();
    await buyer.getByRole("link", { name: "Upgrade to Atlas for $20" }).waitFor();
    await findEntry(buyer, "Sketch").getByText("All of Sketch").waitFor();
    expect(await findEntry(buyer, "Atlas").getByText("All of Atlas").count()).toBe(0);
  });
});

describe("a bundle", () => {
  it("a seller puts products into one, and its buyer has all of them until it is refunded", async () => {
    const seller = await browser.openAs(owner, `/admin/products/${ids.bundle}`);
    for (const label of ["Sketch", "Atlas"])
      await seller.getByLabel("Include a product").selectOption({ label });
    await press(seller, "Save");
    await seller.getByText("All changes saved").waitFor();

    const buyer = await openAsGuest("/p/desk-set");
    await buyer.getByText("All of Atlas").first().waitFor();
    await expectGoodPhoneScreen(buyer, "bundle, product");
    await press(buyer, "Order and pay");
    await payAtStripe(buyer, CARD);
    await expectHeading(buyer, "Thanks for your purchase.");
    await buyer.goto("/library");
    const benefits = ["All of Desk set", "All of Sketch", "All of Atlas"];
    for (const name of benefits) await buyer.getByText(name).first().waitFor();

    await refundNewestOrder(owner);
    await buyer.reload();
    await buyer.getByRole("heading", { name: "Past purchases" }).waitFor();
    for (const name of benefits) expect(await buyer.getByText(name).count()).toBe(0);
  });
});
