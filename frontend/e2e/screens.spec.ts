import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, expectGoodScreen } from "./page-checks.ts";
import { followLink, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp, openCheckout } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

/** A user with a subscription and an order. Signed in without a browser; pages get the cookies. */
let buyer: HttpSession;
let returnPaths: { paid: string; open: string };
/** A session that is not signed in. */
const visitor = { cookies: () => [] };
/** A user whose payment is processing. Created for each screen, because the payment succeeds after a while. */
let waitingBuyer: HttpSession;

beforeAll(async () => {
  buyer = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(buyer, "membership");
  returnPaths = {
    paid: (await buyOverHttp(buyer, "field-handbook")).returnPath,
    open: (await openCheckout(buyer, "first-light")).returnPath,
  };
});

/** Signs in a new user and buys a product with a SEPA debit, which succeeds later. Returns the return path. */
async function payWithSlowBank(): Promise<string> {
  waitingBuyer = await signIn(shopUrl(), newGuestEmail());
  const { returnPath } = await buyOverHttp(waitingBuyer, "shoreline", "AT611904300234573201");
  return returnPath;
}

/** The screens of visitors and users. `ready` is a text that appears when the screen has loaded. */
const screens: {
  name: string;
  path: () => string | Promise<string>;
  signedInAs?: () => HttpSession;
  ready: RegExp | string;
  /** By its URL instead of a link: the Worker draws it, or answers that there is no such page. */
  isOpened?: boolean;
}[] = [
  { name: "storefront", path: () => "/", ready: "Tidewater Membership", isOpened: true },
  {
    name: "product",
    path: () => "/p/membership",
    ready: "If you cancel before the trial ends, you pay nothing.",
  },
  { name: "product, per seat", path: () => "/p/classroom", ready: "Seats" },
  {
    name: "product, pay what you want",
    path: () => "/p/dawn-chorus",
    ready: "You choose the amount at checkout",
  },
  {
    name: "product not found",
    path: () => "/p/nothing-here",
    ready: "Page not found.",
    isOpened: true,
  },
  { name: "sign in", path: () => "/signin", ready: "Continue with Sandbox ID" },
  {
    name: "sign in, refused",
    path: () => "/signin?error=OAuthCallbackError",
    ready: "Continue with Sandbox ID",
  },
  { name: "error", path: () => "/error?error=AccessDenied", ready: "This account can’t sign in." },
  {
    name: "error with an unknown code",
    path: () => "/error?error=%3Cimg%20src%3Dx%3E",
    ready: "You weren’t signed in.",
  },
  { name: "verify request", path: () => "/verify-request", ready: "Check your email" },
  { name: "sign out", path: () => "/signout", signedInAs: () => buyer, ready: "Sign out" },
  { name: "not found", path: () => "/nowhere", ready: "Page not found.", isOpened: true },
  {
    name: "product, owned",
    path: () => "/p/field-handbook",
    signedInAs: () => buyer,
    ready: "You own this.",
  },
  {
    name: "product, processing",
    path: async () => (await payWithSlowBank(), "/p/shoreline"),
    signedInAs: () => waitingBuyer,
    ready: "Your payment is processing.",
  },
  {
    name: "return, paid",
    path: () => returnPaths.paid,
    signedInAs: () => buyer,
    ready: "Thanks for your purchase.",
  },
  {
    name: "return, processing",
    path: payWithSlowBank,
    signedInAs: () => waitingBuyer,
    ready: "Your payment is processing.",
  },
  {
    name: "return, not paid",
    path: () => returnPaths.open,
    signedInAs: () => buyer,
    ready: "You haven’t paid yet.",
  },
  {
    name: "members' page",
    path: () => "/read/handbook-errata",
    signedInAs: () => buyer,
    ready: "Wrong, and sorry",
  },
  {
    name: "members' page, excerpt",
    path: () => "/read/a-heronry-in-march",
    ready: "Read the rest with any of these products.",
  },
  {
    name: "members' page, not found",
    path: () => "/read/nothing-here",
    ready: "Page not found.",
    isOpened: true,
  },
  { name: "library", path: () => "/library", signedInAs: () => buyer, ready: "The Field Handbook" },
  {
    name: "delete account",
    path: () => "/account/delete",
    signedInAs: () => buyer,
    ready: /Your subscription ends immediately: Tidewater Membership/,
  },
  { name: "goodbye", path: () => "/goodbye", ready: "Your account has been deleted." },
  { name: "account", path: () => "/account", signedInAs: () => buyer, ready: "Sandbox ID" },
  {
    name: "billing",
    path: () => "/account/billing",
    signedInAs: () => buyer,
    ready: "The Field Handbook",
  },
];

it.each(screens)(
  "$name: no axe violations, no horizontal overflow, no page errors",
  async (screen) => {
    const path = await screen.path();
    const page = await browser.openAs(screen.signedInAs?.() ?? visitor);
    const pageErrors = collectPageErrors(page);
    if (screen.isOpened) await page.goto(path);
    else await followLink(page, path);
    // Attached, because a phone hides some of these texts.
    await page.getByRole("main").getByText(screen.ready).first().waitFor({ state: "attached" });

    await expectGoodScreen(page, screen.name, { mayEndOnPhone: true });
    expect(pageErrors).toEqual([]);
  },
);
