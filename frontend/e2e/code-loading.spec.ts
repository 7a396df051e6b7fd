import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { waitUntilTakenOver } from "./page-checks.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

/** Returns the names of the app's JavaScript files that the page has requested, without hash and extension. */
const getLoadedModules = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/(.+)-.{8}\.js$/.exec(name)?.[1] ?? []),
  );

it("the storefront loads another page's code only when the visitor points at a link to it", async () => {
  const page = await browser.open("/");
  await page.getByText("Tidewater Membership").first().waitFor();
  // Loaded last, when the browser is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/load-error-")),
  );
  const files = await getLoadedModules(page);
  expect(files).toContain("storefront-page");
  expect(files.filter((name) => /console|overview|(?<!storefront)-page$|query/.test(name))).toEqual(
    [],
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Your library" }).hover();
  await expect.poll(() => getLoadedModules(page)).toContain("library-page");
  expect(new URL(page.url()).pathname).toBe("/");
});

it("a link leads to its page although its code is gone, as after a deployment", async () => {
  const page = await browser.open("/");
  let isGone = true;
  await intercept(page, /library-page-/, (route) => (isGone ? route.abort() : route.continue()));
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.waitForFunction(() => document.querySelector("#root > *"));
  await page.getByRole("contentinfo").getByRole("link", { name: "Your library" }).click();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  expect(isGone).toBe(false);
});

it("a page that is opened offline says so, and opens by itself when the connection is back", async () => {
  const page = await browser.open("/");
  await waitUntilTakenOver(page);
  await page.context().setOffline(true);
  await page.getByRole("contentinfo").getByRole("link", { name: "Your library" }).click();
  await page.getByRole("heading", { name: "You’re offline." }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  expect(await page.getByRole("heading", { name: "You’re offline." }).count()).toBe(0);
});

it.each([
  ["/", "storefront-page"],
  ["/p/membership", "product-page"],
])(
  "%s, drawn by the Worker, loads its code after it is painted, in one step",
  async (path, file) => {
    const page = await browser.open("about:blank");
    // Only the paint may start the app, also on a machine that takes longer than the longest wait.
    await page.addInitScript(() => {
      const original = globalThis.setTimeout;
      globalThis.setTimeout = ((run: () => void, delayMs = 0) =>
        delayMs < 3000 ? original(run, delayMs) : 0) as typeof setTimeout;
    });
    await page.goto(path);
    const started = await page.waitForFunction((name) => {
      const scripts = performance.getEntriesByType("resource");
      const startOf = (part: string) =>
        scripts.find((entry) => entry.name.includes(part))?.startTime;
      const [app, code] = [startOf("/app-"), startOf(`/${name}-`)];
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return app && code && paint && { app, code, paint: paint.startTime };
    }, file);
    const { app, code, paint } = (await started.jsonValue()) as Record<string, number>;
    expect(app).toBeGreaterThan(paint!);
    // Both are requested in the same task, before the app's code has arrived.
    const arrival = await page.evaluate(() =>
      performance.getEntriesByType("resource").find(({ name }) => name.includes("/app-"))!,
    );
    expect(code).toBeLessThan((arrival as PerformanceResourceTiming).responseEnd);
  },
);

it.each([
  ["/admin", ["console", "overview-page"]],
  ["/admin/orders", ["console"]],
])("the Link header of %s preloads the code of its screen", async (path, files) => {
  const { headers } = await fetch(`${shopUrl()}${path}`);
  const preloaded = [...(headers.get("link") ?? "").matchAll(/<\/assets\/([^>]+)-.{8}\.js>/g)];
  expect(preloaded.map(([, name]) => name)).toEqual(expect.arrayContaining(["app", ...files]));
});

it("a page that the Worker drew is read before its code has loaded, and its links work", async () => {
  const page = await browser.open("about:blank");
  await page.route(/storefront-page-/, () => {});
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("link", { name: "Tidewater Membership" }).click();
  // Not of another level: the storefront has one for each product.
  await page.getByRole("heading", { name: "Tidewater Membership", level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/p/membership");
});

it("a page that the browser draws anew shows its text first if its code loads slowly", async () => {
  const page = await browser.open("about:blank");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/sign-in-page-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Your library" }).waitFor();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  expect(
    await page.locator("form[action^='/api/auth/signin/oidc'] input[name=csrfToken]").count(),
  ).toBe(1);
  release();
  // The app's form sends its own token when it is used.
  await expect.poll(() => page.locator("input[name=csrfToken]").count()).toBe(0);
});

it("a page that the Worker drew stays readable when its code fails to load, and its links work", async () => {
  const page = await browser.open("about:blank");
  await page.route(/product-page-/, (route) => route.abort());
  await page.goto("/p/membership");
  await page.getByText("Monthly").waitFor();
  expect(await page.getByRole("heading", { name: "Something went wrong." }).count()).toBe(0);
  await page.getByRole("link", { name: "All products" }).click();
  await page.getByRole("link", { name: "Tidewater Membership" }).waitFor();
});

it("a screen shows an error when its code fails to load, and the reload button recovers", async () => {
  const page = await browser.openAs(await signIn(shopUrl(), "owner"));
  await page.route(/orders-page-/, (route) => route.abort());
  await page.goto("/admin/orders");
  await page.getByRole("heading", { name: "Something went wrong." }).waitFor();
  await page.unroute(/orders-page-/);
  await page.getByRole("button", { name: "Reload page" }).click();
  await page.getByText("Export CSV").first().waitFor();
  expect(await page.getByRole("heading", { name: "Something went wrong." }).count()).toBe(0);
});
