import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
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

/** Fails the next request to `path` with the error that the server returns ten minutes after a sign-in. */
async function requireFreshSignInOnce(page: Page, method: string, path: string): Promise<void> {
  let hasFailed = false;
  await page.route(path, (route) => {
    // The page also reads the account at the path that deletes it.
    if (hasFailed || route.request().method() !== method) return route.fallback();
    hasFailed = true;
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
  it("a second identity can be added, signs in to the same account, and can be removed", async () => {
    const [first, second] = [newGuestEmail(), newGuestEmail()];
    const page = await openAs(first, "/account");
    await page.getByText("This is your only sign-in method.").waitFor();
    expect(await page.getByRole("button", { name: "Remove Sandbox ID" }).count()).toBe(0);
    await linkAnotherIdentity(page, second);
    await page.getByText("Sandbox ID was added.").waitFor();
    await page.waitForURL("**/account");

    const otherPage = await browser.openAs(await signIn(shopUrl(), second), "/account");
    await otherPage.getByRole("main").getByText(first).waitFor();

    await page.getByRole("button", { name: "Remove Sandbox ID" }).last().click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("This is your only sign-in method.").waitFor();
    await expectFocus(page, "Sign-in methods");
  });

  it("an identity that belongs to another account cannot be linked", async () => {
    const linkedEmail = newGuestEmail();
    await signIn(shopUrl(), linkedEmail);
    const page = await openAs(newGuestEmail(), "/account");
    await linkAnotherIdentity(page, linkedEmail);
    await page.getByText("This sign-in method belongs to another account in this shop.").waitFor();
    expect(await page.getByText(/^Added on/).count()).toBe(1);
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
  it("the export runs automatically after the sign-in, and only once", async () => {
    const guest = newGuestEmail();
    const page = await openAs(guest, "/account");
    await requireFreshSignInOnce(page, "GET", "**/api/me/account/export");
    await page.getByRole("button", { name: "Download my data" }).click();
    await expectHeading(page, "Confirm it’s you");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    const bytes = await readDownload(await downloading);
    expect(JSON.parse(bytes.toString())).toMatchObject({ user: { email: guest } });
    await page.getByText("Saved as account.json.").waitFor();
    await page.waitForURL("**/account");
    await page.reload();
    await expectHeading(page, "Your data");
    expect(await page.getByText("Saved as account.json.").count()).toBe(0);
  });

  it("dismissing the prompt does nothing and returns focus to the button", async () => {
    const page = await browser.openAs(await signIn(shopUrl(), newGuestEmail()), "/account");
    await requireFreshSignInOnce(page, "GET", "**/api/me/account/export");
    await page.getByRole("button", { name: "Download my data" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectFocus(page, "Download my data");
  });

  it("opening a URL with a resume parameter does not start the export", async () => {
    const page = await browser.openAs(await signIn(shopUrl(), newGuestEmail()), "/account");
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await page.goto("/account?again=00000000-0000-4000-8000-000000000000");
    await expectHeading(page, "Your data");
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
    await requireFreshSignInOnce(page, "DELETE", "**/api/me/account");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByText("You’ve signed in again.").waitFor();
    await expectFocus(page, "Delete account permanently");
    await page.keyboard.press("Enter");
    await expectHeading(page, "Your account has been deleted.");

    await page.goto("/library");
    await expectHeading(page, "Sign in");
    await signInAs(page, guest, "/account");
    await page.getByText("This is your only sign-in method.").waitFor();
  });
});
