import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { openDatabase } from "../../worker/db/client.ts";
import { createStatement } from "../../worker/testing/fixtures/statements.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations } from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopBindings, shopUrl, useShop } from "./shop.ts";
import { expectHeading, followLink, newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

const email = newGuestEmail();
let guest: HttpSession;
let page: Page;

beforeAll(async () => {
  guest = await signIn(shopUrl(), email);
  const { returnPath } = await buyOverHttp(guest, "field-handbook", { card: "4242424242424242" });
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await guest.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
  const { DB } = await shopBindings();
  await createStatement(openDatabase(DB), { email, contract: "The book about the field" });
  page = await browser.openAs(await signIn(shopUrl(), "owner"), "/admin");
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

it("a withdrawal from an unknown contract is assigned, refunded, and shown at the order", async () => {
  await page
    .getByRole("link", { name: /^Withdrawals and cancellations ?1 open$/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Withdrawal", exact: true }).click();
  await page.getByText("No order or subscription is known for this statement.").waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.locator("details").getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: /^Assign The Field Handbook/ }).click();
  await page.getByText("The handbook (content)").waitFor();
  const amount = page.getByLabel("Refund in USD");
  await amount.fill("1000");
  await press("Accept and refund");
  await page.getByText(/^Enter an amount in USD, up to/).waitFor();
  await press("Refuse");
  await page.getByText("Tell the buyer why you refuse it.").waitFor();
  await page.getByLabel("Message to the buyer").fill("Thank you for trying it.");
  await amount.fill("10");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await press("Accept and refund");
  await page.getByText(/^Accepted by Olive Owner, /).waitFor();
  await page.getByText("Refunded: $10.00").waitFor();
  await page.getByText("Thank you for trying it.").waitFor();
  await page.getByText("1 open").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "The Field Handbook" }).click();
  await expectHeading(page, "The Field Handbook");
  const section = page.getByRole("region", { name: "Withdrawals and cancellations" });
  await section.getByText("Accepted").waitFor();
  await followLink(page, "/admin/statements?state=open");
  await page.getByText("Nothing matches your search and filters.").waitFor();
});
