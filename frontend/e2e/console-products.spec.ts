import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, collectPageErrors } from "./page-checks.ts";
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

/** Opens `path` as the owner, in a new browser context. */
const openAsOwner = async (path: string) => browser.openAs(await signIn(shopUrl(), "owner"), path);

const viewports = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

/** Expects no axe violations and no horizontal overflow at both widths. `SCREENSHOTS=folder` saves screenshots. */
async function expectNoScreenProblems(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  for (const { width, colorScheme } of viewports) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  }
}

/** Creates a draft product with the form. */
async function createDraft(page: Page, name: string): Promise<void> {
  await page.goto("/admin/products/new");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expectHeading(page, name);
}

it("a product created with a price, a benefit and a picture is published and appears in the shop", async () => {
  const page = await openAsOwner("/admin/products");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: "New product" }).click();
  await page.getByLabel("Name").fill("Winter Tides");
  expect(await page.getByLabel("Address").inputValue()).toBe("winter-tides");
  await expectNoScreenProblems(page, "new");

  // A URL that is taken shows an error at its field, and the form keeps its input.
  await page.getByLabel("Address").fill("membership");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByText("Tidewater Membership has this address already").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Winter Tides");
  await page.getByLabel("Address").fill("winter-tides");
  await page.getByRole("button", { name: "Create draft" }).click();
  await expectHeading(page, "Winter Tides");
  await page.getByText("Next: a price.").waitFor();

  // Publishing is refused without a price.
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Add a price first.").waitFor();

  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("nine");
  await page.getByRole("button", { name: "Add price" }).click();
  await page.getByText("An amount, e.g. 9.50").waitFor();
  await amount.fill("0.10");
  await page.getByRole("button", { name: "Add price" }).click();
  await page.getByText("Nothing, or at least $0.50").waitFor();
  await amount.fill("9.50");
  await page.getByRole("button", { name: "Add price" }).click();
  await page.getByText("USD · paid once").waitFor();

  await page.getByRole("button", { name: "Add a benefit" }).click();
  await page.getByLabel("What it is").selectOption("license_key");
  const benefits = page.getByRole("region", { name: "Benefits" });
  await benefits.getByLabel("Name", { exact: true }).fill("A key");
  await page.getByLabel("Prefix").fill("t");
  await page.getByRole("button", { name: "Add benefit" }).click();
  await page.getByText("2 to 10 capital letters and digits, a letter first").waitFor();
  await page.getByLabel("Prefix").fill("TIDE");
  await expectNoScreenProblems(page, "editor-forms");
  await page.getByRole("button", { name: "Add benefit" }).click();
  await page.getByText("License key").first().waitFor();

  await page.getByLabel("Upload a picture").setInputFiles({
    name: "cover.png",
    mimeType: "image/png",
    buffer: onePixelPng,
  });
  await expect
    .poll(() => page.getByLabel("Picture", { exact: true }).inputValue())
    .toMatch(/^\/api\/shop\/images\/[0-9a-f]{64}$/);
  await page.getByLabel("Description").fill("Cold **water**.");
  await page.getByRole("button", { name: "Show it as buyers read it" }).click();
  await page
    .getByRole("region", { name: "Preview of the description" })
    .getByText("water")
    .waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("For sale.").waitFor();
  await expectNoScreenProblems(page, "editor");
  await page.getByRole("link", { name: "See it in the shop" }).click();
  await expectHeading(page, "Winter Tides");
  await page.getByText("$9.50").first().waitFor();
  expect(pageErrors).toEqual([]);
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
  await page.getByLabel("Upload a picture").setInputFiles({
    name: "photograph.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(base64, "base64"),
  });
  const field = page.getByLabel("Picture", { exact: true });
  await expect.poll(() => field.inputValue()).toMatch(/^\/api\/shop\/images\//);
  const url = await field.inputValue();
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

it("the former address of a renamed product leads to it, and an archived product says that it is gone", async () => {
  const page = await openAsOwner("/admin/products");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: "The Field Handbook" }).click();
  const editor = page.url();
  await page.getByLabel("Address").fill("handbook");
  await page.getByText("Links to /p/field-handbook will lead here.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Links to its former address lead here: /p/field-handbook").waitFor();
  await expectNoScreenProblems(page, "former-address");

  const visitor = await browser.open("/p/field-handbook?utm_source=mail");
  expect(new URL(visitor.url()).pathname).toBe("/p/handbook");
  expect(new URL(visitor.url()).search).toBe("?utm_source=mail");
  await expectHeading(visitor, "The Field Handbook");

  await page.goto(editor);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await page.getByText("Archived: not for sale.").waitFor();
  const answer = await visitor.goto("/p/field-handbook");
  expect(answer?.status()).toBe(410);
  await expectHeading(visitor, "This product is no longer sold.");
  await expectNoScreenProblems(visitor, "gone");
  await visitor.getByRole("link", { name: "See what is for sale" }).click();
  await visitor.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe("/");
  expect(pageErrors).toEqual([]);
});

it("leaving with unsaved changes asks for confirmation, and staying keeps them", async () => {
  const page = await openAsOwner("/admin/products");
  await createDraft(page, "Half Written");
  await page.getByLabel("One line about it").fill("Not saved yet");
  await page.getByRole("link", { name: "Products" }).last().click();
  await page.getByText("Leave without saving?").waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  expect(await page.getByLabel("One line about it").inputValue()).toBe("Not saved yet");
});

it("when two members edit one product, the second to save sees a conflict and loses no input", async () => {
  const [ann, ben] = [await openAsOwner("/admin/products"), await openAsOwner("/admin/products")];
  await createDraft(ann, "Between Two");
  await ben.goto(ann.url());
  await ben.getByLabel("One line about it").fill("Ben's line");
  await ann.getByLabel("One line about it").fill("Ann's line");
  await ann.getByRole("button", { name: "Save", exact: true }).click();
  await ann.getByText("Saved.").waitFor();
  await ben.getByRole("button", { name: "Save", exact: true }).click();
  await ben.getByText("Somebody else has changed this meanwhile.").waitFor();
  expect(await ben.getByLabel("One line about it").inputValue()).toBe("Ben's line");
  await ben.getByRole("button", { name: "Load what is there now" }).click();
  await ben.getByText("The rest is as it is now.").waitFor();
  await ben.getByRole("button", { name: "Save", exact: true }).click();
  await ben.getByText("Saved.").waitFor();
});

it("subscribers are moved to a new price after a preview, and their billing page says so", async () => {
  const owner = await signIn(shopUrl(), "owner");
  const send = async <Answer>(
    session: HttpSession,
    path: string,
    body: object,
    method = "POST",
  ) => {
    const headers = { "content-type": "application/json" };
    const response = await session.fetch(path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const price = { type: "recurring", interval: "month", intervalCount: 1, currency: "usd" };
  const slug = `letters-${crypto.randomUUID()}`;
  const { id } = await send<{ id: string }>(owner, "/api/admin/products", {
    slug,
    name: "Harbor Letters",
    tagline: "",
    description: "",
    prices: [{ ...price, amountMinor: 900, trialDays: 0 }],
    benefits: [],
  });
  const path = `/api/admin/products/${id}`;
  await send(owner, `${path}/status`, { status: "published" }, "PUT");
  const buyer = await signIn(shopUrl(), newGuestEmail());
  const { returnPath } = await buyOverHttp(buyer, slug, { card: "4242424242424242" });
  const checkout = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await send(buyer, `/api/me/checkouts/${checkout}/confirmation`, {});
  await send(owner, `${path}/prices`, { ...price, amountMinor: 1200, trialDays: 0 });

  const page = await browser.openAs(owner, `/admin/products/${id}`);
  await page.getByRole("link", { name: "Move subscribers of the price $9 a month" }).click();
  await page.getByText("$3 a month more").waitFor();
  await expectNoScreenProblems(page, "move-preview");
  await page.getByLabel("Notice").selectOption("7 days");
  await page.getByRole("button", { name: "Move 1 subscriber" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText(/^No subscriber has the new price. 1 subscriber will get it/).waitFor();
  await expectNoScreenProblems(page, "move-progress");
  const billing = await browser.openAs(buyer, "/account/billing");
  await billing
    .getByText(/^\$9 a month now\. Renews on .* at the new price of \$12 a month/)
    .waitFor();
});

it("products are searched by name and reordered with the keyboard", async () => {
  const page = await openAsOwner("/admin/products");
  const rows = page.getByRole("table", { name: "Products" }).getByRole("row");
  await page.getByRole("link", { name: "Tidewater Membership" }).waitFor();
  await expectNoScreenProblems(page, "list");
  const second = await rows.nth(2).getByRole("link").textContent();
  await page.getByRole("button", { name: `Move ${second} up` }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => rows.nth(1).getByRole("link").textContent()).toBe(second);
  await page.getByRole("button", { name: `Move ${second} down` }).press("Enter");
  await expect.poll(() => rows.nth(2).getByRole("link").textContent()).toBe(second);
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
  await expectNoScreenProblems(page, "import");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expectHeading(page, name);
  await page.getByText("Ready to be published.").waitFor();
});
