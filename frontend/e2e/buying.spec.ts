import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";
import { expectGoodScreen } from "./page-checks.ts";
import { refundNewestOrder } from "./purchases.ts";
import { listMessages, setWebhooks } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";

const GOOD_CARD = "4242424242424242";

useShop();
const browser = useBrowser();

it("a membership is bought from the storefront with a sign-in in between, once despite doubled webhooks", async () => {
  await setWebhooks("duplicate");
  const page = await browser.open("/");
  await page.getByRole("link", { name: "Tidewater Membership" }).first().click();
  await page.getByRole("button", { name: "Order and pay" }).click();
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByRole("button", { name: /Ann/ }).click();
  // The purchase continues automatically after sign-in.
  await payAtStripe(page, GOOD_CARD);
  await expectHeading(page, "Your free trial has started.");
  await page.getByRole("link", { name: "Go to your library" }).click();
  await expectHeading(page, "Tidewater Membership");
  await page.getByText(/Your free trial ends on/).waitFor();
  expect(await page.getByRole("article").count()).toBe(1);
  await setWebhooks("deliver");
});

it("a visitor leaves the checkout, pays after all, signs in, has the product, and loses it by a refund", async () => {
  const page = await browser.open("/p/field-handbook");
  await page.getByRole("link", { name: "Have an account? Sign in first" }).waitFor();
  await expectGoodScreen(page, "pay-first product");
  const order = async () => {
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    return page.url();
  };
  const checkout = await order();
  await page.goBack();
  expect(await order()).toBe(checkout);
  const email = newGuestEmail();
  await payAtStripe(page, GOOD_CARD, email);
  await expectHeading(page, "Paid. Sign in to get it.");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).waitFor();
  await expectGoodScreen(page, "pay-first paid");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByLabel("Someone else").fill(newGuestEmail());
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expectHeading(page, "Thanks for your purchase.");
  await page.getByRole("button", { name: "Copy license key" }).waitFor();

  // The email has a link for another device, which is used up.
  await page.goto(await findClaimLink(email));
  await expectHeading(page, "This purchase is in an account already.");
  await expectGoodScreen(page, "pay-first link-used");
  await page.goto("/library");
  await expectHeading(page, "The Field Handbook");
  await refundNewestOrder(await signIn(shopUrl(), "owner"));
  await page.reload();
  await page
    .getByRole("region", { name: "Past purchases" })
    .getByText("The Field Handbook")
    .waitFor();
});

/** Returns the link in an email to this address, once it has arrived. */
async function findClaimLink(to: string): Promise<string> {
  const read = async () => {
    const texts = (await listMessages(to)).map(({ text }) => text).join("\n");
    return /https?:\/\/\S+\/claim#\S+/.exec(texts)?.[0] ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}
