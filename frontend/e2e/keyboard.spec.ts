import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuest } from "./user-actions.ts";

const browser = useBrowser();

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const pattern = typeof name === "string" ? new RegExp(`^${name}$`) : name;
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (pattern.test(await page.evaluate(nameFocus))) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

function nameFocus() {
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

it("a purchase takes Tab, Enter and what is typed, from the storefront to the library", async () => {
  const page = await browser.open("/");
  await expectHeading(page, "The Field Handbook");
  await press(page, "The Field Handbook");
  await page.getByRole("button", { name: "Buy for $29" }).waitFor();
  await press(page, "Buy for \\$29");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).waitFor();
  await press(page, "Continue with Sandbox ID");
  await page.getByLabel("Someone else").waitFor();
  await type(page, "Someone else", newGuest());
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

it("a dialog keeps the focus, Escape closes it, and the focus is where it was", async () => {
  const page = await browser.open("/");
  await page.goto("/signin?login_hint=bob&callbackUrl=/account/billing");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByRole("button", { name: /^Cancel/ }).waitFor();
  await press(page, /^Cancel /);
  await page.getByRole("dialog").waitFor();
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("Tab");
  expect(await page.evaluate(isFocusBehindDialog)).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(await page.evaluate(nameFocus)).toMatch(/^Cancel /);
});

/** The browser's own controls are part of the round; they read as the body. */
function isFocusBehindDialog() {
  const element = document.activeElement;
  return element !== document.body && !document.querySelector("dialog")?.contains(element);
}
