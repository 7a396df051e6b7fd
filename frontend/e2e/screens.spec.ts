import type { Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, saveScreenshots, watch } from "./page-checks.ts";
import { newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

/** A person who owns a bit of everything, signed in without a browser; pages borrow the cookies. */
let buyer: HttpSession;
let returnPaths: { paid: string; open: string };
/** A person whose bank is slow, met anew for each screen: banks do answer in the end. */
let waiting: HttpSession;

beforeAll(async () => {
  buyer = await signIn(inject("shopUrl"), newGuest());
  await buyOverHttp(buyer, "membership", { card: "4242424242424242" });
  returnPaths = {
    paid: (await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" })).returnPath,
    open: (await buyOverHttp(buyer, "first-light", {})).returnPath,
  };
});

async function payBySlowBank(): Promise<string> {
  waiting = await signIn(inject("shopUrl"), newGuest());
  const { returnPath } = await buyOverHttp(waiting, "shoreline", { card: "AT611904300234573201" });
  return returnPath;
}

/** What a visitor and a buyer can see; `ready` is on the screen only when it is whole. */
const screens: {
  name: string;
  path: () => string | Promise<string>;
  signedInAs?: () => HttpSession;
  ready: RegExp | string;
}[] = [
  { name: "storefront", path: () => "/", ready: "Tidewater Membership" },
  { name: "product", path: () => "/p/membership", ready: "Start your 14 free days" },
  { name: "product, by the seat", path: () => "/p/classroom", ready: "Seats" },
  {
    name: "product, open price",
    path: () => "/p/dawn-chorus",
    ready: "You say how much on the next page",
  },
  { name: "product not found", path: () => "/p/nothing-here", ready: /not|no /i },
  { name: "sign in", path: () => "/signin", ready: "Continue with Sandbox ID" },
  {
    name: "sign in, refused",
    path: () => "/signin?error=OAuthCallbackError",
    ready: "Continue with Sandbox ID",
  },
  { name: "error", path: () => "/error?error=AccessDenied", ready: /./ },
  { name: "error of no known code", path: () => "/error?error=%3Cimg%20src%3Dx%3E", ready: /./ },
  { name: "verify request", path: () => "/verify-request", ready: /./ },
  { name: "sign out", path: () => "/signout", signedInAs: () => buyer, ready: "Sign out" },
  { name: "not found", path: () => "/nowhere", ready: /./ },
  {
    name: "product, owned",
    path: () => "/p/field-handbook",
    signedInAs: () => buyer,
    ready: "You own this.",
  },
  {
    name: "product, processing",
    path: async () => (await payBySlowBank(), "/p/shoreline"),
    signedInAs: () => waiting,
    ready: "Your payment is on its way.",
  },
  {
    name: "return, paid",
    path: () => returnPaths.paid,
    signedInAs: () => buyer,
    ready: /thank you/i,
  },
  {
    name: "return, processing",
    path: payBySlowBank,
    signedInAs: () => waiting,
    ready: /processing|on its way/i,
  },
  {
    name: "return, not paid",
    path: () => returnPaths.open,
    signedInAs: () => buyer,
    ready: /not |go back|nothing/i,
  },
  {
    name: "members' page",
    path: () => "/read/handbook-errata",
    signedInAs: () => buyer,
    ready: "Wrong, and sorry",
  },
  {
    name: "members' page, its excerpt",
    path: () => "/read/a-heronry-in-march",
    ready: "The rest of this page comes with any of these.",
  },
  {
    name: "members' page, not found",
    path: () => "/read/nothing-here",
    ready: "There is nothing at this address.",
  },
  { name: "library", path: () => "/library", signedInAs: () => buyer, ready: "The Field Handbook" },
  {
    name: "delete account",
    path: () => "/account/delete",
    signedInAs: () => buyer,
    ready: /Tidewater Membership ends now/,
  },
  { name: "goodbye", path: () => "/goodbye", ready: "Goodbye, and thank you." },
  { name: "account", path: () => "/account", signedInAs: () => buyer, ready: "Sandbox ID" },
  {
    name: "billing",
    path: () => "/account/billing",
    signedInAs: () => buyer,
    ready: "The Field Handbook",
  },
];

const looks = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

it.each(screens)(
  "$name: axe finds nothing, nothing overflows, nothing is blocked",
  async (screen) => {
    const page = await browser.open("about:blank");
    const complaints = watch(page);
    const path = await screen.path();
    if (screen.signedInAs) await page.context().addCookies(screen.signedInAs().cookies());
    await page.goto(path);
    await page.getByRole("main").getByText(screen.ready).first().waitFor();

    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await findViolations(page)).toEqual([]);
      expect(await widerThanTheWindow(page)).toBe(0);
    }
    expect(complaints).toEqual([]);
    await saveScreenshots(page, screen.name);
    await page.context().close();
  },
);

function widerThanTheWindow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
