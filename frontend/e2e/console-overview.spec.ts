import { beforeAll, expect, inject, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, watch } from "./page-checks.ts";
import { expectHeading, newGuest, signInAs } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

beforeAll(async () => {
  const buyer = await signIn(inject("shopUrl"), newGuest());
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  const id = new URL(returnPath, inject("shopUrl")).searchParams.get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
});

it("the owner's first screen has the figures, by day and by month, with the keyboard alone too", async () => {
  const page = await browser.open("/");
  const complaints = watch(page);
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
  expect(await revenue.getByRole("row").count()).toBe(31);

  await page.getByRole("link", { name: "12 months" }).click();
  await page.getByRole("slider", { name: "Revenue by month", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?range=12m");
  await expect.poll(() => revenue.getByRole("row").count()).toBe(13);

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 860 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(complaints).toEqual([]);
});

it("an overview that does not come says so, and comes when it is asked again", async () => {
  const page = await browser.open("/");
  await signInAs(page, "owner");
  const failing = (url: URL) => url.pathname === "/api/admin/overview";
  await page.route(failing, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/admin");
  const again = page.getByRole("button", { name: /again/i });
  await again.waitFor();
  await page.unroute(failing);
  await again.click();
  await page.getByRole("slider", { name: "Revenue by day", exact: true }).waitFor();
  expect(await again.count()).toBe(0);
});

it("to a buyer it does not exist", async () => {
  const page = await browser.open("/");
  await signInAs(page, "ann", "/admin");
  await page.getByRole("main").getByRole("heading").first().waitFor();
  expect(await page.getByRole("slider").count()).toBe(0);
});
