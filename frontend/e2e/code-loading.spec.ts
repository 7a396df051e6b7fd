import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";

const browser = useBrowser();

/** The app's own files that the page has asked for, by the names of their sources. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => /\/assets\/(.+)-.{8}\.js$/.exec(name)?.[1] ?? []),
  );

it("a buyer's pages load nothing of the console, also when they are idle", async () => {
  const page = await browser.open("/");
  await page.getByText("Tidewater Membership").waitFor();
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/billing-page-")),
  );
  const files = await filesOf(page);
  expect(files).toContain("storefront-page");
  expect(files.filter((name) => /console|overview/.test(name))).toEqual([]);
});

it.each([
  ["/", ["storefront-page"]],
  ["/p/membership", ["product-page"]],
  ["/admin", ["console", "overview-page"]],
  ["/admin/orders", ["console"]],
])("the code of %s is named before the app's is read", async (path, files) => {
  const { headers } = await fetch(`${inject("shopUrl")}${path}`);
  const named = [...(headers.get("link") ?? "").matchAll(/<\/assets\/([^>]+)-.{8}\.js>/g)];
  expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(["app", ...files]));
});

it("a page whose code is slow to come shows what stands around it, and then itself", async () => {
  const page = await browser.open("about:blank");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/storefront-page-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Your library" }).waitFor();
  expect(await page.getByText("Tidewater Membership").count()).toBe(0);
  letGo();
  await page.getByText("Tidewater Membership").waitFor();
});

it.each([
  ["/", /storefront-page-/, "Tidewater Membership"],
  ["/admin/orders", /orders-page-/, "Export CSV"],
])(
  "%s says so when its code does not come, and loading again brings it",
  async (path, file, content) => {
    const page = await browser.open("about:blank");
    const owner = await signIn(inject("shopUrl"), "owner");
    await page.context().addCookies(owner.cookies());
    await page.route(file, (route) => route.abort());
    await page.goto(path);
    await page.getByRole("heading", { name: "This page stumbled." }).waitFor();
    await page.unroute(file);
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByText(content).first().waitFor();
    expect(await page.getByRole("heading", { name: "This page stumbled." }).count()).toBe(0);
  },
);
