import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { findViolations } from "./page-checks.ts";
import { expectHeading, newGuest, payAtStripe, signInAs } from "./user-actions.ts";

const GOOD_CARD = "4242424242424242";
const ERRATA = "/read/handbook-errata";
/** In the page, and not in its excerpt. */
const SECRET = "The preamp on page 47 is no longer made.";

const browser = useBrowser();

/** One buyer through all of it, in this order. */
let page: Page;
let key: string;
const errors: string[] = [];

beforeAll(async () => {
  page = await browser.open("/");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
});

/** What the companion app asks on its user's device: no cookie, the key is all there is. */
async function askAsApp(path: "activate" | "validate", more: object = {}) {
  const response = await fetch(`${inject("shopUrl")}/api/v1/licenses/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key, fingerprint: "recorder-7", product: "field-handbook", ...more }),
  });
  return (await response.json()) as { valid: boolean; code: string };
}

/** The row of a benefit, in the library or where one lands after paying. */
const benefit = (name: string) => page.getByRole("listitem").filter({ hasText: name }).first();

it("a page is only begun for who does not have it, and leads to what opens it", async () => {
  await signInAs(page, newGuest(), ERRATA);
  await expectHeading(page, "The rest of this page comes with The Field Handbook.");
  await page.getByText("Every book about microphones").waitFor();
  expect(await page.content()).not.toContain(SECRET);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "See what is in it" }).click();
  await expectHeading(page, "The Field Handbook");
});

it("says before it is bought what there is of each", async () => {
  await page.getByRole("link", { name: "Errata, kept current" }).waitFor();
  const promised = await page.getByRole("region", { name: "What you get" }).innerText();
  for (const words of [
    "Download, PDF and EPUB, 2 files",
    "License key, for 3 devices",
    "Members’ pages",
    "The readers' map of quiet places",
    "Up to 4",
  ])
    expect(promised).toContain(words);
});

it("is bought, and everything is there where one lands", async () => {
  await page.getByRole("button", { name: /^Buy/ }).click();
  await payAtStripe(page, GOOD_CARD);
  await expectHeading(page, /thank you/i);
  await page.getByRole("button", { name: /^Download The Field Handbook, PDF/ }).waitFor();
  await page.getByRole("link", { name: /^Errata, kept current/ }).waitFor();
  await page.getByRole("link", { name: /^The readers' map/ }).waitFor();
  await benefit("Questions to the authors").getByText("up to 4").waitFor();
  await page.getByRole("button", { name: "Copy the key" }).click();
  await page.getByText("Copied.").waitFor();
  key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^TIDE-/);
  expect(await findViolations(page)).toEqual([]);
});

it("its page is whole now, says why, and has what Markdown can do", async () => {
  await page.getByRole("link", { name: /^Errata, kept current/ }).click();
  await page.getByText(SECRET).waitFor();
  await page.getByText(/Part of The Field Handbook, yours since/).waitFor();
  await page.getByRole("cell", { name: "turned over" }).first().waitFor();
  expect(await page.getByRole("checkbox", { name: "Done", checked: true }).count()).toBe(2);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to your library" }).click();
  await expectHeading(page, "Library");
});

it("its key works in an app until its owner takes it from the device", async () => {
  expect(await askAsApp("validate")).toMatchObject({ valid: false, code: "NOT_ACTIVATED" });
  expect(await askAsApp("activate", { label: "The wet recorder" })).toMatchObject({
    valid: true,
    code: "VALID",
  });
  await page.reload();
  const device = page.getByRole("paragraph").filter({ hasText: "The wet recorder" });
  await device.waitFor();
  expect(await askAsApp("validate")).toMatchObject({ valid: true, code: "VALID" });
  await page.getByRole("button", { name: "Remove The wet recorder" }).click();
  await device.waitFor({ state: "detached" });
  expect(await askAsApp("validate")).toMatchObject({ valid: false, code: "NOT_ACTIVATED" });
});

it("its file comes with the bytes whose SHA-256 was shown", async () => {
  const file = benefit("The Field Handbook, PDF");
  const shown = await file.locator("code[title]").first().getAttribute("title");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download The Field Handbook, PDF/ }).click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  expect(download.suggestedFilename()).toBe("the-field-handbook.pdf");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(shown);
});

it("its link opens in a tab of its own", async () => {
  const context = page.context();
  await context.route("https://example.com/**", (route) => route.fulfill({ body: "The map" }));
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: /^The readers' map/ }).click();
  const tab = await opening;
  await tab.getByText("The map").waitFor();
  expect(tab.url()).toBe("https://example.com/tidewater/handbook/map");
  await tab.close();
});

it("its feature says how much of it there is", async () => {
  expect(await benefit("Questions to the authors").innerText()).toMatch(
    /Questions to the authors, each year\s+up to 4/,
  );
  expect(await findViolations(page)).toEqual([]);
});

it("a visitor signs in from a page and comes back to it", async () => {
  const visitor = await browser.open(ERRATA);
  await visitor.getByRole("link", { name: "Sign in and read on" }).click();
  await visitor.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await visitor.getByRole("button", { name: /Bob/ }).click();
  await visitor.getByText(SECRET).waitFor();
  expect(new URL(visitor.url()).pathname).toBe(ERRATA);
});

it("nothing of this was an error to the browser", () => expect(errors).toEqual([]));
