import type { Page, Route } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";

useShop();
const browser = useBrowser();

const GOOD_CARD = "4242424242424242";

/** Opens a page where no script runs, on a phone. `check` looks at the page as it is now. */
async function openPlain(path: string) {
  const { page, runScripts } = await browser.openWithoutScripts(path, { width: 390 });
  const check = (name: string) =>
    runScripts(async () => {
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await saveScreenshots(page, `without javascript, ${name}`);
      await page.setViewportSize({ width: 390, height: 860 });
    });
  return { page, check };
}

let release = () => {};
afterEach(() => release());

/** Holds the page's scripts back until `release` is called. */
async function holdScripts(page: Page): Promise<void> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/*.js", (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  release = () => {
    isHeld = false;
    for (const route of held.splice(0)) route.continue().catch(() => undefined);
  };
}

it("a visitor without JavaScript reads a page, buys with the keyboard or a click, and gets the product", async () => {
  const email = newGuestEmail();
  const { page, check } = await openPlain("/");
  const pageErrors = collectPageErrors(page);
  await expectHeading(page, "Field recordings");
  await check("storefront");
  await page.getByRole("link", { name: "Tidewater Membership" }).first().click();
  // Not its heading, which the storefront has, too.
  await page.waitForURL("**/p/membership");
  await check("product");
  await page.getByRole("radio", { name: /Yearly/ }).check({ force: true });
  await page.getByRole("button", { name: "Order and pay" }).press("Enter");

  await expectHeading(page, "Sign in to buy");
  await page
    .getByRole("region", { name: "Your purchase" })
    .getByText(/^Tidewater Membership\s*\$90 a year/)
    .waitFor();
  await check("sign-in");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByLabel("Someone else").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();

  await expectHeading(page, "Confirm your purchase");
  await check("confirm");
  await page.getByRole("button", { name: "Order and pay" }).press("Enter");
  await payAtStripe(page, GOOD_CARD);

  await expectHeading(page, "Your free trial has started.");
  await page.getByText("You paid nothing today.").waitFor();
  await check("thank you");
  await page.getByRole("link", { name: "Go to your library" }).click();
  await page.waitForURL("**/library");
  await expectHeading(page, "Tidewater Membership");
  await check("library");
  await page.goto("/p/membership");
  await page.getByRole("button", { name: "Order and pay" }).click();
  await page.getByText("You own this.").waitFor();
  await check("you own this");
  expect(pageErrors).toEqual([]);

  const withScripts = await browser.open("about:blank");
  await withScripts.context().addCookies(await page.context().cookies());
  await withScripts.goto("/library");
  await expectHeading(withScripts, "Tidewater Membership");
  await withScripts.getByText(/Your free trial ends on/).waitFor();
});

it("a sign-in by email works without JavaScript", async () => {
  const email = newGuestEmail();
  const { page, check } = await openPlain("/signin?callbackUrl=%2Flibrary");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expectHeading(page, "Check your email");
  await check("check your email");
  await page.getByLabel("Sign-in link").fill(await findSignInLink(email));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectHeading(page, "Library");
  await page.getByText("Your library is empty.").waitFor();
});

it("every page that needs JavaScript says so", async () => {
  const { page, check } = await openPlain("/goodbye");
  await expectHeading(page, "Your account needs JavaScript.");
  const user = await signIn(shopUrl(), newGuestEmail());
  await page.context().addCookies(user.cookies());
  await page.goto("/account/billing", { waitUntil: "commit" });
  await expectHeading(page, "Billing");
  await page.getByText("You have no subscriptions.").waitFor();
  await check("billing");
  await page.goto("/admin", { waitUntil: "commit" });
  await expectHeading(page, "The console needs JavaScript.");
});

it("a click before the script has loaded buys", async () => {
  const page = await browser.openAs(await signIn(shopUrl(), newGuestEmail()));
  const pageErrors = collectPageErrors(page);
  await holdScripts(page);
  await page.goto("/p/field-handbook", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Order and pay" }).click();
  await payAtStripe(page, GOOD_CARD);
  // The click at Stripe answers before the browser has left its page.
  await page.waitForURL(/\/checkout\/return/, { waitUntil: "commit" });
  release();
  await expectHeading(page, "Thanks for your purchase.");
  expect(pageErrors).toEqual([]);
});

it("a visitor's click before the script has loaded leads to the checkout, and the sign-in comes after", async () => {
  const page = await browser.open("about:blank");
  await holdScripts(page);
  await page.goto("/p/classroom", { waitUntil: "commit" });
  await page.getByLabel("Seats", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Order and pay" }).click();
  await page.waitForURL(/\/checkout\/cs_/);
  expect(await page.getByLabel(/Quantity/).inputValue()).toBe("3");
  await payAtStripe(page, GOOD_CARD, newGuestEmail());
  await page.waitForURL(/\/checkout\/return/, { waitUntil: "commit" });
  release();
  await expectHeading(page, "Paid. Sign in to get it.");
});

it("what the visitor chose, and where they scrolled, before the script ran is kept", async () => {
  const page = await browser.open("about:blank");
  await holdScripts(page);
  await page.goto("/p/membership", { waitUntil: "commit" });
  await page.getByRole("radio", { name: /Yearly/ }).check({ force: true });
  await page.evaluate(() => scrollTo(0, 300));
  release();
  await page.getByText("Free for 14 days, then $90 a year.").waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  expect(await page.getByRole("radio", { name: /Yearly/ }).isChecked()).toBe(true);
});

/** Returns the newest sign-in link to this address. */
async function findSignInLink(to: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl()}/mail/messages?to=${encodeURIComponent(to)}`);
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  return /https?:\/\/\S+/.exec(messages[0]?.text ?? "")?.[0] ?? "";
}
