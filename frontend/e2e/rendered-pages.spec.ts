import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { buyOverHttp } from "./purchases.ts";
import { waitUntilTakenOver } from "./page-checks.ts";
import { shopUrl, useShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

/** Text of the members' page that its excerpt does not contain. */
const SECRET = "The preamp on page 47 is no longer made.";

useShop();
const browser = useBrowser();
let member: HttpSession;

beforeAll(async () => {
  member = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(member, "field-handbook");
  const owner = await signIn(shopUrl(), "owner");
  const { status } = await owner.fetch("/api/admin/settings/legal", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ terms: "Be **kind**.", privacy: "", refunds: "", imprint: "" }),
  });
  if (status !== 200) throw new Error(`Saving the terms answered ${status}.`);
});

/** Collects everything that the browser complains about, except that the page itself is not found. */
function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && message.location().url !== page.url())
      complaints.push(message.text());
  });
  return complaints;
}

/** Collects the paths that the page asks the API for. */
function collectApiPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isFile = /^\/api\/shop\/(theme\.css|images\/)/.test(pathname);
    if (pathname.startsWith("/api/") && !isFile) paths.push(pathname);
  });
  return paths;
}

/** Holds these requests back until the returned function is called. */
async function hold(page: Page, url: RegExp | string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Returns the app's HTML as the browser has it now, without the long lines of the covers. */
const readApp = (page: Page) =>
  page.locator("#root").evaluate((root) => root.innerHTML.replaceAll(/ d="[^"]*"/g, ""));

/** Returns where the parts of the page are, in pixels. */
const readPlaces = (page: Page) =>
  page.evaluate(() =>
    ["header", "header nav", "main", "h1", "main p", "main article", "main section"].map((part) => {
      const { x, y, width, height } =
        document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      return `${part}: ${[x, y, width, height].map(Math.round).join(" ")}`;
    }),
  );

it.each([
  ["/", "Tidewater Membership"],
  ["/p/membership", "Monthly"],
  ["/legal/terms", "kind"],
  ["/read/handbook-errata", "is included in"],
  ["/p/nothing-here", "Page not found."],
  ["/p/%3Cb%3E", "Page not found."],
  ["/p/%E0%A4%A", "Page not found."],
  ["/nothing-here", "Page not found."],
])("%s is taken over as it was drawn, and asks only who visits", async (path, text) => {
  const page = await browser.open("about:blank");
  const complaints = collectComplaints(page);
  const apiPaths = collectApiPaths(page);
  const releaseApp = await hold(page, /\/assets\/app-.*\.js$/);
  const releaseMe = await hold(page, "/api/me");
  await page.goto(path, { waitUntil: "commit" });
  await page.getByText(text).first().waitFor();
  expect(await page.getByRole("banner").innerText()).not.toContain("<");
  const [drawn, title] = [await readApp(page), await page.title()];
  releaseApp();
  await waitUntilTakenOver(page);
  expect(await readApp(page)).toBe(drawn);
  expect(await page.title()).toBe(title);
  releaseMe();
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
  expect(new Set(apiPaths)).toEqual(new Set(["/api/me"]));
});

it("what the URL says to buy is chosen after the page was taken over", async () => {
  const { prices } = (await (await fetch(`${shopUrl()}/api/shop/products/membership`)).json()) as {
    prices: { id: string }[];
  };
  const page = await browser.open("about:blank");
  const complaints = collectComplaints(page);
  // Without an answer who visits, nothing is bought yet.
  const release = await hold(page, "/api/me");
  for (const [index, { id }] of prices.entries()) {
    await page.goto(`/p/membership?buy=${id}`);
    await expect.poll(() => page.getByRole("radio").nth(index).isChecked()).toBe(true);
  }
  release();
  expect(complaints).toEqual([]);
});

it.each([
  ["/read/handbook-errata", SECRET],
  ["/library", "The Field Handbook"],
  ["/account/billing", "Subscriptions"],
  ["/account", "Profile and sessions"],
  ["/checkout/return?checkout=chk_x", "Confirming your payment"],
  ["/signin?callbackUrl=%2Flibrary", "Continue with this account"],
])(
  "%s is drawn for its reader, and nothing moves when the app draws it anew",
  async (path, text) => {
    const page = await browser.openAs(member);
    const complaints = collectComplaints(page);
    const apiPaths = collectApiPaths(page);
    const releaseApp = await hold(page, /\/assets\/app-.*\.js$/);
    const releaseContent = await hold(page, /\/api\/me\/(billing|account|checkouts\/.*)$/);
    await page.goto(path, { waitUntil: "commit" });
    await page.getByRole("contentinfo").waitFor();
    expect(await page.getByText(text).count()).toBeGreaterThan(0);
    expect(await page.getByText("is included in").count()).toBe(0);
    await page.getByRole("button", { name: "Account" }).waitFor();
    // With its styles.
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    const drawn = await readPlaces(page);
    releaseApp();
    await waitUntilTakenOver(page);
    expect(await readPlaces(page)).toEqual(drawn);
    releaseContent();
    await page.waitForLoadState("networkidle");
    // The unknown checkout is answered with "not found".
    expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
    expect(apiPaths).not.toContain("/api/me");
    expect(apiPaths).not.toContain("/api/shop");
  },
);

it("what is typed into a drawn form before the app is there stays, and the form works", async () => {
  const page = await browser.open("about:blank");
  const releaseApp = await hold(page, /\/assets\/app-.*\.js$/);
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(newGuestEmail());
  releaseApp();
  await page.waitForLoadState("networkidle");
  expect(await page.getByLabel("Email").inputValue()).toContain("@");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
});

it.each(["before the app is there", "only when the app would be there"])(
  "a press that ends %s starts the download once",
  async (when) => {
    const page = await browser.openAs(member);
    const links = collectApiPaths(page);
    const releaseApp = await hold(page, /\/assets\/app-.*\.js$/);
    await page.goto("/library", { waitUntil: "commit" });
    // Where it stays: with the page's styles.
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    await page.getByRole("button", { name: /^Download The Field Handbook, PDF/ }).hover();
    const download = page.waitForEvent("download");
    await page.mouse.down();
    if (when === "before the app is there") await page.mouse.up();
    releaseApp();
    await page.waitForLoadState("networkidle");
    await page.mouse.up();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    expect(links.filter((path) => path.endsWith("/links"))).toHaveLength(1);
  },
);

it("a sign-in before the app is there leads back to where it began", async () => {
  const page = await browser.open("about:blank");
  await hold(page, /\/assets\/app-.*\.js$/);
  await page.goto("/signin?callbackUrl=%2Flibrary", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByLabel("Someone else").fill(newGuestEmail());
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL(/\/library$/);
  expect(await page.getByText("Your library is empty.").count()).toBe(1);
});

it("pages that follow are drawn in the browser, and Back shows the first one again", async () => {
  const page = await browser.open("/");
  const canonical = page.locator('link[rel="canonical"]');
  expect(await canonical.getAttribute("href")).toBe(`${shopUrl()}/`);
  await waitUntilTakenOver(page);
  const complaints = collectComplaints(page);
  await page.getByRole("link", { name: "Tidewater Membership" }).hover();
  await page.mouse.down();
  // What notes presses before the app is there does so no longer.
  expect(await page.locator("html").getAttribute("data-hand")).toBeNull();
  await page.mouse.up();
  await page.getByText("Monthly").waitFor();
  expect(await page.title()).toBe("Tidewater Membership · Tidewater");
  // Browsers share the canonical URL: that of the first page would be wrong.
  const described = page.locator('link[rel="canonical"], meta[property="og:url"]');
  expect(await described.count()).toBe(0);
  await page.goBack();
  await page.getByRole("link", { name: "Tidewater Membership" }).waitFor();
  expect(complaints).toEqual([]);
});

it("a missing page leads to the shop without loading it anew", async () => {
  const page = await browser.open("/p/nothing-here");
  await waitUntilTakenOver(page);
  const complaints = collectComplaints(page);
  // Gone with the document if another one is loaded.
  await page.evaluate(() => document.documentElement.setAttribute("data-first", ""));
  await page.getByRole("link", { name: "Go to the shop" }).click();
  await page.getByRole("link", { name: "Tidewater Membership" }).waitFor();
  await page.goBack();
  await page.getByText("Page not found.").waitFor();
  expect(await page.locator("html[data-first]").count()).toBe(1);
  expect(complaints).toEqual([]);
});
