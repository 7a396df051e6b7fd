import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, saveScreenshots, watch } from "./page-checks.ts";
import { newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

let owner: HttpSession;
let page: Page;
/** One of each, and one of each kind of thing that can be undone. */
const at = { product: "", order: "", subscription: "", customer: "", license: "" };
const to = { page: "", event: "", files: "", keys: "" };
const guest = newGuest();
const member = newGuest();

beforeAll(async () => {
  owner = await signIn(inject("shopUrl"), "owner");
  page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
  await send("/api/admin/team", { email: member, role: "support" });
  await signIn(inject("shopUrl"), member);
  await send("/api/admin/team", { email: newGuest(), role: "support" });
  await send("/api/admin/discounts", {
    name: "Spring",
    code: `SPRING${Date.now()}`,
    off: { kind: "percent", percentOff: 20 },
    duration: "once",
    productIds: [],
    firstPurchaseOnly: false,
  });
  const buyer = await signIn(inject("shopUrl"), guest);
  await buy(buyer, "membership");
  await buy(buyer, "field-handbook");
  await signIn(inject("shopUrl"), guest);
  at.product = (await first("products?search=membership")).id;
  at.order = (await first(`orders?search=${guest}`)).id;
  at.subscription = (await first(`subscriptions?search=${guest}`)).id;
  at.customer = (await first(`customers?search=${guest}`)).id;
  at.license = (await first(`licenses?search=${guest}`)).id;
  to.page = (await first("pages")).id;
  to.event = (await first("events")).id;
  to.files = (await goodOf("download")).id;
  to.keys = (await goodOf("license_key")).id;
  await send("/api/admin/comps", {
    userId: at.customer,
    productId: (await first("products?search=first")).id,
    quantity: 1,
    note: "For the review",
  });
}, 60_000);

async function send(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await owner.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function buy(buyer: HttpSession, slug: string): Promise<void> {
  const { returnPath } = await buyOverHttp(buyer, slug, { card: "4242424242424242" });
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await buyer.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
}

type Listed = { id: string };
const get = async (path: string) => (await owner.fetch(`/api/admin/${path}`)).json();

async function first(list: string): Promise<Listed> {
  return ((await get(list)) as { items: Listed[] }).items[0]!;
}

async function goodOf(type: string): Promise<Listed> {
  return ((await get(`benefits/goods?type=${type}`)) as { goods: Listed[] }).goods[0]!;
}

type Screen = [path: () => string, ready: RegExp | string];
const fixed = (path: string, ready: Screen[1]): Screen => [() => path, ready];

/** Every address of the console; `ready` is there when the screen is whole. */
const screens: Record<keyof typeof consolePaths, Screen> = {
  overview: fixed(consolePaths.overview, "As a table"),
  products: fixed(consolePaths.products, "Tidewater Membership"),
  newProduct: fixed(consolePaths.newProduct, "Create draft"),
  importProducts: fixed(consolePaths.importProducts, /nothing to import|Import/),
  product: [() => consolePaths.product(at.product), "Add a benefit"],
  orders: fixed(consolePaths.orders, /^(guest-|Bob Baker)/),
  order: [() => consolePaths.order(at.order), "What happened"],
  subscriptions: fixed(consolePaths.subscriptions, /^Trial until/),
  subscription: [() => consolePaths.subscription(at.subscription), "What happened"],
  customers: fixed(consolePaths.customers, "Olive Owner"),
  customer: [() => consolePaths.customer(at.customer), "A gift since"],
  licenses: fixed(consolePaths.licenses, /^TIDE-/),
  licensesOf: [() => consolePaths.licensesOf({ benefitId: to.keys }), /^TIDE-/],
  importLicenses: fixed(consolePaths.importLicenses, "Look through them"),
  license: [() => consolePaths.license(at.license), "Devices"],
  files: [() => `${consolePaths.files}?benefit=${to.files}`, "New version"],
  pages: fixed(consolePaths.pages, "Published"),
  newPage: fixed(consolePaths.newPage, "Write it"),
  page: [() => consolePaths.page(to.page), "What opens it"],
  discounts: fixed(consolePaths.discounts, "20 % off"),
  newDiscount: fixed(consolePaths.newDiscount, "The Field Handbook"),
  events: fixed(consolePaths.events, /checkout\.session\.completed|\w+\.(created|updated)/),
  event: [() => consolePaths.event(to.event), "What Stripe sent"],
  doctor: fixed(consolePaths.doctor, "Webhook endpoint"),
  mirror: fixed(consolePaths.mirror, "Outage mode"),
  team: fixed(consolePaths.team, member),
  settings: fixed(consolePaths.settings, "Save color"),
  legalSettings: fixed(consolePaths.legalSettings, "Save legal pages"),
  accessSettings: fixed(consolePaths.accessSettings, "Save access"),
  mailSettings: fixed(consolePaths.mailSettings, "Save mails"),
  taxSettings: fixed(consolePaths.taxSettings, "Save tax"),
  audit: fixed(consolePaths.audit, /product\.|comp\./),
};

const looks = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

async function expectWell({ width, colorScheme }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 860 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Where less motion is asked for, another scheme's colors are there a frame later.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
}

describe("a screen of the console: axe finds nothing, nothing overflows, nothing is blocked", () => {
  it.each(Object.entries(screens))("%s", async (name, [path, ready]) => {
    const complaints = watch(page);
    await page.goto(path());
    await page.getByRole("main").getByText(ready).first().waitFor();
    for (const look of looks) await expectWell(look);
    expect(complaints).toEqual([]);
    await saveScreenshots(page, `console ${name}`);
  });
});

const button = (name: string | RegExp) => () =>
  page.getByRole("main").getByRole("button", { name }).first();

/** What asks before it does something: where, what opens it, and a word of what it says will happen. */
const questions: [name: string, path: () => string, open: () => Locator, says: RegExp][] = [
  ["unpublish", screens.product[0], button("Unpublish"), /Nobody can buy it/],
  ["archive a product", screens.product[0], button(/^Archive$/), /no longer for sale/],
  ["remove a benefit", screens.product[0], button(/^Remove /), /(loses|lose|Nobody loses)/],
  ["refund", screens.order[0], button("Refund…"), /loses/],
  ["cancel", screens.subscription[0], button("Cancel…"), /You can undo this/],
  ["end now", screens.subscription[0], button("End now…"), /cannot be undone/],
  ["take a gift back", screens.customer[0], button(/^Take back/), /closes at once|ends at once/],
  ["give access", screens.customer[0], button("Give access…"), /They do not see it/],
  ["merge", screens.customer[0], button("Merge accounts…"), /the other is closed/],
  ["disable a key", screens.license[0], button("Disable"), /you can enable it again/],
  ["archive a file", screens.files[0], button(/^Archive /), /you can offer it again/i],
  ["rename a file", screens.files[0], button(/^Rename /), /What buyers read/],
  ["new version", screens.files[0], button(/^New version/), /is offered this one/],
  ["archive a page", screens.page[0], button(/^Archive$/), /you can publish it again/],
  ["end a discount", screens.discounts[0], button(/^End /), /Nobody can type this code/],
  ["remove a member", screens.team[0], button(/^Remove guest/), /lose this console/],
  ["an example of a mail", screens.mailSettings[0], button(/^See an example/), /Tidewater/],
  ["outage mode", screens.mirror[0], button("Begin outage mode"), /no access ends/],
  ["rebuild", screens.mirror[0], button("Rebuild everything"), /Nobody is charged/],
];

describe("a question of the console says what will happen, is closed by Escape, and axe finds nothing in it", () => {
  it.each(questions)("%s", async (name, path, open, says) => {
    await page.goto(path());
    await open().press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(says).first().waitFor();
    await expectWell(looks[0]);
    await saveScreenshots(page, `question ${name}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => open().evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});
