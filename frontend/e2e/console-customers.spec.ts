import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, saveScreenshots } from "./page-checks.ts";
import { newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const CARD = "4242424242424242";

const browser = useBrowser();

/** Somebody with two accounts: bought by the one, subscribed by the other; and the owner who looks at both. */
const [email, otherEmail] = [newGuest(), newGuest()];
let guest: HttpSession;
let other: HttpSession;
let page: Page;

beforeAll(async () => {
  [guest, other] = [
    await signIn(inject("shopUrl"), email),
    await signIn(inject("shopUrl"), otherEmail),
  ];
  await buy(guest, "field-handbook");
  await buy(other, "membership");
  const owner = await signIn(inject("shopUrl"), "owner");
  page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
}, 60_000);

async function buy(buyer: HttpSession, slug: string): Promise<void> {
  const { returnPath } = await buyOverHttp(buyer, slug, { card: CARD });
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
}

/** What somebody's own library says is open, by product. */
async function libraryOf(buyer: HttpSession): Promise<string[]> {
  const { entries } = (await (await buyer.fetch("/api/me/library")).json()) as {
    entries: { product: { name: string }; access: { active: boolean } }[];
  };
  return entries.flatMap(({ product, access }) => (access.active ? [product.name] : [])).toSorted();
}

async function openPersonOf(address: string): Promise<void> {
  await page.goto("/admin/customers");
  await page.getByRole("searchbox").fill(address.slice(0, -4).toUpperCase());
  await page.getByText(/^1 People$/).waitFor();
  await page.getByRole("table").getByRole("link").click();
  await page.getByRole("definition").getByText(address).waitFor();
}

const dialog = () => page.getByRole("dialog");
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const answer = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const access = () => page.getByRole("region", { name: "Access" });

describe("a buyer", () => {
  it("is found, and the page says why they have what they have", async () => {
    await openPersonOf(email);
    await access()
      .getByText(/^Bought for \$29 on /)
      .waitFor();
    await access().getByText("In force").waitFor();
    await access().getByText("History").click();
    await access().getByText("Bought for $29.00.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer");
    await page.goto("/admin/customers");
    await page.getByRole("table").getByRole("link").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, "customers");
  });

  it("is given something until a day, has it at once, and it is taken back", async () => {
    await openPersonOf(email);
    await press("Give access…");
    await dialog().getByLabel("Product").selectOption({ label: "First Light" });
    await dialog().getByLabel("Until").fill("2020-01-01");
    await answer("Give it");
    await dialog().getByText("Say why, in a few words").waitFor();
    await dialog().getByLabel("Why").fill("For the review");
    await answer("Give it");
    await dialog().getByText("Choose a day that is still to come").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer gift");
    await dialog().getByLabel("Until").fill("2099-12-31");
    await answer("Give it");
    await access()
      .getByText(/^A gift since .*, until December 31, 2099\.$/)
      .waitFor();
    await access().getByText("For the review").waitFor();
    expect(await libraryOf(guest)).toEqual(["First Light", "The Field Handbook"]);

    await press(/^Take back/);
    await dialog().getByText("It closes at once").waitFor();
    await saveScreenshots(page, "customer take back");
    await answer("Take it back");
    await access()
      .getByText(/^A gift of .*, taken back/)
      .waitFor();
    expect(await libraryOf(guest)).toEqual(["The Field Handbook"]);
  });
});

describe("two accounts of one person", () => {
  it("become one after what moves was said; either opens it, and the closed one says so", async () => {
    await openPersonOf(email);
    await press("Merge accounts…");
    await dialog().getByRole("searchbox").fill(otherEmail);
    await answer(otherEmail.split("@")[0]!);
    await dialog().getByText("This cannot be undone").waitFor();
    await dialog().getByText("It brings 1 subscription.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer merge");
    await answer("Merge for good");
    await access().getByText("Tidewater Membership").first().waitFor();
    await page.getByText("from a merged account").waitFor();
    await saveScreenshots(page, "customer merged");
    expect((await other.fetch("/api/me/library")).status).toBe(401);
    other = await signIn(inject("shopUrl"), otherEmail);
    expect(await libraryOf(other)).toEqual(["The Field Handbook", "Tidewater Membership"]);

    await page.goto("/admin/customers");
    await page.getByRole("link", { name: "Closed account" }).first().click();
    await page.getByText("This account was merged into").waitFor();
    await page.getByRole("link", { name: "another one" }).click();
    await page.getByRole("definition").getByText(email).waitFor();
  });
});
