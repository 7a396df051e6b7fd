import { text } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { DAY, toUtcDay } from "../../worker/lib/time.ts";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, collectPageErrors } from "./page-checks.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { openReview } from "./sandbox.ts";
import { runScheduledJob, shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

beforeAll(async () => {
  await buyOverHttp(await signIn(shopUrl(), newGuestEmail()), "field-handbook");
});

it("the overview shows known figures for chosen days, each with its rows and a CSV file of the same sum", async () => {
  const page = await browser.openAs(await signIn(shopUrl(), "owner"), "/admin");
  const pageErrors = collectPageErrors(page);
  await expectHeading(page, "Overview");
  const main = page.getByRole("region", { name: "Revenue over time", exact: true });
  const glance = page.getByRole("list", { name: "Key figures" });
  await glance.getByRole("link", { name: /^Revenue: \$[1-9]/ }).waitFor();
  await glance.getByRole("slider", { name: "New customers", exact: true }).waitFor();
  await page
    .getByRole("region", { name: "Latest sales" })
    .getByText("The Field Handbook")
    .first()
    .waitFor();

  const plot = main.getByRole("slider", { name: "Revenue by day", exact: true });
  await plot.focus();
  const today = await plot.getAttribute("aria-valuetext");
  expect(today).toMatch(/ \(so far\): \$[1-9]/);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => plot.getAttribute("aria-valuetext")).not.toBe(today);
  await main.getByText("View as table").click();
  await expect.poll(() => main.getByRole("row").count()).toBe(31);

  await page.getByRole("combobox", { name: "Date range" }).selectOption("Last 12 months");
  await main.getByRole("slider", { name: "Revenue by month", exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("?range=12m");
  await expect.poll(() => main.getByRole("row").count()).toBe(13);

  // Two days, so that it also holds around midnight.
  await page.getByRole("combobox", { name: "Date range" }).selectOption("Custom range");
  const [from, to] = [Date.now() - DAY, Date.now()].map((at) => toUtcDay(at)) as [string, string];
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${from}&to=${to}`);
  const figures = page.getByRole("table", { name: "Revenue", exact: true });
  const payments = figures.getByRole("link", { name: /^Payments: / });
  await payments.waitFor();
  const shown = await payments.textContent();
  expect(shown).toMatch(/^\$[1-9]/);
  await figures.getByText("Payments", { exact: true }).click();
  await figures.getByText("Successful payments in this period", { exact: false }).waitFor();

  await payments.click();
  await expectHeading(page, "Payments");
  const rows = page.getByRole("table", { name: "Payments", exact: true });
  await rows.getByRole("link", { name: "The Field Handbook" }).first().waitFor();
  while (await page.getByRole("button", { name: "Show more" }).isVisible())
    await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.locator("tfoot").textContent()).toContain(shown);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await text(await download.createReadStream())).trim().split("\r\n");
  const amountAt = lines[0]!.split(",").indexOf("Amount");
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(",")[amountAt]), 0);
  expect(`$${total.toFixed(2)}`).toBe(shown);
  await page.getByRole("link", { name: "Overview" }).last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toBe(from);
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

it("the owner refunds a payment that a bank suspects of fraud, and approves one under review", async () => {
  for (const card of ["4000000000005423", "4242424242424242"])
    await buyOverHttp(await signIn(shopUrl(), newGuestEmail()), "field-handbook", card);
  await openReview();
  const page = await browser.openAs(await signIn(shopUrl(), "owner"), "/admin");
  const pageErrors = collectPageErrors(page);
  await expectHeading(page, "Overview");
  const alerts = page.getByRole("region", { name: "Payments that need attention" });
  const warning = alerts.getByRole("listitem").filter({ hasText: "Suspected fraud" });
  const review = alerts.getByRole("listitem").filter({ hasText: "Review requested by Stripe" });
  // The events arrive a moment later. One that arrives while the customer is being synced waits for the next run of
  // cron.
  await expect
    .poll(async () => {
      await runScheduledJob("*/5 * * * *");
      await Promise.all([
        page.waitForResponse((response) => response.url().endsWith("/api/admin/overview/alerts")),
        page.reload(),
      ]);
      await expectHeading(page, "Overview");
      await page.getByRole("table", { name: "Revenue", exact: true }).waitFor();
      return [await warning.count(), await review.count()];
    })
    .toEqual([1, 1]);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await review.getByRole("button", { name: /^Approve/ }).click();
  await review.waitFor({ state: "detached" });

  await warning.getByRole("button", { name: /^Refund and end/ }).click();
  const dialog = page.getByRole("dialog", { name: "Refund and end access?" });
  await dialog.getByRole("button", { name: "Refund and end access" }).click();
  await warning.waitFor({ state: "detached" });
  await dialog.waitFor({ state: "detached" });

  const balance = page.getByRole("table", { name: "Revenue", exact: true });
  await expect
    .poll(async () => {
      await page.reload();
      await balance.waitFor();
      return balance.getByRole("row", { name: /^Stripe fees/ }).textContent();
    })
    .toMatch(/\u2212\$[1-9]/);
  expect(pageErrors).toEqual([]);
});
