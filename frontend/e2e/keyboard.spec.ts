import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations } from "./page-checks.ts";
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
  await page.getByRole("button", { name: "Order and pay" }).waitFor();
  await press(page, "Order and pay");
  await page.waitForURL(/\/checkout\/cs_/);
  await type(page, "Email", newGuestEmail());
  await type(page, "Card number", "4242424242424242");
  await type(page, "Expiry", "12 / 34");
  await type(page, "CVC", "123");
  await page.keyboard.press("Enter");
  await expectHeading(page, "Paid. Sign in to get it.");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).waitFor();
  await press(page, "Continue with Sandbox ID");
  await page.getByLabel("Someone else").waitFor();
  await type(page, "Someone else", newGuestEmail());
  await page.keyboard.press("Enter");
  await expectHeading(page, "Thanks for your purchase.");
  await press(page, "Go to your library");
  await page.waitForURL(({ pathname }) => pathname === "/library");
  await expectHeading(page, "The Field Handbook");
});

it("a dialog keeps the focus, and Escape closes it and returns the focus to its button", async () => {
  const user = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(user, "membership");
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

it("the console's skip link leads past its navigation, and an unknown address leads back into it", async () => {
  const page = await browser.openAs(await signIn(shopUrl(), "owner"), "/admin/nothing");
  await expectHeading(page, "Page not found");
  await press(page, "Go to overview");
  await page.waitForURL("**/admin");
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: "Orders" }).press("Enter");
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  expect(await nav.locator("[aria-current=page]").allTextContents()).toEqual(["Orders"]);
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.getByRole("main").locator(":focus").count()).toBe(1);
  await page.goto("/admin/orders/ord_unknown");
  await expectHeading(page, "Page not found.");
  expect(await nav.locator("[aria-current=true]").allTextContents()).toEqual(["Orders"]);

  await page.setViewportSize({ width: 390, height: 860 });
  expect(await nav.count()).toBe(0);
  await press(page, "Menu");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await nav.count()).toBe(0);
  expect(await page.evaluate(getFocusedName)).toBe("Menu");
  await page.keyboard.press("Enter");
  await press(page, "Customers");
  await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
  expect(await nav.count()).toBe(0);
});

it("the team finds a buyer, a payment and a page from anywhere in the console, by keyboard", async () => {
  const email = newGuestEmail();
  const buyer = await signIn(shopUrl(), email);
  await buyOverHttp(buyer, "field-handbook");
  const owner = await signIn(shopUrl(), "owner");
  const search = async (text: string) => {
    const response = await owner.fetch(`/api/admin/search?search=${encodeURIComponent(text)}`);
    return (await response.json()) as Record<string, { items: Record<string, string>[] }>;
  };
  const order = (await search(email))["orders"]!.items[0]!["id"]!;
  const { stripePaymentIntentId: intent } = (await (
    await owner.fetch(`/api/admin/orders/${order}`)
  ).json()) as { stripePaymentIntentId: string };
  const { invoiceNumber } = (await search(intent))["payments"]!.items[0]!;

  const page = await browser.openAs(owner, "/admin/products");
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Search the console" });
  const find = async (shortcut: string, text: string, result: RegExp) => {
    await page.keyboard.press(shortcut);
    await dialog.getByRole("combobox").waitFor();
    await page.keyboard.type(text);
    await dialog.getByRole("option", { name: result, selected: true }).waitFor();
    // Results of the first letters may show it too, and the arrows would choose among those.
    await dialog.getByText("Searching…").waitFor({ state: "hidden" });
  };

  await find("/", email.slice(3, 15), new RegExp(`${email}$`));
  await page.keyboard.press("ArrowDown");
  await dialog.getByRole("option", { name: /Field Handbook.*Paid/, selected: true }).waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/orders/${order}`);
  await find("ControlOrMeta+k", intent, /Field Handbook/);
  // The shortcut may come before the browser has moved the focus out of the dialog that Escape closed.
  await page.evaluate(() => {
    const closing = document.querySelector("dialog[open]");
    const field = closing?.querySelector("input");
    const pressSlash = () =>
      field?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
    closing?.addEventListener("close", pressSlash, { capture: true });
  });
  await page.keyboard.press("Escape");
  await dialog.getByRole("option", { name: /Field Handbook/, selected: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // What was typed last is still there, and is replaced.
  await find("/", invoiceNumber!.toLowerCase(), new RegExp(`Invoice ${invoiceNumber}`));
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("ControlOrMeta+Enter");
  const tab = await opened;
  await tab.waitForURL(new RegExp(`/admin/orders/${order}`));
  await tab.close();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("zzqqzz");
  await dialog.getByText("No results for “zzqqzz”.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("vat");
  await dialog.getByRole("option", { name: "Tax", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/settings/tax");
});

/** Ignores the body, which has the focus while Tab moves through the browser's own controls. */
function isFocusOutsideDialog() {
  const element = document.activeElement;
  return element !== document.body && !document.querySelector("dialog")?.contains(element);
}
