import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectFocus, findViolations } from "./page-checks.ts";
import { expectHeading, newGuest, signInAs } from "./user-actions.ts";

const browser = useBrowser();

/** Opens `path` as somebody who is signed in. */
async function openAs(hint: string, path: string): Promise<Page> {
  const page = await browser.open("/");
  await signInAs(page, hint, path);
  return page;
}

/** Refuses the next request to `path` as the server does ten minutes after a sign-in. */
async function askForFreshSignIn(page: Page, path: string): Promise<void> {
  await page.route(
    path,
    (route) => route.fulfill({ status: 403, json: { code: "sign_in_again" } }),
    { times: 1 },
  );
}

/** Goes to the provider to link somebody else, whom it does not take for who it saw last. */
async function linkAnother(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Another Sandbox ID" }).click();
  await beAtProvider(page, email);
}

/** Chooses at the provider's own page whom to be. */
async function beAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel("Someone else").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

describe("refusing at the provider", () => {
  it("is said in place, and the way on is kept", async () => {
    const page = await browser.open("/library");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByRole("button", { name: "Refuse to sign in" }).click();
    await page.getByText("The sign-in was not completed.").waitFor();
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await beAtProvider(page, newGuest());
    await page.waitForURL(/\/library$/);
    await expectHeading(page, "Library");
  });
});

describe("ways to sign in", () => {
  it("a second one is added, opens the same account, and is removed again", async () => {
    const [first, second] = [newGuest(), newGuest()];
    const page = await openAs(first, "/account");
    await page.getByText("It is the only way in").waitFor();
    expect(await page.getByRole("button", { name: "Remove Sandbox ID" }).count()).toBe(0);
    await linkAnother(page, second);
    await page.getByText("Sandbox ID was added.").waitFor();
    expect(new URL(page.url()).search).toBe("");

    const elsewhere = await openAs(second, "/account");
    await elsewhere.getByRole("main").getByText(first).waitFor();

    await page.getByRole("button", { name: "Remove Sandbox ID" }).last().click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("It is the only way in").waitFor();
    await expectFocus(page, "Ways to sign in");
  });

  it("one that opens another account is not taken from it", async () => {
    const taken = newGuest();
    await openAs(taken, "/account");
    const page = await openAs(newGuest(), "/account");
    await linkAnother(page, taken);
    await page.getByText("That account already opens another account here.").waitFor();
    expect(await page.getByText(/^Linked on/).count()).toBe(1);
  });
});

describe("sessions", () => {
  it("one that is ended elsewhere is over with its next request", async () => {
    const guest = newGuest();
    const left = await openAs(guest, "/library");
    const page = await openAs(guest, "/account");
    await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await expectFocus(page, "Sessions");
    await left.getByRole("button", { name: "Account" }).click();
    await left.getByRole("link", { name: "Billing" }).first().click();
    await left.getByText("Your session has ended.").waitFor();
    await page.reload();
    await page.getByText(/^This device/).waitFor();
  });
});

describe("what asks for a fresh sign-in", () => {
  it("the export goes on by itself after it, once", async () => {
    const guest = newGuest();
    const page = await openAs(guest, "/account");
    await askForFreshSignIn(page, "**/api/me/account/export");
    await page.getByRole("button", { name: "Download my data" }).click();
    await expectHeading(page, "Sign in again to go on");
    expect(await findViolations(page)).toEqual([]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    const file = await (await downloading).path();
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ user: { email: guest } });
    await page.getByText("Saved as account.json.").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.reload();
    await expectHeading(page, "Your data");
    expect(await page.getByText("Saved as account.json.").count()).toBe(0);
  });

  it("can be left: nothing happens, and the focus is where it was", async () => {
    const page = await openAs(newGuest(), "/account");
    await askForFreshSignIn(page, "**/api/me/account/export");
    await page.getByRole("button", { name: "Download my data" }).click();
    await page.getByRole("button", { name: "Not now" }).click();
    await expectFocus(page, "Download my data");
  });

  it("an address alone begins nothing", async () => {
    const page = await openAs(newGuest(), "/account");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/account?again=00000000-0000-4000-8000-000000000000");
    await expectHeading(page, "Your data");
    expect(asked.filter((url) => url.endsWith("/export"))).toEqual([]);
  });
});

describe("deleting the account", () => {
  it("takes a word and one press more after a fresh sign-in, and nothing is left", async () => {
    const guest = newGuest();
    const page = await openAs(guest, "/account/delete");
    await page.getByRole("button", { name: "Delete my account for good" }).click();
    await page.getByText("It takes the word").waitFor();
    await page.getByLabel("Type “delete” to confirm").fill("Delete");
    await askForFreshSignIn(page, "**/api/me/account");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByText("One more press, and it is done.").waitFor();
    await expectFocus(page, "Delete my account for good");
    await page.keyboard.press("Enter");
    await expectHeading(page, "Goodbye, and thank you.");

    await page.goto("/library");
    await expectHeading(page, "Sign in");
    await signInAs(page, guest, "/account");
    await page.getByText("It is the only way in").waitFor();
  });
});
