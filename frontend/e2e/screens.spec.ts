import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { newGuest } from "./people.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

/** A person who owns a bit of everything, signed in without a browser; pages borrow the cookies. */
let buyer: HttpSession;
let returnPaths: { paid: string; waiting: string; open: string };

beforeAll(async () => {
  buyer = await signIn(inject("shopUrl"), newGuest());
  await buyOverHttp(buyer, "membership", { card: "4242424242424242" });
  returnPaths = {
    paid: (await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" })).returnPath,
    waiting: (await buyOverHttp(buyer, "shoreline", { card: "AT611904300234573201" })).returnPath,
    open: (await buyOverHttp(buyer, "first-light", {})).returnPath,
  };
});

/** What a visitor and a buyer can see; `ready` is on the screen only when it is whole. */
const screens: { name: string; path: () => string; signedIn?: boolean; ready: RegExp | string }[] = [
  { name: "storefront", path: () => "/", ready: "Tidewater Membership" },
  { name: "product", path: () => "/p/membership", ready: "Start your 14 free days" },
  { name: "product not found", path: () => "/p/nothing-here", ready: /not|no /i },
  { name: "sign in", path: () => "/signin", ready: "Continue with Sandbox ID" },
  { name: "sign in, refused", path: () => "/signin?error=OAuthCallbackError", ready: "Continue with Sandbox ID" },
  { name: "error", path: () => "/error?error=AccessDenied", ready: /./ },
  { name: "error of no known code", path: () => "/error?error=%3Cimg%20src%3Dx%3E", ready: /./ },
  { name: "verify request", path: () => "/verify-request", ready: /./ },
  { name: "sign out", path: () => "/signout", signedIn: true, ready: "Sign out" },
  { name: "not found", path: () => "/nowhere", ready: /./ },
  { name: "product, owned", path: () => "/p/field-handbook", signedIn: true, ready: "You own this." },
  { name: "product, processing", path: () => "/p/shoreline", signedIn: true, ready: "Your payment is on its way." },
  { name: "return, paid", path: () => returnPaths.paid, signedIn: true, ready: /thank you/i },
  { name: "return, processing", path: () => returnPaths.waiting, signedIn: true, ready: /processing|on its way/i },
  { name: "return, not paid", path: () => returnPaths.open, signedIn: true, ready: /not |go back|nothing/i },
  { name: "library", path: () => "/library", signedIn: true, ready: "The Field Handbook" },
  { name: "account", path: () => "/account", signedIn: true, ready: "Sandbox ID" },
  { name: "billing", path: () => "/account/billing", signedIn: true, ready: "The Field Handbook" },
];

const looks = [
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

describe.each(looks)("at $width px, $colorScheme", (look) => {
  it.each(screens)("$name: axe finds nothing, nothing overflows, nothing is blocked", async (screen) => {
    const page = await browser.open("about:blank", look);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      const refused = /Content Security Policy|Refused to/.test(message.text());
      if (refused) complaints.push(message.text());
    });
    if (screen.signedIn) await page.context().addCookies(buyer.cookies());
    await page.goto(screen.path());
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("main").getByText(screen.ready).first().waitFor();
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));

    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await widerThanTheWindow(page)).toBe(0);
    expect(complaints).toEqual([]);

    const folder = process.env["SCREENSHOTS"];
    const file = `${screen.name.replaceAll(/\W+/g, "-")}-${look.width}-${look.colorScheme}.png`;
    if (folder) await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    await page.context().close();
  });
});

function widerThanTheWindow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
