import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { expireSession, payWithoutBrowser, setWebhooks } from "./sandbox.ts";
import { followLink, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp, openCheckout } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

const CARD = "4242424242424242";

useShop();
const browser = useBrowser();

/** Two accounts of one user: `email` bought a product, `otherEmail` has a subscription. */
const [email, otherEmail] = [newGuestEmail(), newGuestEmail()];
let guest: HttpSession;
let other: HttpSession;
/** The console, signed in as the owner. */
let page: Page;

beforeAll(async () => {
  [guest, other] = [await signIn(shopUrl(), email), await signIn(shopUrl(), otherEmail)];
  await buyOverHttp(guest, "field-handbook");
  await buyOverHttp(other, "membership");
  const owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

/** Returns the names of the products in the user's library with active access, sorted. */
async function getActiveProducts(user: HttpSession): Promise<string[]> {
  const { entries } = (await (await user.fetch("/api/me/library")).json()) as {
    entries: { product: { name: string }; access: { active: boolean } }[];
  };
  return entries.flatMap(({ product, access }) => (access.active ? [product.name] : [])).toSorted();
}

async function openCustomerPage(customerEmail: string): Promise<void> {
  await followLink(page, "/admin/customers");
  await page.getByRole("searchbox").fill(customerEmail.slice(0, -4).toUpperCase());
  // A row pressed while the search still runs is replaced under the pointer.
  await page.getByText("Customers: 1 result").waitFor();
  await page.getByRole("row").filter({ hasText: customerEmail }).getByRole("link").first().click();
  await page.getByRole("definition").getByText(customerEmail).waitFor();
}

const dialog = () => page.getByRole("dialog");
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
const pressInDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const accessSection = () => page.getByRole("region", { name: "Access" });

describe("a customer", () => {
  it("a customer can be found by email, and the customer page shows the source of each access", async () => {
    await openCustomerPage(email);
    await accessSection()
      .getByText(/^Bought for \$29 on /)
      .waitFor();
    await accessSection().getByText("Active", { exact: true }).waitFor();
    await accessSection().getByText("History").click();
    await accessSection().getByText("Purchased for $29.00.").waitFor();
    expect(await accessSection().getByText("Active", { exact: true }).count()).toBe(1);
    await saveScreenshots(page, "customer");
  });

  it("a customer gets access at once from a gift with an end date, and loses it when it is revoked", async () => {
    await openCustomerPage(email);
    await press("Give access…");
    await dialog().getByLabel("Product").selectOption({ label: "First Light" });
    await dialog().getByLabel("End date").fill("2020-01-01");
    await dialog().getByLabel("Note").fill("For the review");
    await pressInDialog("Give access");
    await dialog().getByText("Choose a date in the future.").waitFor();
    await saveScreenshots(page, "customer gift");
    await dialog().getByLabel("End date").fill("2099-12-31");
    await intercept(
      page,
      "**/api/admin/gifts",
      (route) => route.fulfill({ status: 403, json: { code: "sign_in_again" } }),
      { times: 1 },
    );
    await pressInDialog("Give access");
    const question = page.getByRole("dialog", { name: "Confirm it’s you" });
    await question.getByRole("button", { name: "Cancel" }).click();
    // What was entered is kept.
    await pressInDialog("Give access");
    await accessSection()
      .getByText(/^Gift since .*, until December 31, 2099\.$/)
      .waitFor();
    await accessSection().getByText("For the review").waitFor();
    expect(await getActiveProducts(guest)).toEqual(["First Light", "The Field Handbook"]);

    await press(/^Revoke/);
    await dialog().getByText("The customer immediately loses access to").waitFor();
    await saveScreenshots(page, "customer revoke gift");
    await pressInDialog("Revoke gift");
    await accessSection()
      .getByText(/^Gift from .* It was revoked on/)
      .waitFor();
    expect(await getActiveProducts(guest)).toEqual(["The Field Handbook"]);
  });
});

describe("a customer who says “I paid but have nothing”", () => {
  const summary = () => page.getByRole("region", { name: "Summary" });
  const checkoutsSection = () => page.getByRole("region", { name: "Checkouts" });

  /** A new user opens a checkout. `pay` is what happens on Stripe's page. */
  async function leaveCheckout(pay?: (sessionId: string) => Promise<unknown>): Promise<string> {
    const buyerEmail = newGuestEmail();
    const buyer = await signIn(shopUrl(), buyerEmail);
    const { sessionId } = await openCheckout(buyer, "field-handbook");
    await pay?.(sessionId);
    return buyerEmail;
  }

  it("the first sentence of the page says whether a checkout was declined, abandoned, or paid and missed", async () => {
    const declined = await leaveCheckout((session) =>
      expect(payWithoutBrowser(session, "4000000000009995")).rejects.toThrow("402"),
    );
    const abandoned = await leaveCheckout((session) => expireSession(session));
    await setWebhooks("drop");
    const missed = await leaveCheckout((session) => payWithoutBrowser(session, CARD));

    await openCustomerPage(declined);
    await summary()
      .getByText(
        /^The payment for The Field Handbook was declined on .* The card has insufficient funds/,
      )
      .waitFor();
    await summary().getByText("Ask them to pay with another card").waitFor();
    await checkoutsSection().getByText("insufficient_funds").waitFor();
    expect(
      await checkoutsSection()
        .getByRole("link", { name: /^View payment in Stripe/ })
        .getAttribute("href"),
    ).toMatch(/dashboard\.stripe\.com\/test\/payments\/pi_/);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer declined");

    await openCustomerPage(abandoned);
    await summary()
      .getByText(/^They left the checkout for The Field Handbook on .* without trying to pay/)
      .waitFor();
    await saveScreenshots(page, "customer abandoned");

    await openCustomerPage(missed);
    await summary()
      .getByText("They paid for The Field Handbook, but the payment hasn’t synced from Stripe yet")
      .waitFor();
    await saveScreenshots(page, "customer missed");
    await press("Sync from Stripe now");
    await summary().getByText("They now have access to The Field Handbook.").waitFor();
    await summary().getByText("They have access to The Field Handbook.").waitFor();
    await accessSection().getByText("Active", { exact: true }).waitFor();
    await setWebhooks("deliver");
    await press("Sync from Stripe now");
    await summary().getByText("Synced from Stripe. Nothing changed.").waitFor();

    await page.getByLabel("New note").fill("Wrote on Monday.\nPaid, and had closed the page.");
    await press("Add note");
    await page.getByText("Note added").waitFor();
    const notes = page.getByRole("region", { name: "Notes" });
    await notes.getByText("Paid, and had closed the page.").waitFor();

    const emails = page.getByRole("region", { name: "Emails" });
    await emails.getByRole("button", { name: /^View or resend/ }).click();
    await dialog()
      .getByText(/The Field Handbook/)
      .first()
      .waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "customer email");
    await pressInDialog("Resend email");
    await page.getByText(`Email resent to ${missed}`).waitFor();
    await emails.getByText("Resent by your team").waitFor();
  });
});

describe("two accounts of one user", () => {
  it("two accounts are merged after a preview; both emails sign in, and the closed one links on", async () => {
    await openCustomerPage(email);
    await press("Merge accounts…");
    await dialog().getByRole("searchbox").fill(otherEmail);
    await pressInDialog(otherEmail.split("@")[0]!);
    await dialog().getByText("This can’t be undone").waitFor();
    await dialog().getByText("Moves 1 subscription.").waitFor();
    await saveScreenshots(page, "customer merge");
    await pressInDialog("Merge accounts");
    await accessSection().getByText("Tidewater Membership").first().waitFor();
    await page.getByText("From a merged account").waitFor();
    await saveScreenshots(page, "customer merged");
    expect((await other.fetch("/api/me/library")).status).toBe(401);
    other = await signIn(shopUrl(), otherEmail);
    expect(await getActiveProducts(other)).toEqual(["The Field Handbook", "Tidewater Membership"]);

    await followLink(page, "/admin/customers");
    await page.getByRole("link", { name: "Deleted account" }).first().click();
    await page.getByText(/^This account was merged into/).waitFor();
    await page.getByRole("link", { name: "another account" }).click();
    await page.getByRole("definition").getByText(email).waitFor();
  });
});
