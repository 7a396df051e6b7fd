import type { Page } from "playwright-core";
import { inject } from "vitest";

/** A person nobody has met: any address at example.com is somebody at the sandbox's provider. */
export function newGuest(): string {
  return `guest-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

/** Signs in from the shop's own page, without a click at the provider, and comes back to `path`. */
export async function signInAs(page: Page, hint: string, path = "/"): Promise<void> {
  await page.goto(
    `/signin?login_hint=${encodeURIComponent(hint)}&callbackUrl=${encodeURIComponent(path)}`,
  );
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.waitForURL((url) => url.origin === inject("shopUrl") && url.pathname !== "/signin");
}

/** Fills in the card at Stripe's page and pays. */
export async function payAtStripe(page: Page, card: string): Promise<void> {
  await page.waitForURL(/\/checkout\/cs_/);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("A Guest");
  await page.getByRole("button", { name: /^(Pay|Start trial|Subscribe)/ }).click();
}

/** Waits for a heading to be on the page. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name }).first().waitFor();
}
