import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { requestJson, signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import {
  collectPageErrors,
  expectGoodScreen,
  findAccessibilityViolations,
  saveScreenshots,
} from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

/** A PNG of one pixel. */
const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let owner: HttpSession;
beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
});

/** Opens `path` in a new tab of the owner's browser, which has the app's files already. */
async function openAsOwner(path: string): Promise<Page> {
  const page = await (await browser.openAs(owner)).context().newPage();
  await page.goto(path);
  return page;
}

/** Checks what a screen shows in this state. `console-screens.spec.ts` checks its layout and its colors. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await saveScreenshots(page, name);
}

/** Returns the URL of the picture that the editor shows. */
const getPictureUrl = (page: Page) =>
  page.locator('main img[src^="/api/shop/images/"]').first().getAttribute("src");

/** Expects the focus on the button with this label. */
const expectFocus = (page: Page, label: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe(label);

/** Creates a draft product with the form. */
async function createDraft(page: Page, name: string): Promise<void> {
  await page.goto("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expectHeading(page, name);
}

it("a product is refused at its fields, warns about what is missing, and appears in the shop", async () => {
  let page = await openAsOwner("/admin/products");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: "New product" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Membership");

  // Publishing is refused without a price, and so is an amount that is none.
  await page.getByRole("button", { name: "Save and publish" }).click();
  await page.getByText("Enter an amount, such as 9.50, or 0 for a free product.").waitFor();
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("nine");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Enter a valid amount, such as 9.50.").waitFor();

  // The server's errors are at their fields, also in what is closed, and the bar leads to them.
  await amount.fill("0.10");
  await page.getByRole("button", { name: "License key", exact: true }).click();
  await page.getByLabel("Prefix").fill("t");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Must be 0, or at least $0.50.").waitFor();
  await page
    .getByText("Must be 2 to 10 uppercase letters and digits, starting with a letter.")
    .waitFor();
  await page.getByText("Not saved. Fix 2 fields:").waitFor();
  await expectAccessible(page, "products editor-errors");
  await amount.fill("9.50");
  await page.getByLabel("Prefix").fill("TIDE");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Tidewater Membership already uses this URL.").waitFor();
  await page.getByLabel("URL").fill("winter-tides");

  await page.getByLabel("Name", { exact: true }).first().fill("Winter Tides");
  // Listened for early: the browser answers to it only some time after the listener is added.
  const fileChooser = page.waitForEvent("filechooser");
  // By keyboard: Shift+Tab leads to the toolbar, the arrow keys move in it.
  const description = page.getByLabel("Description", { exact: true });
  await description.fill("Cold water");
  await description.press("Control+Shift+ArrowLeft");
  await description.press("Shift+Tab");
  await page.keyboard.press("Enter");
  expect(await description.inputValue()).toBe("Cold **water**");
  await description.press("Control+End");
  await description.press("Shift+Tab");
  await expectFocus(page, "Bold (Ctrl+B)");
  await page.keyboard.press("ArrowLeft");
  await expectFocus(page, "Picture");
  await page.keyboard.press("Enter");
  await (
    await fileChooser
  ).setFiles({
    name: "seal.png",
    mimeType: "image/png",
    buffer: onePixelPng,
  });
  await page.getByRole("button", { name: "Insert" }).waitFor();
  await page.getByLabel("Alternative text").fill("A grey [seal]");
  await expectAccessible(page, "products insert-picture");
  await page.getByLabel("Alternative text").press("Enter");
  await expect
    .poll(() => description.inputValue())
    .toMatch(
      /^Cold \*\*water\*\*!\[A grey \\\[seal\\\]\]\(\/api\/shop\/images\/[0-9a-f]{64}#1x1\)$/,
    );
  await page.getByRole("button", { name: "Preview", exact: true }).first().click();
  await page.getByRole("region", { name: "Preview: Description" }).getByText("water").waitFor();

  // A crash loses nothing that was typed.
  await page.getByRole("button", { name: "Members-only page", exact: true }).click();
  await page.getByLabel("Page title").fill("The first night");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain("The first night");
  const { href } = new URL(page.url());
  const context = page.context();
  await page.close();
  page = await context.newPage();
  await page.goto(href);
  await page.getByText("Your unsaved changes were restored.").waitFor();
  expect(await page.getByLabel("Page title").inputValue()).toBe("The first night");
  expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("9.50");

  // A page without text is saved, and publishing warns about it.
  await page.getByRole("button", { name: "Save and publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Winter Tides is incomplete" });
  await dialog.getByText("The page “The first night” has no content").waitFor();
  await expectAccessible(page, "products publish-anyway");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("A page has no content").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await page.getByText("Winter Tides is now for sale").waitFor();

  // Its texts in German. A text that is too long opens its language and gets the focus.
  const translations = page.getByRole("region", { name: "Translations" });
  await translations.getByRole("button", { name: "German" }).press("Enter");
  const germanName = translations.getByLabel("Name", { exact: true }).first();
  await germanName.fill("Wintergezeiten");
  const germanDescription = translations.getByLabel("Description", { exact: true });
  await germanDescription.fill(`${"[".repeat(1001)} Wasser`);
  await translations.getByRole("button", { name: "French" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(() => germanDescription.getAttribute("aria-invalid")).toBe("true");
  await germanDescription.fill("Kaltes **Wasser**");
  await expectAccessible(page, "products translations");
  await page.keyboard.press("Control+s");
  await translations
    .getByText("2 texts have no German translation and are shown in English.")
    .waitFor();
  await page.getByText("All changes saved").waitFor();
  const opening = page.waitForEvent("popup");
  await translations.getByRole("link", { name: "Preview in German" }).click();
  const preview = await opening;
  await expectHeading(preview, "Wintergezeiten");
  await preview
    .getByRole("button", { name: /^(Order and pay|Zahlungspflichtig bestellen)$/ })
    .click();
  await preview.getByText(/You can’t buy in the preview|In der Vorschau können Sie/).waitFor();
  await preview.close();

  await page.getByRole("link", { name: "View in shop" }).click();
  await page.waitForURL("**/p/winter-tides");
  await expectHeading(page, "Winter Tides");
  await page.getByText("$9.50").first().waitFor();
  const picture = page.getByRole("img", { name: "A grey [seal]" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  expect(pageErrors).toEqual([]);
});

it("a changed amount makes a new price, and a removed benefit says who loses it", async () => {
  const page = await openAsOwner("/admin/products");
  await page.getByRole("link", { name: "Tidewater Membership" }).first().click();
  await page.getByRole("button", { name: "Edit $9 a month" }).click();
  await page.getByLabel("Amount", { exact: true }).fill("11");
  await page.getByText(/Saving creates a new price and archives \$9 a month/).waitFor();
  await page.getByRole("button", { name: "Remove A seat in the listening room" }).click();
  await page.getByText(/A seat in the listening room will be removed when you save/).waitFor();
  await page.getByText("No customers will lose it.").waitFor();
  await expectAccessible(page, "products editor-changes");
  await page.getByRole("button", { name: "Undo A seat in the listening" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("All changes saved").waitFor();
  await page.getByRole("button", { name: "Edit $11 a month" }).waitFor();
  await page.getByText("1 archived price").click();
  await page.getByRole("button", { name: "Restore $9 a month" }).waitFor();
});

it("an uploaded photograph is scaled for pages, and twice more for phones and cards", async () => {
  const page = await openAsOwner("/admin/products");
  await createDraft(page, "Wide Open");
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 40);
    canvas.getContext("2d")!.fillRect(0, 0, 2000, 40);
    const bytes = await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer();
    return btoa(String.fromCharCode(...new Uint8Array(bytes)));
  });
  await page.getByLabel("Upload picture").setInputFiles({
    name: "photograph.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(base64, "base64"),
  });
  await expect.poll(() => getPictureUrl(page)).toMatch(/^\/api\/shop\/images\//);
  const url = (await getPictureUrl(page))!;
  const widths = await page.evaluate(async (address) => {
    const read = async (path: string) => {
      const picture = await (await fetch(path)).blob();
      return [picture.type, (await createImageBitmap(picture)).width];
    };
    const paths = [address, `${address}?size=small`, `${address}?size=card`];
    return Promise.all(paths.map(read));
  }, url);
  expect(widths).toEqual([
    ["image/webp", 1600],
    ["image/webp", 720],
    ["image/webp", 320],
  ]);
});

it("a renamed product keeps its former address, and once archived says there that it is gone", async () => {
  const page = await openAsOwner("/admin/products");
  await page.getByRole("link", { name: "The Field Handbook" }).click();
  await page.getByText("URL, plan group, tax code, and link preview").click();
  await page.getByLabel("URL").fill("handbook");
  await page.getByText("Links to /p/field-handbook will redirect here.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Links to the former URL redirect here: /p/field-handbook").waitFor();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await page.getByText("Archived. No longer for sale.").waitFor();
  const answer = await page.goto("/p/field-handbook");
  expect(answer?.status()).toBe(410);
  await expectHeading(page, "This product is no longer sold.");
  await expectGoodScreen(page, "products gone");
});

it("when two members edit one product, the second to save sees a conflict and loses no input", async () => {
  const page = await openAsOwner("/admin/products");
  await createDraft(page, "Between Two");
  const path = `/api/admin/products/${new URL(page.url()).pathname.split("/").at(-1)}`;
  const description = page.getByLabel("Short description");
  await description.fill("Ben's line");
  // A restored draft still knows which version it began from.
  await page.waitForFunction(() => JSON.stringify(localStorage).includes("Ben's line"));
  const {
    slug,
    description: text,
    image,
    planGroup,
    updatedAt,
  } = await requestJson<Record<string, unknown>>(owner, "GET", path);
  await requestJson(owner, "PUT", path, {
    slug,
    description: text,
    image,
    planGroup,
    updatedAt,
    name: "Between Us",
    tagline: "Ann's line",
  });
  await page.reload();
  await page.getByText("Your unsaved changes were restored").waitFor();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Olive Owner saved changes while you were editing.").waitFor();
  await page.getByText("You both changed “Short description”. Which one stays?").waitFor();
  expect(await description.inputValue()).toBe("Ben's line");
  await page.getByRole("button", { name: "Load other changes" }).click();
  await page.getByText("Their changes were loaded.").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Between Us");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Draft saved").waitFor();
  expect(await description.inputValue()).toBe("Ben's line");
});

it("subscribers are moved to a new price after a preview", async () => {
  const price = { type: "recurring", interval: "month", intervalCount: 1, currency: "usd" };
  const slug = `letters-${crypto.randomUUID()}`;
  const details = { slug, name: "Harbor Letters", tagline: "", description: "" };
  const { id } = await requestJson<{ id: string }>(owner, "POST", "/api/admin/products", {
    ...details,
    prices: [{ ...price, amountMinor: 900, trialDays: 0 }],
    benefits: [],
  });
  const path = `/api/admin/products/${id}`;
  await requestJson(owner, "PUT", `${path}/status`, { status: "published" });
  await buyOverHttp(await signIn(shopUrl(), newGuestEmail()), slug);
  const { updatedAt } = await requestJson<{ updatedAt: number }>(owner, "GET", path);
  const newPrices = [{ ...price, amountMinor: 1200, trialDays: 0 }];
  const rest = { image: null, planGroup: null, updatedAt, newPrices };
  await requestJson(owner, "PUT", path, { ...details, ...rest });

  const page = await openAsOwner(`/admin/products/${id}`);
  await page.getByRole("link", { name: "Move subscribers at $9 a month" }).click();
  await page.getByText("$3 a month more").waitFor();
  await expectAccessible(page, "products move-preview");
  await page.getByLabel("Notice period").selectOption("7 days");
  await page.getByRole("button", { name: "Move 1 subscriber" }).click();
  await page.getByRole("button", { name: "Move subscribers", exact: true }).click();
  await page
    .getByText(/^No subscribers have the new price yet. 1 subscriber will get it/)
    .waitFor();
  await expectAccessible(page, "products move-progress");
});

it("products are searched by name and reordered with the keyboard", async () => {
  const page = await openAsOwner("/admin/products");
  const rows = page.getByRole("table", { name: "Products" }).getByRole("row");
  await page.getByRole("link", { name: "Tidewater Membership" }).waitFor();
  const second = await rows.nth(2).getByRole("link").textContent();
  // Each step is awaited by what screen readers hear, because the next key belongs to the next position.
  const hear = (text: RegExp) => page.getByRole("status").filter({ hasText: text }).waitFor();
  await page.getByRole("button", { name: `Move ${second}` }).focus();
  await page.keyboard.press("Space");
  await hear(/Picked up .*, position 2 of/);
  await page.keyboard.press("ArrowUp");
  await hear(/is at position 1 of/);
  await page.keyboard.press("Space");
  await page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Order of .* saved$/)
    .waitFor();
  await expect.poll(() => rows.nth(1).getByRole("link").textContent()).toBe(second);
  await page.reload();
  await expect.poll(() => rows.nth(1).getByRole("link").textContent()).toBe(second);
  await page.getByPlaceholder("Name").fill("handbook");
  await expect.poll(() => rows.count()).toBe(2);
});

it("a product that exists at Stripe is imported as a draft", async () => {
  const key = { authorization: "Bearer sk_test_sandbox" };
  const name = `Made at Stripe ${crypto.randomUUID().slice(0, 8)}`;
  const response = await fetch(`${sandboxUrl()}/v1/products`, {
    method: "POST",
    headers: { ...key, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      name,
      "default_price_data[currency]": "usd",
      "default_price_data[unit_amount]": "1200",
    }),
  });
  expect(response.status).toBe(200);
  const page = await openAsOwner("/admin/products/import");
  await page.getByLabel(name).check();
  await expectAccessible(page, "products import");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expectHeading(page, name);
  await page.getByRole("button", { name: "Publish", exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit $12" }).waitFor();
});
