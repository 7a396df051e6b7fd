import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, collectPageErrors } from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";
import { openReview } from "./sandbox.ts";
import { runScheduledJob, shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail, signInAs } from "./user-actions.ts";

useShop();
const browser = useBrowser();

/** A new user buys something and confirms it. */
async function buy(card: string): Promise<void> {
  const buyer = await signIn(shopUrl(), newGuestEmail());
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card });
  const id = new URL(returnPath, shopUrl()).searchParams.get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
}

it("the owner refunds a payment that a bank suspects of fraud, and approves one under review", async () => {
  await buy("4000000000005423");
  await buy("4242424242424242");
  await openReview();
  const page = await browser.open("about:blank");
  const pageErrors = collectPageErrors(page);
  await signInAs(page, "owner", "/admin");
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
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 860 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // On phones, the figures are closed.
  await page.setViewportSize({ width: 1280, height: 860 });

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
