import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots, collectPageErrors } from "./page-checks.ts";
import { shopUrl, useShop } from "./shop.ts";
import { followLink } from "./user-actions.ts";

useShop({ from: "empty" });
const browser = useBrowser();

let page: Page;

beforeAll(async () => {
  const owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

/** Each screen's message in a shop without any data. */
it.each([
  ["overview", "No products yet"],
  ["products", "No products yet"],
  ["importProducts", "No products to import"],
  ["orders", "No orders yet"],
  ["subscriptions", "No subscriptions yet"],
  ["licenses", "No license keys yet"],
  ["importLicenses", "No product includes license keys"],
  ["files", "No downloads yet"],
  ["pages", "No pages yet"],
  ["discounts", "No discount codes yet"],
  ["events", "No events yet"],
  ["stripeSync", "No comparisons yet."],
] as const)(
  "%s: an empty shop shows an explanation without accessibility violations",
  async (name, expectedText) => {
    const pageErrors = collectPageErrors(page);
    await followLink(page, consolePaths[name]);
    await page.getByRole("main").getByText(expectedText).first().waitFor();
    await page.setViewportSize({ width: 390, height: 860 });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    expect(pageErrors).toEqual([]);
    await saveScreenshots(page, `empty ${name}`);
  },
);

it("with reduced motion, a change of the color scheme starts no transition", async () => {
  await followLink(page, consolePaths.products);
  await page.getByRole("main").getByText("No products yet").first().waitFor();
  const properties = await page.evaluateHandle(() => {
    const started: string[] = [];
    addEventListener("transitionrun", ({ propertyName }) => started.push(propertyName), true);
    return started;
  });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.waitForFunction(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const started = await properties.evaluate(async (names) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return names;
  });
  expect(started).toEqual([]);
});
