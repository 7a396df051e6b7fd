import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations } from "./page-checks.ts";
import {
  readDownload,
  expectHeading,
  newGuestEmail,
  payAtStripe,
  signInAs,
} from "./user-actions.ts";
import { signIn } from "../../scripts/shop/http-session.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

const GOOD_CARD = "4242424242424242";
const ERRATA = "/read/handbook-errata";
/** Text of the page that its excerpt does not contain. */
const SECRET = "The preamp on page 47 is no longer made.";

useShop();
const browser = useBrowser();

/** All tests share one user and run in this order. */
let page: Page;
let key: string;
const errors: string[] = [];

beforeAll(async () => {
  page = await browser.open("about:blank");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
});

/** Calls the license API as an app on the user's device does: without cookies, with only the key. */
async function callLicenseApi(path: "activate" | "validate", fields: object = {}) {
  const response = await fetch(`${shopUrl()}/api/v1/licenses/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key, fingerprint: "recorder-7", product: "field-handbook", ...fields }),
  });
  return (await response.json()) as { valid: boolean; code: string };
}

/** Finds a benefit's row in the library or on the confirmation page. */
const benefitRow = (name: string) => page.getByRole("listitem").filter({ hasText: name }).first();

it("a user without access sees only the excerpt of a page and a link to the product that includes it", async () => {
  await signInAs(page, newGuestEmail(), ERRATA);
  await expectHeading(page, "The rest of this page is included in The Field Handbook.");
  await page.getByText("Every book about microphones").waitFor();
  expect(await page.content()).not.toContain(SECRET);
  await page.getByRole("link", { name: "See what’s included" }).click();
  await page.waitForURL("**/p/field-handbook");
  await expectHeading(page, "The Field Handbook");
});

it("the product page lists every benefit with its quantity before the purchase", async () => {
  await page.getByRole("link", { name: "Errata, kept current" }).waitFor();
  const benefits = await page.getByRole("region", { name: "What you get" }).innerText();
  for (const expectedText of [
    "Download: PDF and EPUB, 2 files",
    "License key for 3 devices",
    "2 pages",
    "The readers' map of quiet places",
    "Up to 4",
  ])
    expect(benefits).toContain(expectedText);
});

it("the confirmation page shows every benefit after the purchase", async () => {
  await page.getByRole("button", { name: "Order and pay" }).click();
  await payAtStripe(page, GOOD_CARD);
  await expectHeading(page, "Thanks for your purchase.");
  await page.getByRole("button", { name: /^Download The Field Handbook, PDF/ }).waitFor();
  await page.getByRole("link", { name: /^Errata, kept current/ }).waitFor();
  await page.getByRole("link", { name: /^The readers' map/ }).waitFor();
  await benefitRow("Questions to the authors").getByText("up to 4").waitFor();
  await page.getByRole("button", { name: "Copy license key" }).click();
  await page.getByText("Copied.").waitFor();
  key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^TIDE-/);
});

it("the page shows its full text, why the user has access, and rendered Markdown", async () => {
  await page.getByRole("link", { name: /^Errata, kept current/ }).click();
  await page.getByText(SECRET).waitFor();
  await page.getByText(/Part of The Field Handbook\. You’ve had access since/).waitFor();
  await page.getByRole("cell", { name: "turned over" }).first().waitFor();
  expect(await page.getByRole("checkbox", { name: "Done", checked: true }).count()).toBe(2);
  await page.getByRole("link", { name: "Back to your library" }).click();
  await expectHeading(page, "Library");
});

it("the license key works in an app until the user removes the device", async () => {
  expect(await callLicenseApi("validate")).toMatchObject({ valid: false, code: "NOT_ACTIVATED" });
  expect(await callLicenseApi("activate", { label: "The wet recorder" })).toMatchObject({
    valid: true,
    code: "VALID",
  });
  await page.reload();
  const device = page.getByRole("paragraph").filter({ hasText: "The wet recorder" });
  await device.waitFor();
  expect(await callLicenseApi("validate")).toMatchObject({ valid: true, code: "VALID" });
  await page.getByRole("button", { name: "Remove The wet recorder" }).click();
  await device.waitFor({ state: "detached" });
  expect(await callLicenseApi("validate")).toMatchObject({ valid: false, code: "NOT_ACTIVATED" });
});

it("the downloaded file matches the SHA-256 shown in the library", async () => {
  const file = benefitRow("The Field Handbook, PDF");
  await page.getByText("Checksums").first().click();
  const shown = await file.locator("code[title]").first().getAttribute("title");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download The Field Handbook, PDF/ }).click();
  const download = await downloading;
  const bytes = await readDownload(download);
  expect(download.suggestedFilename()).toBe("the-field-handbook.pdf");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(shown);
});

it("the link opens in a new tab", async () => {
  const context = page.context();
  await context.route("https://example.com/**", (route) => route.fulfill({ body: "The map" }));
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: /^The readers' map/ }).click();
  const tab = await opening;
  await tab.getByText("The map").waitFor();
  expect(tab.url()).toBe("https://example.com/tidewater/handbook/map");
  await tab.close();
});

it("the feature shows its limit", async () => {
  expect(await benefitRow("Questions to the authors").innerText()).toMatch(
    /Questions to the authors, each year\s+up to 4/,
  );
});

it("several products fit a phone, and each opens what it contains", async () => {
  const buyer = await signIn(shopUrl(), newGuestEmail());
  for (const slug of ["field-handbook", "dawn-chorus", "first-light"])
    await buyOverHttp(buyer, slug);
  const phone = await browser.openAs(buyer);
  await phone.setViewportSize({ width: 390, height: 860 });
  await phone.goto("/library");
  const handbook = phone.getByRole("article").filter({ hasText: "The Field Handbook" });
  await handbook.waitFor();
  // All at once: the app may draw the page anew in between.
  const ends = await phone
    .getByRole("article")
    .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().bottom));
  expect(ends).toHaveLength(3);
  expect(Math.max(...ends)).toBeLessThanOrEqual(860);
  const download = handbook.getByRole("button", { name: /^Download The Field Handbook, PDF/ });
  expect(await download.isVisible()).toBe(false);
  await handbook.getByText(/1 license key/).click();
  await download.waitFor();
  expect(await findAccessibilityViolations(phone)).toEqual([]);
});

it("no test above logged an error in the browser", () => expect(errors).toEqual([]));
