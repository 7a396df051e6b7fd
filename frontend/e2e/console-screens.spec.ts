import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots, collectPageErrors } from "./page-checks.ts";
import { newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

let owner: HttpSession;
let page: Page;
/** The ids in the URLs of the screens. */
const recordIds = {
  product: "",
  price: "",
  order: "",
  subscription: "",
  customer: "",
  license: "",
};
const contentIds = { page: "", event: "", files: "", file: "", keys: "" };
const guestEmail = newGuestEmail();
const memberEmail = newGuestEmail();

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
  await send("/api/admin/team", { email: memberEmail, role: "support" });
  await signIn(shopUrl(), memberEmail);
  await send("/api/admin/team", { email: newGuestEmail(), role: "support" });
  await send("/api/admin/discounts", {
    name: "Spring",
    code: `SPRING${Date.now()}`,
    off: { kind: "percent", percentOff: 20 },
    duration: "once",
    productIds: [],
    firstPurchaseOnly: false,
  });
  const buyer = await signIn(shopUrl(), guestEmail);
  await buy(buyer, "membership");
  await buy(buyer, "field-handbook");
  await signIn(shopUrl(), guestEmail);
  recordIds.product = (await getFirstItem("products?search=membership")).id;
  recordIds.price = (
    (await getJson(`products/${recordIds.product}`)) as { prices: { id: string }[] }
  ).prices[0]!.id;
  recordIds.order = (await getFirstItem(`orders?search=${guestEmail}`)).id;
  recordIds.subscription = (await getFirstItem(`subscriptions?search=${guestEmail}`)).id;
  recordIds.customer = (await getFirstItem(`customers?search=${guestEmail}`)).id;
  recordIds.license = (await getFirstItem(`licenses?search=${guestEmail}`)).id;
  contentIds.page = (await getFirstItem("pages")).id;
  contentIds.event = (await getFirstItem("events")).id;
  contentIds.files = (await getFirstDeliverableBenefit("download")).id;
  contentIds.file = (await getFirstItem(`files/all?benefitId=${contentIds.files}`)).id;
  contentIds.keys = (await getFirstDeliverableBenefit("license_key")).id;
  await send("/api/admin/comps", {
    userId: recordIds.customer,
    productId: (await getFirstItem("products?search=first")).id,
    quantity: 1,
    note: "For the review",
  });
});

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

type ListItem = { id: string };
const getJson = async (path: string) => (await owner.fetch(`/api/admin/${path}`)).json();

async function getFirstItem(list: string): Promise<ListItem> {
  return ((await getJson(list)) as { items: ListItem[] }).items[0]!;
}

async function getFirstDeliverableBenefit(type: string): Promise<ListItem> {
  return ((await getJson(`benefits/goods?type=${type}`)) as { goods: ListItem[] }).goods[0]!;
}

type Screen = [path: () => string, ready: RegExp | string];
const staticScreen = (path: string, ready: Screen[1]): Screen => [() => path, ready];

/** Every screen of the console. `ready` is a text that appears when the screen has loaded. */
const screens: Record<keyof typeof consolePaths, Screen> = {
  overview: staticScreen(consolePaths.overview, "As a table"),
  products: staticScreen(consolePaths.products, "Tidewater Membership"),
  newProduct: staticScreen(consolePaths.newProduct, "Create draft"),
  importProducts: staticScreen(consolePaths.importProducts, /nothing to import|Import/),
  product: [() => consolePaths.product(recordIds.product), "Add a benefit"],
  moveSubscribers: [
    () => consolePaths.moveSubscribers(recordIds.product, recordIds.price),
    "There is no price to move to.",
  ],
  orders: staticScreen(consolePaths.orders, /^(guest-|Bob Baker)/),
  order: [() => consolePaths.order(recordIds.order), "What happened"],
  subscriptions: staticScreen(consolePaths.subscriptions, /^Trial until/),
  subscription: [() => consolePaths.subscription(recordIds.subscription), "What happened"],
  customers: staticScreen(consolePaths.customers, "Olive Owner"),
  customer: [() => consolePaths.customer(recordIds.customer), "A gift since"],
  licenses: staticScreen(consolePaths.licenses, /^TIDE-/),
  filteredLicenses: [() => consolePaths.filteredLicenses({ benefitId: contentIds.keys }), /^TIDE-/],
  importLicenses: staticScreen(consolePaths.importLicenses, "Look through them"),
  license: [() => consolePaths.license(recordIds.license), "Devices"],
  files: [() => `${consolePaths.files}?benefit=${contentIds.files}`, "New version"],
  file: [() => consolePaths.file(contentIds.files, contentIds.file), "New version"],
  allFiles: staticScreen(consolePaths.allFiles, "Newest version"),
  pages: staticScreen(consolePaths.pages, /^\/read\//),
  newPage: staticScreen(consolePaths.newPage, "Write it"),
  page: [() => consolePaths.page(contentIds.page), "What opens it"],
  discounts: staticScreen(consolePaths.discounts, "20 % off"),
  newDiscount: staticScreen(consolePaths.newDiscount, "The Field Handbook"),
  events: staticScreen(consolePaths.events, /checkout\.session\.completed|\w+\.(created|updated)/),
  event: [() => consolePaths.event(contentIds.event), "What Stripe sent"],
  doctor: staticScreen(consolePaths.doctor, "Webhook endpoint"),
  mirror: staticScreen(consolePaths.mirror, "Outage mode"),
  team: staticScreen(consolePaths.team, memberEmail),
  settings: staticScreen(consolePaths.settings, "Save color"),
  legalSettings: staticScreen(consolePaths.legalSettings, "Save legal pages"),
  accessSettings: staticScreen(consolePaths.accessSettings, "Save access"),
  mailSettings: staticScreen(consolePaths.mailSettings, "Save mails"),
  taxSettings: staticScreen(consolePaths.taxSettings, "Save tax"),
  audit: staticScreen(consolePaths.audit, /^Gift$/),
};

const viewports = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

async function expectNoScreenProblems({
  width,
  colorScheme,
}: (typeof viewports)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 860 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // With reduced motion, the colors of a new color scheme appear one frame later.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
}

describe("a console screen has no axe violations, no horizontal overflow and no page errors", () => {
  it.each(Object.entries(screens))("%s", async (name, [path, ready]) => {
    const pageErrors = collectPageErrors(page);
    await page.goto(path());
    await page.getByRole("main").getByText(ready).first().waitFor();
    for (const viewport of viewports) await expectNoScreenProblems(viewport);
    expect(pageErrors).toEqual([]);
    await saveScreenshots(page, `console ${name}`);
  });
});

const button = (name: string | RegExp) => () =>
  page.getByRole("main").getByRole("button", { name }).first();

/** Every confirmation dialog: its screen, the button that opens it, and a text in it. */
const confirmations: [
  name: string,
  path: () => string,
  open: () => Locator,
  expectedText: RegExp,
][] = [
  ["unpublish", screens.product[0], button("Unpublish"), /Nobody can buy it/],
  ["archive a product", screens.product[0], button(/^Archive$/), /no longer for sale/],
  ["remove a benefit", screens.product[0], button(/^Remove /), /(loses|lose|Nobody loses)/],
  ["refund", screens.order[0], button("Refund…"), /loses/],
  ["cancel", screens.subscription[0], button("Cancel…"), /You can undo this/],
  ["end now", screens.subscription[0], button("End now…"), /cannot be undone/],
  ["revoke a gift", screens.customer[0], button(/^Take back/), /closes at once|ends at once/],
  ["give access", screens.customer[0], button("Give access…"), /They do not see it/],
  ["merge", screens.customer[0], button("Merge accounts…"), /the other is closed/],
  ["disable a key", screens.license[0], button("Disable"), /you can enable it again/],
  ["archive a file", screens.files[0], button(/^Archive /), /you can offer it again/i],
  ["rename a file", screens.files[0], button(/^Rename /), /What buyers read/],
  ["new version", screens.files[0], button(/^New version/), /is offered this one/],
  ["archive a page", screens.page[0], button(/^Archive$/), /you can publish it again/],
  ["end a discount", screens.discounts[0], button(/^End /), /Nobody can type this code/],
  ["remove a member", screens.team[0], button(/^Remove guest/), /lose this console/],
  ["example email", screens.mailSettings[0], button(/^See an example/), /Tidewater/],
  ["outage mode", screens.mirror[0], button("Begin outage mode"), /no access ends/],
  ["rebuild", screens.mirror[0], button("Rebuild everything"), /Nobody is charged/],
];

describe("a console dialog says what will happen, has no axe violations, and closes with Escape", () => {
  it.each(confirmations)("%s", async (name, path, open, expectedText) => {
    await page.goto(path());
    await open().press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(expectedText).first().waitFor();
    await expectNoScreenProblems(viewports[0]);
    await saveScreenshots(page, `dialog ${name}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => open().evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});
