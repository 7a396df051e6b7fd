import { expect, inject, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuest } from "./user-actions.ts";

const browser = useBrowser();

it("a link by email signs in whoever presses its button, once", async () => {
  const address = newGuest();
  const page = await browser.open("/signin?callbackUrl=/account");
  await page.getByLabel("Email").fill(address);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expectHeading(page, "Check your email");

  await page.goto(inject("shopSandboxUrl"));
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  const message = page.getByRole("article").filter({ hasText: address });
  await message.getByRole("link", { name: "Sign in to Tidewater" }).click();
  const link = await page.getByRole("link", { name: /verify-request/ }).getAttribute("href");
  await page.goto(link!);
  await expectHeading(page, "One more press");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/account$/);
  await page.getByRole("main").getByText(address).first().waitFor();

  const again = await browser.open("/");
  await again.goto(link!);
  await again.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expectHeading(again, "This sign-in link no longer works.");
  await again.getByText("Ask for a new one.").waitFor();
  await again.getByRole("link", { name: "Sign in again" }).click();
  await again.getByLabel("Email").waitFor();
  expect(await again.evaluate(async () => (await (await fetch("/api/me")).json()).user)).toBeNull();
});
