import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

/** Presses Tab until the element with this name has the focus. Fails after 60 presses. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const pattern = typeof name === "string" ? new RegExp(`^${name}$`) : name;
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (pattern.test(await page.evaluate(getFocusedName))) return;
  }
  throw new Error(`Tab did not reach ${name}`);
}

function getFocusedName() {
  const element = document.activeElement;
  const text =
    element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

it("a purchase works with the keyboard alone, from the storefront to the library", async () => {
  const page = await browser.open("/");
  await expectHeading(page, "The Field Handbook");
  await press(page, "The Field Handbook");
  await page.getByRole("button", { name: "Buy for $29" }).waitFor();
  await press(page, "Buy for \\$29");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).waitFor();
  await press(page, "Continue with Sandbox ID");
  await page.getByLabel("Someone else").waitFor();
  await type(page, "Someone else", newGuestEmail());
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/checkout\/cs_/);
  await type(page, "Card number", "4242424242424242");
  await type(page, "Expiry", "12 / 34");
  await type(page, "CVC", "123");
  await page.keyboard.press("Enter");
  await expectHeading(page, /thank you/i);
  await press(page, "Go to your library");
  await expectHeading(page, "The Field Handbook");
  expect(new URL(page.url()).pathname).toBe("/library");
});

it("a dialog keeps the focus, and Escape closes it and returns the focus to its button", async () => {
  const user = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(user, "membership", { card: "4242424242424242" });
  const page = await browser.openAs(user, "/account/billing");
  await page.getByRole("button", { name: /^Cancel/ }).waitFor();
  await press(page, /^Cancel /);
  await page.getByRole("dialog").waitFor();
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("Tab");
  expect(await page.evaluate(isFocusOutsideDialog)).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(await page.evaluate(getFocusedName)).toMatch(/^Cancel /);
});

/** Ignores the body, which has the focus while Tab moves through the browser's own controls. */
function isFocusOutsideDialog() {
  const element = document.activeElement;
  return element !== document.body && !document.querySelector("dialog")?.contains(element);
}
