import type { Locator, Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { collectPageErrors, findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { expectHeading, payAtStripe, readDownload, signInAs } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop({ from: "empty" });
const browser = useBrowser();

/** A PNG of one pixel. */
const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const recording = Buffer.from("The sea, as it sounded");

/** Signs in and opens `path`. */
async function openAs(hint: string, path: string): Promise<Page> {
  return browser.openAs(await signIn(shopUrl(), hint), path);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const pressInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** The checklist's item whose title begins so. */
const findItem = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });

async function saveLogoBefore(route: Route): Promise<void> {
  const page = route.request().frame().page();
  await page.evaluate(() => fetch("/api/admin/settings/logo", { method: "DELETE" }));
  await route.continue();
}

it("an owner's first sign-in leads to a checklist whose steps lead on and notice what was done", async () => {
  const owner = await browser.open("/");
  const pageErrors = collectPageErrors(owner);
  await signInAs(owner, "owner");
  await expectHeading(owner, "Set up your shop");
  expect(new URL(owner.url()).pathname).toBe("/admin/setup");
  await owner.getByText("0 of 6 steps complete").waitFor();
  await findItem(owner, "Go live").getByText("Not needed").waitFor();
  await owner.setViewportSize({ width: 390, height: 860 });
  expect(await findAccessibilityViolations(owner)).toEqual([]);
  await saveScreenshots(owner, "setup");

  await press(owner, "Send test email");
  await findItem(owner, "Set up email").getByText("Done").waitFor();
  await press(owner, "Skip: Add legal pages");
  await findItem(owner, "Add legal pages").getByText("Skipped").waitFor();
  await owner.getByText("1 of 5 steps complete").waitFor();

  await owner.getByRole("link", { name: "Open branding" }).click();
  await owner.getByRole("textbox", { name: "Name" }).fill("North Light");
  await press(owner, "Save name");
  // Both move the button below them, and a click between moving would be lost: the name is saved, the contrast appears.
  await owner.getByText("Saved.", { exact: true }).waitFor();
  await owner.getByRole("textbox", { name: "Color", exact: true }).fill("#0b7285");
  await owner.getByText(/^Easy to read in light mode/).waitFor();
  // Twice, something else that is stored with the color is saved just before it.
  await intercept(owner, "**/api/admin/settings/look?*", saveLogoBefore, { times: 2 });
  await press(owner, "Save color");
  await owner.getByText("Saved.", { exact: true }).nth(1).waitFor();
  // The settings have also made the picture of shared links, but nobody has shared one.
  await expect
    .poll(() => owner.evaluate(() => fetch("/api/admin/setup").then((answer) => answer.json())))
    .toMatchObject({ done: 2, total: 5 });
  await owner.goto("/admin");
  await owner.getByRole("link", { name: "Set up your shop: 2 of 5 steps complete" }).click();
  await owner.getByRole("link", { name: "Create product" }).click();
  await owner.getByRole("heading", { name: "New product", level: 1 }).waitFor();
  expect(pageErrors).toEqual([]);
});

/**
 * Counts every click of the mouse on this page from now on, across navigations: on links, buttons, fields and options.
 * Typing, the Tab key, and choosing files in the operating system's dialog don't count; the click that opens it does.
 */
async function countClicks(page: Page) {
  let clicks = 0;
  await page.exposeFunction("countClick", () => void clicks++);
  const listen = () =>
    addEventListener(
      "click",
      // Enter and Space on a button make a click without a pointer, which `detail` tells.
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0) (globalThis as unknown as { countClick(): void }).countClick();
      },
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return {
    /** Waits for the calls that are on their way. */
    read: () => page.evaluate(() => undefined).then(() => clicks),
    /** Chooses an option: a click on the field, and one on the option. Playwright makes none. */
    async choose(field: Locator, label: string) {
      await field.selectOption({ label });
      clicks += 2;
    },
  };
}

/** Chooses a file in the dialog that a button opens. */
async function chooseFile(page: Page, button: string, file: { name: string; buffer: Buffer }) {
  const chooser = page.waitForEvent("filechooser");
  await press(page, button);
  await (await chooser).setFiles({ mimeType: "application/octet-stream", ...file });
}

/**
 * Makes a full product on one screen, and publishes it: two prices, a trial, a picture, a text, a file, a page, keys.
 */
async function makeWinterTides(
  owner: Page,
  clicks: Awaited<ReturnType<typeof countClicks>>,
): Promise<void> {
  await owner.getByRole("link", { name: "New product" }).click();
  await owner.getByLabel("Name", { exact: true }).fill("Winter Tides");
  await owner.getByLabel("Short description").fill("The sea in December");
  await owner.getByLabel("Description", { exact: true }).fill("Cold **water**, recorded at night.");
  await chooseFile(owner, "Upload picture", { name: "cover.png", buffer: onePixelPng });
  const prices = owner.getByRole("list", { name: "Prices" }).getByRole("listitem");
  await prices.first().getByLabel("Amount").fill("29");
  await press(owner, "Add price");
  await clicks.choose(prices.last().getByLabel("Pricing"), "Monthly");
  await prices.last().getByLabel("Amount").fill("9");
  await prices.last().getByLabel("Free trial (days)").fill("14");
  const benefits = owner.getByRole("list", { name: "Benefits" }).getByRole("listitem");
  await press(owner, "Download");
  await benefits.last().getByLabel("Name").fill("The recording");
  await chooseFile(owner, "Choose files", { name: "Tides.flac", buffer: recording });
  await press(owner, "Members-only page");
  await owner.getByLabel("Name", { exact: true }).last().fill("The diary");
  await owner.getByLabel("Page title").fill("The first night");
  await owner.getByLabel("Page content").fill("It was **colder** than we thought.");
  await press(owner, "License key");
  await owner.getByLabel("Prefix").fill("TIDE");
  await owner.locator('main img[src^="/api/shop/images/"]').first().waitFor();
  await press(owner, "Save and publish");
}

it("an owner sells a product after 15 clicks, and its buyer has it until a refund", async () => {
  const owner = await openAs("owner", "/admin/products");
  const clicks = await countClicks(owner);
  await makeWinterTides(owner, clicks);
  await owner.getByText("Winter Tides is now for sale").waitFor();
  expect(await clicks.read()).toBeLessThanOrEqual(15);

  await owner.goto("/admin/setup");
  await findItem(owner, "Publish your first product").getByText("Done").waitFor();
  await findItem(owner, "Make a test purchase").getByText("4242 4242 4242 4242").waitFor();
  const productLink = owner.getByRole("link", { name: "Open product" });
  expect(await productLink.getAttribute("href")).toBe("/p/winter-tides");

  const ann = await openAs("ann", "/p/winter-tides");
  await ann.locator('img[src^="/api/shop/images/"]').first().waitFor();
  await ann.getByText("recorded at night").waitFor();
  await ann.getByText(/\$9/).first().waitFor();
  const order = ann.getByRole("button", { name: "Order and pay" });
  const { y } = (await order.boundingBox()) ?? {};
  await ann.getByRole("radio", { name: /\$29/ }).press("Space");
  await ann.getByText("One-time payment").waitFor();
  // A button that moves while it is pressed gets no click.
  expect(await order.boundingBox()).toMatchObject({ y });
  await order.click();
  await payAtStripe(ann, "4242424242424242");
  await expectHeading(ann, "Thanks for your purchase.");
  await ann.goto("/library");
  await ann.getByText(/TIDE-/).first().waitFor();
  const download = ann.waitForEvent("download");
  await ann.getByRole("button", { name: /^Download Tides/ }).click();
  expect(await readDownload(await download)).toEqual(recording);
  await ann.getByRole("link", { name: /The first night/ }).click();
  await ann.getByText("colder").waitFor();
  await ann.goto("/library");

  await owner.reload();
  await findItem(owner, "Make a test purchase").getByText("Done").waitFor();
  await owner.goto("/admin/orders");
  await owner.getByRole("table").getByRole("link", { name: "Winter Tides" }).click();
  await press(owner, "Refund…");
  await pressInDialog(owner, "Refund");
  await owner
    .getByRole("definition")
    .getByText(/^Refunded$/)
    .waitFor();
  await ann.reload();
  await ann.getByRole("region", { name: "Past purchases" }).getByText("Winter Tides").waitFor();
});
