import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { sandboxUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

it("a sign-in link sent by email signs in once, after a confirmation", async () => {
  const address = newGuestEmail();
  const page = await browser.open("/signin?callbackUrl=/account");
  await page.getByLabel("Email").fill(address);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expectHeading(page, "Check your email");
  await page.getByText(`We sent a sign-in link to ${address}.`).waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Sent again.").waitFor();

  await page.goto(sandboxUrl());
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  const message = page.getByRole("article").filter({ hasText: address }).first();
  await message.getByRole("link", { name: "Sign in to Tidewater" }).click();
  const link = await page.getByRole("link", { name: /verify-request/ }).getAttribute("href");
  await page.goto(link!);
  await expectHeading(page, "Confirm sign-in");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/account$/);
  await page.getByRole("main").getByText(address).first().waitFor();

  const secondPage = await browser.open("/");
  await secondPage.goto(link!);
  await secondPage.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expectHeading(secondPage, "This sign-in link no longer works.");
  await secondPage.getByText("Request a new link.").waitFor();
  await secondPage.getByRole("link", { name: "Sign in again" }).click();
  await secondPage.getByLabel("Email").waitFor();
  expect(
    await secondPage.evaluate(async () => (await (await fetch("/api/me")).json()).user),
  ).toBeNull();
});
