import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { saveScreenshots } from "./page-checks.ts";
import { listMessages } from "./sandbox.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

it("a sign-in link sent by email signs in after a confirmation", async () => {
  const address = newGuestEmail();
  const page = await browser.open("/signin?callbackUrl=/account");
  // In the page's words below the field, and not in a bubble of the browser's.
  await page.waitForLoadState("networkidle");
  const send = page.getByRole("button", { name: "Email me a sign-in link" });
  await send.click();
  await page.getByRole("alert").getByText("Fill in this field.").waitFor();
  await page.getByLabel("Email").fill("ann@");
  await send.click();
  await page.getByRole("alert").getByText("Enter an email address like").waitFor();
  await page.getByLabel("Email").fill(address);
  await page.getByRole("alert").waitFor({ state: "detached" });
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
});

it("news is written, previewed, tested and sent to who asked for it, and its link unsubscribes", async () => {
  const address = newGuestEmail();
  const reader = await browser.openAs(await signIn(shopUrl(), address), "/account");
  // The box follows a moment after the click, with the request that saves it, and `check` looks at once.
  await reader.getByLabel("Send me news from Tidewater").click();
  await reader.getByText("Saved.").waitFor();
  await saveScreenshots(reader, "account emails");
  await signIn(shopUrl(), newGuestEmail());

  const page = await browser.openAs(
    await signIn(shopUrl(), "owner"),
    "/admin/customers/messages/new",
  );
  await page.getByLabel("Subject").fill("A new chapter");
  await page
    .getByLabel("Message", { exact: true })
    .fill("It is about **tides**. [Read it](/library)");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("This message goes to 1 customer.").waitFor();
  const preview = page.getByTitle("Preview of the email").contentFrame();
  await preview.getByText("tides", { exact: true }).waitFor();
  await preview.getByRole("link", { name: "Unsubscribe" }).waitFor();
  await saveScreenshots(page, "message draft");
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await page.getByText("Test email sent to owner@example.com.").waitFor();
  await page.getByRole("button", { name: "Send…" }).click();
  await page.getByRole("heading", { name: "Send “A new chapter” to 1 customer?" }).waitFor();
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(/^1 sent · \d+ left out$/).waitFor();
  await saveScreenshots(page, "message sent");

  const [message] = await listMessages(address);
  expect(message).toMatchObject({ subject: "A new chapter" });
  await reader.goto(/Unsubscribe:\n(\S+)/.exec(message!.text)![1]!);
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expectHeading(reader, "You’re unsubscribed");
});
