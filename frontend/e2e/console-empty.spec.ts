import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useBareShop } from "./empty-shop.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, saveScreenshots, watch } from "./page-checks.ts";

const browser = useBrowser();
const shop = useBareShop();

let page: Page;

beforeAll(async () => {
  const owner = await signIn(shop.url(), "owner");
  page = await browser.open("about:blank", { origin: shop.url() });
  await page.context().addCookies(owner.cookies());
});

/** What each screen says on the first day, when nothing is there. */
it.each([
  ["overview", "The shop is ready, and the shelves are bare."],
  ["products", "Nothing to sell yet."],
  ["importProducts", "There is nothing to import."],
  ["orders", "Nothing has been bought yet."],
  ["subscriptions", "Nobody has subscribed yet."],
  ["licenses", "No license keys yet."],
  ["importLicenses", "No product gives license keys."],
  ["files", "Nothing is downloaded yet."],
  ["pages", "No pages yet."],
  ["discounts", "There are no discounts yet."],
  ["events", "Stripe has sent nothing yet."],
  ["mirror", "None has been made yet."],
] as const)(
  "%s: an empty shop says what would be here, and axe finds nothing",
  async (name, says) => {
    const complaints = watch(page);
    await page.goto(consolePaths[name]);
    await page.getByRole("main").getByText(says).first().waitFor();
    await page.setViewportSize({ width: 390, height: 860 });
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    expect(complaints).toEqual([]);
    await saveScreenshots(page, `empty ${name}`);
  },
);
