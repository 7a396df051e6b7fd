import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import { expectFocus, findAccessibilityViolations } from "./page-checks.ts";
import { readDownload, expectHeading, newGuestEmail, signInAs } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

/** Opens `path`, signed in as the user with this email. */
async function openAs(email: string, path: string): Promise<Page> {
  const page = await browser.open("about:blank");
  await signInAs(page, email, path);
  return page;
}

/** Fails the next requests to `path` with the error that the server returns ten minutes after a sign-in. */
async function requireFreshSignIn(page: Page, method: string, path: string, times = 1) {
  let left = times;
  await intercept(page, path, (route) => {
    // The page also reads the account at the path that deletes it.
    if (left === 0 || route.request().method() !== method) return route.fallback();
    left--;
    return route.fulfill({ status: 403, json: { code: "sign_in_again" } });
  });
}

/** Links the identity with this email. The provider asks for an account instead of reusing the last one. */
async function linkAnotherIdentity(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Another Sandbox ID" }).click();
  await signInAtProvider(page, email);
}

/** Enters `email` on the provider's sign-in page. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel("Someone else").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

describe("refusing to sign in at the provider", () => {
  it("a refused sign-in shows an error, and the next one still returns to the requested page", async () => {
    const page = await browser.open("/library");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByRole("button", { name: "Refuse to sign in" }).click();
    await page.getByText("You weren’t signed in.").waitFor();
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await signInAtProvider(page, newGuestEmail());
    await page.waitForURL(/\/library$/);
    await expectHeading(page, "Library");
  });
});

describe("ways to sign in", () => {
  it("a second identity can be added at the provider, and removed", async () => {
    const page = await browser.openAs(await signIn(shopUrl(), newGuestEmail()), "/account");
    await page.getByText("This is your only sign-in method.").waitFor();
    expect(await page.getByRole("button", { name: "Remove Sandbox ID" }).count()).toBe(0);
    await linkAnotherIdentity(page, newGuestEmail());
    await page.getByText("Sandbox ID was added.").waitFor();
    await page.waitForURL("**/account");

    await page.getByRole("button", { name: "Remove Sandbox ID" }).last().click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("This is your only sign-in method.").waitFor();
    await expectFocus(page, "Sign-in methods");
  });
});

describe("sessions", () => {
  it("a session that was signed out from another browser is rejected on its next request", async () => {
    const guest = newGuestEmail();
    const otherPage = await openAs(guest, "/library");
    const page = await openAs(guest, "/account");
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await expectFocus(page, "Sessions");
    await otherPage.getByRole("button", { name: "Account" }).click();
    await otherPage.getByRole("link", { name: "Billing" }).first().click();
    await otherPage.getByText("Your session has ended.").waitFor();
    await page.reload();
    await page.getByText(/^This device/).waitFor();
  });
});

describe("actions that require a fresh sign-in", () => {
  it("an export runs once after the sign-in, and neither when dismissed nor by its URL", async () => {
    const guest = newGuestEmail();
    const page = await openAs(guest, "/account");
    await requireFreshSignIn(page, "GET", "**/api/me/account/export", 2);
    await page.getByRole("button", { name: "Download my data" }).click();
    await expectHeading(page, "Confirm it’s you");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectFocus(page, "Download my data");
    await page.keyboard.press("Enter");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    const bytes = await readDownload(await downloading);
    expect(JSON.parse(bytes.toString())).toMatchObject({ user: { email: guest } });
    await page.getByText("Saved as account.json.").waitFor();
    await page.waitForURL("**/account");
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await page.goto("/account?again=00000000-0000-4000-8000-000000000000");
    await expectHeading(page, "Your data");
    expect(await page.getByText("Saved as account.json.").count()).toBe(0);
    expect(requestedUrls.filter((url) => url.endsWith("/export"))).toEqual([]);
  });
});

describe("deleting the account", () => {
  it("deleting the account requires a typed confirmation and a fresh sign-in, then deletes the account", async () => {
    const guest = newGuestEmail();
    const page = await openAs(guest, "/account/delete");
    await page.getByRole("button", { name: "Delete account permanently" }).click();
    await page.getByText("Enter the word “delete”.").waitFor();
    await page.getByLabel("Type “delete” to confirm").fill("Delete");
    await requireFreshSignIn(page, "DELETE", "**/api/me/account");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByText("You’ve signed in again.").waitFor();
    await expectFocus(page, "Delete account permanently");
    await page.keyboard.press("Enter");
    await expectHeading(page, "Your account has been deleted.");
  });
});
