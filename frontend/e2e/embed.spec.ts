import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestJson, signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, saveScreenshots } from "./page-checks.ts";
import { shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";

useShop();
const browser = useBrowser();

let buyUrl: string;
let server: Server;
/** Two sites of one server: another host is another origin. The shop knows the first. */
let seller: string;
let hostile: string;

/** What has happened on a site. */
type Heard = { events: { type: string; detail: unknown }[]; messages: unknown[] };

/** A site with a strict content security policy. What it hears is kept in `heard`. */
const writeSite = () => `<!doctype html><html lang="de"><title>A site</title>
  <script src="${shopUrl()}/embed.js" async></script><script src="/heard.js"></script>
  <a data-gatehouse="x" data-gatehouse-open="popup" href="${buyUrl}?ref=site">Buy</a>
  <gatehouse-product slug="field-handbook"><a href="${shopUrl()}/p/field-handbook">The Field Handbook</a></gatehouse-product>`;

const listenScript = `globalThis.heard = { events: [], messages: [] };
  for (const type of ["gatehouse:paid", "gatehouse:closed"])
    addEventListener(type, ({ detail }) => heard.events.push({ type, detail }));
  addEventListener("message", ({ data }) => heard.messages.push(data));`;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const isScript = url === "/heard.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src 'self' ${shopUrl()}; frame-src ${shopUrl()}`,
    );
    response.end(isScript ? listenScript : writeSite());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  seller = `http://127.0.0.1:${port}`;
  hostile = `http://hostile.localhost:${port}`;
  const owner = await signIn(shopUrl(), "owner");
  await requestJson(owner, "PUT", "/api/admin/developers/settings", {
    feedRetentionDays: 90,
    allowedSuccessOrigins: [seller],
  });
  const { items } = (await (await owner.fetch("/api/admin/products?search=field")).json()) as {
    items: { id: string }[];
  };
  const { prices } = (await (await owner.fetch(`/api/admin/products/${items[0]!.id}`)).json()) as {
    prices: { id: string }[];
  };
  const link = (await requestJson(owner, "POST", "/api/admin/links/plain", {
    priceId: prices[0]!.id,
  })) as { url: string };
  buyUrl = link.url;
});

afterAll(() => void server.close());

const readHeard = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Buy" }).first().click();
  return opening;
}

it("a window tells the site that the seller allows what was paid, and a hostile one nothing", async () => {
  const page = await browser.open(seller);
  const pageErrors = collectPageErrors(page);
  const popup = await openPopup(page);
  await popup.getByRole("button", { name: "Order and pay" }).click();
  await payAtStripe(popup, "4242424242424242", newGuestEmail());
  await expectHeading(popup, "Paid. Sign in to get it.");
  const checkout = new URL(popup.url()).searchParams.get("checkout");
  const paid = { type: "gatehouse:paid", detail: { checkout, successUrl: null } };
  await expect.poll(async () => (await readHeard(page)).events).toEqual([paid]);
  await popup.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await popup.getByLabel("Someone else").fill(newGuestEmail());
  await popup.getByRole("button", { name: "Continue", exact: true }).click();
  await popup.getByText("Thanks for your purchase.").waitFor();
  await saveScreenshots(popup, "embed paid");
  const returnUrl = popup.url();
  // The press closes the window, perhaps before the browser has answered to the press.
  await Promise.all([
    popup.waitForEvent("close"),
    popup
      .getByRole("button", { name: `Back to ${new URL(seller).host}` })
      .click()
      .catch(() => undefined),
  ]);
  // Once, though the window says it again after signing in.
  expect((await readHeard(page)).events).toEqual([paid]);
  // A window that is closed without a payment says so. Closed while it opens, it may take its opener along in Chromium.
  const unpaid = await openPopup(page);
  await unpaid.getByRole("heading", { level: 1 }).waitFor();
  await unpaid.close();
  await expect
    .poll(async () => (await readHeard(page)).events.map(({ type }) => type))
    .toEqual(["gatehouse:paid", "gatehouse:closed"]);

  const other = await page.context().newPage();
  await other.goto(hostile);
  const opening = other.waitForEvent("popup");
  await other.evaluate((url) => void open(url), returnUrl);
  const spied = await opening;
  await spied.getByText("Thanks for your purchase.").waitFor();
  await spied.getByRole("button", { name: /^Back to/ }).waitFor();
  expect((await readHeard(other)).messages).toEqual([]);
  expect(pageErrors).toEqual([]);
});

it("products are shown in a frame on a site that the seller allows, and on no other", async () => {
  const page = await browser.open(seller);
  const pageErrors = collectPageErrors(page);
  const frame = page.frameLocator("iframe");
  await frame.locator('a[href="/p/field-handbook"]').waitFor();
  // In the language of the site, and as high as its content.
  await frame.locator("html[lang=de]").waitFor();
  const readHeights = () =>
    Promise.all([
      page.locator("iframe").evaluate((element) => element.clientHeight),
      frame
        .locator("ul")
        .first()
        .evaluate((list: HTMLElement) => list.offsetHeight),
    ]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    await expect.poll(async () => new Set(await readHeights()).size).toBe(1);
  }
  await saveScreenshots(page, "embed product");
  await frame.getByRole("link", { name: /29/ }).click();
  await page.waitForURL((url) => url.origin === shopUrl());
  expect(pageErrors).toEqual([]);

  const other = await browser.open(hostile);
  await expect
    .poll(() => other.frames().map((each) => each.url()))
    .toContain("chrome-error://chromewebdata/");
});
