import { buffer } from "node:stream/consumers";
import type { Download, Page } from "playwright-core";
import { isTeamPath } from "../paths.ts";
import { shopUrl } from "./shop.ts";

/** Returns the email of a new user. The sandbox's provider accepts any address at example.com. */
export function newGuestEmail(): string {
  return `guest-${crypto.randomUUID().slice(0, 13)}@example.com`;
}

/** Signs in on the shop's sign-in page, without a click at the provider, and returns to `path`. */
export async function signInAs(page: Page, hint: string, path = "/"): Promise<void> {
  await page.goto(
    `/signin?login_hint=${encodeURIComponent(hint)}&callbackUrl=${encodeURIComponent(path)}`,
  );
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  // The way leads through the provider and pages of /api/auth, which the browser may show for a moment.
  await page.waitForURL(
    ({ origin, pathname }) => origin === shopUrl() && !/^\/(?:signin|api\/auth)\b/.test(pathname),
  );
}

/**
 * Goes to a path as a link does, without loading the app again, which takes longer than most screens. Opens the path if
 * the page shows something else. Passes through a path that has no page, so that no text of the last screen passes for
 * one of the next.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith(`${shopUrl()}/`)) {
    await page.goto(path);
    return;
  }
  await page.evaluate(
    async ({ nowhere, to }) => {
      history.pushState(null, "", nowhere);
      const end = performance.now() + 30_000;
      while (!document.querySelector("main h1")?.textContent.startsWith("Page not found")) {
        if (performance.now() > end)
          throw new Error("The page stays, as one with unsaved changes.");
        await new Promise(requestAnimationFrame);
      }
      history.pushState(null, "", to);
    },
    { nowhere: isTeamPath(path) ? "/admin/nowhere" : "/nowhere", to: path },
  );
}

/**
 * Fills in the card on Stripe's checkout page and pays.
 * @param email of who has not signed in; Stripe knows it otherwise
 */
export async function payAtStripe(page: Page, card: string, email?: string): Promise<void> {
  await page.waitForURL(/\/checkout\/cs_/);
  if (email !== undefined) await page.getByLabel("Email").fill(email);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("A Guest");
  await page.getByRole("button", { name: /^(Pay|Start trial|Subscribe)/ }).click();
}

/** Waits until the page has a heading with this name. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name }).first().waitFor();
}

/** Reads a download, whose file is removed with its browser context. */
export async function readDownload(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
