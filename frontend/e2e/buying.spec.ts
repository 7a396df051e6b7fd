import { afterEach, describe, expect, it } from "vitest";
import { requestJson, signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";
import { expectGoodScreen } from "./page-checks.ts";
import { payWithoutBrowser, setWebhooks } from "./sandbox.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";

const GOOD_CARD = "4242424242424242";

useShop();
const browser = useBrowser();
afterEach(() => setWebhooks("deliver"));

/** Opens `path` signed in as `guest`, by default a new user. */
const openAsGuest = async (path: string, guest = newGuestEmail()) =>
  browser.openAs(await signIn(shopUrl(), guest), path);

describe("buying a membership", () => {
  it("buying a membership works from the storefront to the library, with a sign-in in between", async () => {
    const page = await browser.open("/");
    await page.getByRole("link", { name: "Tidewater Membership" }).first().click();
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByRole("button", { name: /Ann/ }).click();
    // The purchase continues automatically after sign-in.
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, "Your free trial has started.");
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
    await page.getByText(/Your free trial ends on/).waitFor();
  });

  it("completes without webhooks when the user returns, on the first confirmation request", async () => {
    await setWebhooks("drop");
    const page = await openAsGuest("/p/membership");
    const responses: Promise<unknown>[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/confirmation")) responses.push(response.json());
    });
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, "Your free trial has started.");
    expect(await Promise.all(responses)).toMatchObject([{ state: "complete" }]);
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
  });

  it("completes through the webhook when the user closes the tab before returning", async () => {
    const guest = newGuestEmail();
    const page = await openAsGuest("/p/membership", guest);
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    const sessionId = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.close();
    await payWithoutBrowser(sessionId, GOOD_CARD);

    const later = await openAsGuest("/library", guest);
    // The queue processes the webhook asynchronously; a real user would reload the page.
    const countLibraryEntries = () =>
      later.evaluate(async () => (await (await fetch("/api/me/library")).json()).entries.length);
    await expect.poll(countLibraryEntries).toBe(1);
    await later.reload();
    await expectHeading(later, "Tidewater Membership");
  });

  it("buying a membership creates one, also when every webhook is delivered twice", async () => {
    await setWebhooks("duplicate");
    const page = await openAsGuest("/p/membership");
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, "Your free trial has started.");
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
    expect(await page.getByRole("article").count()).toBe(1);
  });
});

describe("paying before signing in", () => {
  it("a visitor pays first, signs in on the next page, and has the product", async () => {
    const page = await browser.open("/p/field-handbook");
    await page.getByRole("link", { name: "Have an account? Sign in first" }).waitFor();
    await expectGoodScreen(page, "pay-first product");
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, GOOD_CARD, newGuestEmail());
    await expectHeading(page, "Paid. Sign in to get it.");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).waitFor();
    await expectGoodScreen(page, "pay-first paid");
    // Only this browser knows of it.
    const other = await browser.open(new URL(page.url()).pathname + new URL(page.url()).search);
    await expectHeading(other, "Sign in");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByLabel("Someone else").fill(newGuestEmail());
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expectHeading(page, "Thanks for your purchase.");
    await page.getByRole("button", { name: "Copy license key" }).waitFor();
    await page.goto("/library");
    await expectHeading(page, "The Field Handbook");
    await refundNewestOrder();
    await page.reload();
    await page
      .getByRole("region", { name: "Past purchases" })
      .getByText("The Field Handbook")
      .waitFor();
  });

  it("the link of the email gives it to whoever signs in, on another device, and once", async () => {
    const page = await browser.open("/p/shoreline");
    const email = newGuestEmail();
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, GOOD_CARD, email);
    await expectHeading(page, "Paid. Sign in to get it.");
    const link = await findClaimLink(email);
    const device = await browser.open(link);
    await expectHeading(device, /^Your purchase: /);
    await expectGoodScreen(device, "pay-first link");
    await device.getByRole("button", { name: "Sign in to get it" }).click();
    await device.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await device.getByLabel("Someone else").fill(newGuestEmail());
    await device.getByRole("button", { name: "Continue", exact: true }).click();
    await device.waitForURL(/\/library#/);
    await page.reload();
    await expectHeading(page, "Another account has this purchase already.");
    await page.goto(link);
    await expectHeading(page, "This purchase is in an account already.");
    await expectGoodScreen(page, "pay-first link-used");
  });
});

/** Refunds the shop's newest order in full, as its owner. */
async function refundNewestOrder(): Promise<void> {
  const owner = await signIn(shopUrl(), "owner");
  const orders = "/api/admin/orders";
  const { items } = await requestJson<{ items: { id: string }[] }>(owner, "GET", orders);
  const refund = { refundedMinor: 0, reason: "requested_by_customer" };
  await requestJson(owner, "POST", `${orders}/${items[0]!.id}/refunds`, refund);
}

/** Returns the link in the newest email to this address, once it has arrived. */
async function findClaimLink(to: string): Promise<string> {
  const url = `${sandboxUrl()}/mail/messages?to=${encodeURIComponent(to)}`;
  const read = async () => {
    const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] };
    return /https?:\/\/\S+\/claim#\S+/.exec(messages[0]?.text ?? "")?.[0] ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}

describe("a card that is declined", () => {
  it("a card that is declined shows an error, and the user can pay with another card", async () => {
    const page = await openAsGuest("/p/field-handbook");
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, "4000000000000002");
    await page
      .getByRole("alert")
      .getByText(/declined/i)
      .waitFor();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, "Thanks for your purchase.");
  });
});

describe("a checkout that the user left at Stripe's page", () => {
  it("a checkout that the user left is reused when they buy again", async () => {
    const page = await openAsGuest("/p/shoreline");
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    const first = page.url();
    await page.goBack();
    await page.getByRole("button", { name: "Order and pay" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    expect(page.url()).toBe(first);
  });
});

describe("a product that the user owns", () => {
  it("a product that the user owns cannot be bought again", async () => {
    const page = await openAsGuest("/p/first-light");
    await page.getByRole("button", { name: "Get for free" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.getByRole("button", { name: /^(Pay|Complete|Get)/ }).click();
    await expectHeading(page, "It’s yours, for free.");
    await page.goto("/p/first-light");
    await page.getByText("You own this.").waitFor();
    expect(await page.getByRole("button", { name: "Get for free" }).count()).toBe(0);
  });
});
