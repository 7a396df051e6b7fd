import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, expectGoodScreen, saveScreenshots } from "./page-checks.ts";
import { buyOverHttp, openCheckout } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";
import { collectTexts, findUntranslated } from "./untranslated.ts";
import { expectHeading, newGuestEmail, signInAs } from "./user-actions.ts";

useShop();
const browser = useBrowser();

/** A user with a subscription and an order. */
let buyer: HttpSession;
/** Everything that the seller and the buyer have written, and names that no catalog has. */
let ownTexts: Set<string>;
let returnPath: string;
let openReturnPath: string;

/** Where the texts of the seller and of the buyer come from. */
const readByVisitors = [
  "/api/shop",
  "/api/shop/products/membership",
  "/api/shop/products/classroom",
  "/api/shop/products/dawn-chorus",
  "/api/shop/products/field-handbook",
  "/api/shop/legal/terms",
];
const readByBuyers = [
  "/api/me/account",
  "/api/me/library",
  "/api/me/billing",
  "/api/me/invoices",
  "/api/me/pages/a-heronry-in-march",
];

beforeAll(async () => {
  buyer = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(buyer, "membership");
  ({ returnPath } = await buyOverHttp(buyer, "field-handbook"));
  ({ returnPath: openReturnPath } = await openCheckout(buyer, "first-light"));
  const answers = await Promise.all(
    [...readByVisitors, ...readByBuyers].map(async (path): Promise<unknown> =>
      (await buyer.fetch(path)).json(),
    ),
  );
  ownTexts = collectTexts(answers);
  // Names that are the same in every language, and a country as Intl calls it.
  for (const text of ["United States", "Visa", "SHA-256"]) ownTexts.add(text);
});

const visitorPages = [
  "/",
  "/p/membership",
  "/p/classroom",
  "/p/dawn-chorus",
  "/legal/terms",
  "/read/a-heronry-in-march",
  "/signin?callbackUrl=%2Flibrary",
  "/signin?error=OAuthCallbackError",
  "/error?error=AccessDenied",
  "/verify-request",
  "/nowhere",
  "/p/nothing-here",
  "/claim#nobody-has-this-secret",
  "/goodbye",
];

const buyerPages = () => [
  returnPath,
  openReturnPath,
  "/library",
  "/p/field-handbook",
  "/read/a-heronry-in-march",
  "/account",
  "/account/billing",
  "/account/delete",
  "/signout",
];

const plainPages = (isBuyer: boolean) =>
  isBuyer
    ? [`/plain${returnPath}`, "/plain/library", "/plain/signout", "/plain/account/billing"]
    : [
        "/plain/signin",
        "/plain/error?error=AccessDenied",
        "/plain/verify-request",
        "/plain/nowhere",
      ];

/** Opens each page on a phone in a language, and calls `check` when everything is there. */
async function walk(
  page: Page,
  locale: string,
  paths: string[],
  check: (path: string) => Promise<void>,
): Promise<void> {
  await page.context().addCookies([{ name: "gatehouse.locale", value: locale, url: shopUrl() }]);
  await page.setViewportSize({ width: 390, height: 860 });
  for (const path of paths) {
    await page.goto(path);
    await page.locator("main h1").first().waitFor();
    await page.locator('[class*="skeleton"]').first().waitFor({ state: "detached" });
    expect([path, await page.evaluate(() => document.documentElement.lang)]).toEqual([
      path,
      locale,
    ]);
    await check(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 390]);
    await saveScreenshots(page, `${locale} ${path.replace(/checkout=.*/, "")}`);
    await page.setViewportSize({ width: 390, height: 860 });
  }
}

it("every sentence is in a catalog, and 40 % longer ones fit on a phone", async () => {
  const untranslated: Record<string, string[]> = {};
  const check = (page: Page) => async (path: string) => {
    const found = await findUntranslated(page, ownTexts);
    if (found.length > 0) untranslated[path] = found;
  };
  const visitor = await browser.open("about:blank");
  await walk(visitor, "en-XA", visitorPages, check(visitor));
  const page = await browser.openAs(buyer);
  await walk(page, "en-XA", buyerPages(), check(page));
  await page.goto("/account/billing");
  // The first button updates the card at Stripe; the others change, pause and cancel the subscription.
  const actions = page.locator("main li:has(button)").first().locator("button");
  await actions.nth(1).waitFor();
  const dialog = page.locator("dialog");
  // Before one is open: the buttons of a dialog are among them.
  const count = await actions.count();
  for (let action = 1; action < count; action++) {
    await actions.nth(action).click();
    await dialog.waitFor();
    await dialog.locator('[class*="skeleton"]').first().waitFor({ state: "detached" });
    await check(page)(`/account/billing, dialog ${action}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  for (const isBuyer of [false, true]) {
    const { page: plain, runScripts } = await browser.openWithoutScripts("about:blank");
    if (isBuyer) await plain.context().addCookies(buyer.cookies());
    await runScripts(() => walk(plain, "en-XA", plainPages(isBuyer), check(plain)));
  }
  expect(untranslated).toEqual({});
});

it("in Arabic, pages run from right to left and fit on a phone", async () => {
  await buyer.fetch("/api/me/language", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ locale: "ar" }),
  });
  const page = await browser.openAs(buyer);
  await walk(page, "ar", ["/", "/p/membership", ...buyerPages()], async () => {
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    for (const selector of ["header a", "footer p"])
      // The app draws the page anew, and what is taken away has no place.
      await expect
        .poll(async () => {
          const box = await page.locator(selector).first().boundingBox();
          return box && box.x + box.width;
        })
        .toBeGreaterThan(300);
  });
});

it("a visitor chooses a language at the foot of a page, even without scripts, and their account keeps it", async () => {
  const { page } = await browser.openWithoutScripts("/p/membership?from=a-letter");
  await page.locator("footer summary").click();
  await page.getByRole("button", { name: "Deutsch" }).press("Enter");
  await page.locator('html[lang="de"]').waitFor({ state: "attached" });
  expect(page.url()).toBe(`${shopUrl()}/p/membership?from=a-letter`);

  const withScripts = await browser.open("/");
  const pageErrors = collectPageErrors(withScripts);
  await withScripts.locator("footer summary").click();
  await expectGoodScreen(withScripts, "languages");
  await withScripts.getByRole("button", { name: "Français" }).click();
  await withScripts.locator('html[lang="fr"]').waitFor({ state: "attached" });
  const email = newGuestEmail();
  await withScripts
    .context()
    .addCookies((await signIn(shopUrl(), email, { "accept-language": "fr" })).cookies());
  await withScripts.goto("/account");
  expect(await withScripts.locator('select[name="locale"]').inputValue()).toBe("fr");
  await withScripts.locator('select[name="locale"]').selectOption("en");
  await withScripts.locator('select[name="timeZone"]').selectOption("Asia/Tokyo");
  await withScripts.locator('form:has(select[name="locale"]) button[type="submit"]').click();
  await withScripts.locator('html[lang="en"]').waitFor({ state: "attached" });
  await expectHeading(withScripts, "Language and time zone");
  expect(await withScripts.locator('select[name="timeZone"]').inputValue()).toBe("Asia/Tokyo");

  const elsewhere = await browser.open("about:blank");
  await signInAs(elsewhere, email, "/account");
  await expectHeading(elsewhere, "Language and time zone");
  expect(pageErrors).toEqual([]);
});
