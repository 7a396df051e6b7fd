import { beforeAll, expect, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, collectPageErrors } from "./page-checks.ts";
import { expectHeading, newGuestEmail, signInAs } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

beforeAll(async () => {
  const buyer = await signIn(shopUrl(), newGuestEmail());
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  const id = new URL(returnPath, shopUrl()).searchParams.get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
});

it("the overview shows the owner revenue by day and by month, and the arrow keys move through the chart", async () => {
  const page = await browser.open("about:blank");
  const pageErrors = collectPageErrors(page);
  await signInAs(page, "owner", "/admin");
  await expectHeading(page, "Overview");
  const revenue = page.getByRole("region", { name: "Revenue", exact: true });
  await revenue.getByText(/^\$\d/).first().waitFor();

  const plot = revenue.getByRole("slider", { name: "Revenue by day", exact: true });
  await plot.focus();
  const today = await plot.getAttribute("aria-valuetext");
  expect(today).toMatch(/, so far: \$[1-9]/);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => plot.getAttribute("aria-valuetext")).not.toBe(today);

  await revenue.getByText("As a table").click();
  await expect.poll(() => revenue.getByRole("row").count()).toBe(31);

  await page.getByRole("link", { name: "12 months" }).click();
  await page.getByRole("slider", { name: "Revenue by month", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?range=12m");
  await expect.poll(() => revenue.getByRole("row").count()).toBe(13);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 860 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(pageErrors).toEqual([]);
});

it("an overview that fails to load offers a retry, and the retry loads it", async () => {
  const page = await browser.openAs(await signIn(shopUrl(), "owner"));
  const isOverviewRequest = (url: URL) => url.pathname === "/api/admin/overview";
  await page.route(isOverviewRequest, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/admin");
  const retryButton = page.getByRole("button", { name: /again/i });
  await retryButton.waitFor();
  await page.unroute(isOverviewRequest);
  await retryButton.click();
  await page.getByRole("slider", { name: "Revenue by day", exact: true }).waitFor();
  expect(await retryButton.count()).toBe(0);
});

it("a user without a role in the team does not see the overview", async () => {
  const page = await browser.open("about:blank");
  await signInAs(page, "ann", "/admin");
  await page.getByRole("main").getByRole("heading").first().waitFor();
  expect(await page.getByRole("slider").count()).toBe(0);
});
