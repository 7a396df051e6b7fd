import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

const CARD = "4242424242424242";

useShop();
const browser = useBrowser();

/** Two accounts of one user: `email` bought a product, `otherEmail` has a subscription. */
const [email, otherEmail] = [newGuestEmail(), newGuestEmail()];
let guest: HttpSession;
let other: HttpSession;
/** The console, signed in as the owner. */
let page: Page;

beforeAll(async () => {
  [guest, other] = [await signIn(shopUrl(), email), await signIn(shopUrl(), otherEmail)];
  await buy(guest, "field-handbook");
  await buy(other, "membership");
  const owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

async function buy(user: HttpSession, slug: string): Promise<void> {
  const { returnPath } = await buyOverHttp(user, slug, { card: CARD });
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await user.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
}

/** Returns the names of the products in the user's library with active access, sorted. */
async function getActiveProducts(user: HttpSession): Promise<string[]> {
  const { entries } = (await (await user.fetch("/api/me/library")).json()) as {
    entries: { product: { name: string }; access: { active: boolean } }[];
  };
  return entries.flatMap(({ product, access }) => (access.active ? [product.name] : [])).toSorted();
}

async function openCustomerPage(customerEmail: string): Promise<void> {
  await page.goto("/admin/customers");
  await page.getByRole("searchbox").fill(customerEmail.slice(0, -4).toUpperCase());
  await page.getByText(/^1 People$/).waitFor();
  await page.getByRole("table").getByRole("link").click();
  await page.getByRole("definition").getByText(customerEmail).waitFor();
}

const dialog = () => page.getByRole("dialog");
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const pressInDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const accessSection = () => page.getByRole("region", { name: "Access" });

describe("a customer", () => {
  it("can be found by email, and the customer page shows the source of each access", async () => {
    await openCustomerPage(email);
    await accessSection()
      .getByText(/^Bought for \$29 on /)
      .waitFor();
    await accessSection().getByText("In force").waitFor();
    await accessSection().getByText("History").click();
    await accessSection().getByText("Bought for $29.00.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer");
    await page.goto("/admin/customers");
    await page.getByRole("table").getByRole("link").first().waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customers");
  });

  it("gets access immediately from a gift with an end date, and loses it when the gift is revoked", async () => {
    await openCustomerPage(email);
    await press("Give access…");
    await dialog().getByLabel("Product").selectOption({ label: "First Light" });
    await dialog().getByLabel("Until").fill("2020-01-01");
    await pressInDialog("Give it");
    await dialog().getByText("Say why, in a few words").waitFor();
    await dialog().getByLabel("Why").fill("For the review");
    await pressInDialog("Give it");
    await dialog().getByText("Choose a day that is still to come").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer gift");
    await dialog().getByLabel("Until").fill("2099-12-31");
    await pressInDialog("Give it");
    await accessSection()
      .getByText(/^A gift since .*, until December 31, 2099\.$/)
      .waitFor();
    await accessSection().getByText("For the review").waitFor();
    expect(await getActiveProducts(guest)).toEqual(["First Light", "The Field Handbook"]);

    await press(/^Take back/);
    await dialog().getByText("It closes at once").waitFor();
    await saveScreenshots(page, "customer take back");
    await pressInDialog("Take it back");
    await accessSection()
      .getByText(/^A gift of .*, taken back/)
      .waitFor();
    expect(await getActiveProducts(guest)).toEqual(["The Field Handbook"]);
  });
});

describe("two accounts of one user", () => {
  it("can be merged after a preview; both emails sign in, and the closed account links to the other", async () => {
    await openCustomerPage(email);
    await press("Merge accounts…");
    await dialog().getByRole("searchbox").fill(otherEmail);
    await pressInDialog(otherEmail.split("@")[0]!);
    await dialog().getByText("This cannot be undone").waitFor();
    await dialog().getByText("It brings 1 subscription.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer merge");
    await pressInDialog("Merge for good");
    await accessSection().getByText("Tidewater Membership").first().waitFor();
    await page.getByText("from a merged account").waitFor();
    await saveScreenshots(page, "customer merged");
    expect((await other.fetch("/api/me/library")).status).toBe(401);
    other = await signIn(shopUrl(), otherEmail);
    expect(await getActiveProducts(other)).toEqual(["The Field Handbook", "Tidewater Membership"]);

    await page.goto("/admin/customers");
    await page.getByRole("link", { name: "Closed account" }).first().click();
    await page.getByText("This account was merged into").waitFor();
    await page.getByRole("link", { name: "another one" }).click();
    await page.getByRole("definition").getByText(email).waitFor();
  });
});
