import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { openDatabase } from "../../worker/db/client.ts";
import { createStatement } from "../../worker/testing/fixtures/statements.ts";
import { consolePaths } from "../admin/frame/console-paths.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, expectGoodPhoneScreen, expectGoodScreen } from "./page-checks.ts";
import { followLink, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopBindings, shopUrl, useShop } from "./shop.ts";

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
  statement: "",
  message: "",
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
  const { DB } = await shopBindings();
  recordIds.statement = await createStatement(openDatabase(DB), {
    contract: "What I bought in spring",
    userId: recordIds.customer,
    orderId: recordIds.order,
  });
  await send("/api/admin/messages", {
    purpose: "service",
    recipients: { of: "product", productId: recordIds.product },
    subject: "A new chapter",
    body: "It is in your library.",
  });
  recordIds.message = (await getFirstItem("messages")).id;
  contentIds.page = (await getFirstItem("pages")).id;
  contentIds.event = (await getFirstItem("events")).id;
  contentIds.files = (await getFirstDeliverableBenefit("download")).id;
  contentIds.file = (await getFirstItem(`files/all?benefitId=${contentIds.files}`)).id;
  contentIds.keys = (await getFirstDeliverableBenefit("license_key")).id;
  await send("/api/admin/links/plain", { priceId: recordIds.price });
  await send("/api/admin/gifts", {
    userId: recordIds.customer,
    productId: (await getFirstItem("products?search=first")).id,
    quantity: 1,
    note: "For the review",
  });
  await send("/api/admin/gifts", {
    email: `waiting-${newGuestEmail()}`,
    productId: (await getFirstItem("products?search=first")).id,
    note: "For a reader without an account",
  });
});

async function send(path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await owner.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function buy(buyer: HttpSession, slug: string): Promise<void> {
  await buyOverHttp(buyer, slug);
}

type ListItem = { id: string };
const getJson = async (path: string) => (await owner.fetch(`/api/admin/${path}`)).json();

async function getFirstItem(list: string): Promise<ListItem> {
  return ((await getJson(list)) as { items: ListItem[] }).items[0]!;
}

async function getFirstDeliverableBenefit(type: string): Promise<ListItem> {
  return ((await getJson(`benefits/deliverable?type=${type}`)) as { benefits: ListItem[] })
    .benefits[0]!;
}

type Screen = [path: () => string, ready: RegExp | string];
const staticScreen = (path: string, ready: Screen[1]): Screen => [() => path, ready];

/** Every screen of the console. `ready` is a text that appears when the screen has loaded. */
const screens: Record<keyof typeof consolePaths, Screen> = {
  overview: staticScreen(consolePaths.overview, "Needs attention"),
  figure: [
    () => consolePaths.figure("revenue", new URLSearchParams({ currency: "usd" })),
    /^\d+ rows?/,
  ],
  setup: staticScreen(consolePaths.setup, /of \d steps complete/),
  products: staticScreen(consolePaths.products, "Tidewater Membership"),
  newProduct: staticScreen(consolePaths.newProduct, "Save and publish"),
  importProducts: staticScreen(consolePaths.importProducts, /No products to import|Import/),
  product: [() => consolePaths.product(recordIds.product), "Add a benefit"],
  moveSubscribers: [
    () => consolePaths.moveSubscribers(recordIds.product, recordIds.price),
    "No price to move to",
  ],
  orders: staticScreen(consolePaths.orders, /^(guest-|Bob Baker)/),
  order: [() => consolePaths.order(recordIds.order), "History"],
  subscriptions: staticScreen(consolePaths.subscriptions, /^Trial ends/),
  subscription: [() => consolePaths.subscription(recordIds.subscription), "History"],
  invoices: staticScreen(consolePaths.invoices, "The shop offers no e-invoices."),
  statements: staticScreen(consolePaths.statements, "What I bought in spring"),
  statement: [() => consolePaths.statement(recordIds.statement), "Accept without refund"],
  customers: staticScreen(consolePaths.customers, "Olive Owner"),
  customer: [() => consolePaths.customer(recordIds.customer), "Gift since"],
  waitingGifts: staticScreen(consolePaths.waitingGifts, /^waiting-/),
  messages: staticScreen(consolePaths.messages, "A new chapter"),
  newMessage: [
    () => consolePaths.newMessage({ holdersOf: recordIds.product }),
    /^To: Everyone with access to Tidewater Membership/,
  ],
  message: [() => consolePaths.message(recordIds.message), /^This message goes to/],
  licenses: staticScreen(consolePaths.licenses, /^TIDE-/),
  filteredLicenses: [() => consolePaths.filteredLicenses({ benefitId: contentIds.keys }), /^TIDE-/],
  importLicenses: staticScreen(consolePaths.importLicenses, "Preview import"),
  license: [() => consolePaths.license(recordIds.license), "Devices"],
  files: [() => `${consolePaths.files}?benefit=${contentIds.files}`, "New version"],
  file: [() => consolePaths.file(contentIds.files, contentIds.file), "New version"],
  allFiles: staticScreen(consolePaths.allFiles, "Latest version"),
  pages: staticScreen(consolePaths.pages, /^\/read\//),
  newPage: staticScreen(consolePaths.newPage, "Create page"),
  page: [() => consolePaths.page(contentIds.page), "Content preview"],
  discounts: staticScreen(consolePaths.discounts, /20% off/),
  newDiscount: staticScreen(consolePaths.newDiscount, "The Field Handbook"),
  links: staticScreen(consolePaths.links, /^\/buy\//),
  events: staticScreen(consolePaths.events, /checkout\.session\.completed|\w+\.(created|updated)/),
  event: [() => consolePaths.event(contentIds.event), "Payload"],
  doctor: staticScreen(consolePaths.doctor, "Webhook endpoint"),
  stripeSync: staticScreen(consolePaths.stripeSync, "Outage mode"),
  notifications: staticScreen(consolePaths.notifications, "Early fraud warnings"),
  team: staticScreen(consolePaths.team, memberEmail),
  settings: staticScreen(consolePaths.settings, "Save color"),
  legalSettings: staticScreen(consolePaths.legalSettings, "Save legal pages"),
  accessSettings: staticScreen(consolePaths.accessSettings, "Save access"),
  emailSettings: staticScreen(consolePaths.emailSettings, "Save emails"),
  taxSettings: staticScreen(consolePaths.taxSettings, "Save tax"),
  lawSettings: staticScreen(consolePaths.lawSettings, "Right of withdrawal"),
  audit: staticScreen(consolePaths.audit, /^Gift of /),
};

describe("a console screen has no axe violations, no horizontal overflow and no page errors", () => {
  it.each(Object.entries(screens))("%s", async (name, [path, ready]) => {
    const pageErrors = collectPageErrors(page);
    await followLink(page, path());
    // Attached, because a phone hides some of these texts.
    await page.getByRole("main").getByText(ready).first().waitFor({ state: "attached" });
    await expectGoodScreen(page, `console ${name}`, { mayEndOnPhone: true });
    expect(pageErrors).toEqual([]);
  });
});

const mainLink = (name: string) => page.getByRole("main").getByRole("link", { name }).first();
const rowLink = () => page.getByRole("main").getByRole("row").nth(1).getByRole("link").first();
const button = (name: string | RegExp) => () =>
  page.getByRole("main").getByRole("button", { name }).first();

/** Every confirmation dialog: its screen, the button that opens it or its menu, a text in it, and its item of the menu. */
const confirmations: [
  name: string,
  path: () => string,
  open: () => Locator,
  expectedText: RegExp,
  item?: string,
][] = [
  ["unpublish", screens.product[0], button("Unpublish"), /New customers can’t buy it/],
  ["archive a product", screens.product[0], button(/^Archive$/), /also deactivated in Stripe/],
  ["refund", screens.order[0], button("Refund…"), /loses/],
  ["cancel", screens.subscription[0], button(/^Change$/), /You can resume/, "Cancel subscription…"],
  [
    "end now",
    screens.subscription[0],
    button(/^Change$/),
    /can’t be undone/,
    "Cancel immediately…",
  ],
  [
    "revoke a gift",
    screens.customer[0],
    button(/^Revoke/),
    /immediately loses access|ends immediately/,
  ],
  ["give access", screens.customer[0], button("Give access…"), /Only your team can see it/],
  [
    "give by email",
    screens.customers[0],
    button("Give access…"),
    /Whoever opens the link can accept/,
  ],
  ["email a gift", screens.waitingGifts[0], button(/^Email…/), /stops working/],
  ["take back", screens.waitingGifts[0], button(/^Take back/), /no longer waits for/],
  ["merge", screens.customer[0], button("Merge accounts…"), /the duplicate account is closed/],
  ["disable a key", screens.license[0], button("Disable"), /You can enable the key again/],
  ["archive a file", screens.files[0], button(/^Archive /), /you can restore it/],
  ["rename a file", screens.files[0], button(/^Rename /), /Shown to customers/],
  ["new version", screens.files[0], button(/^New version/), /Customers get this version/],
  ["archive a page", screens.page[0], button(/^Archive$/), /you can publish it again/],
  [
    "end a discount",
    screens.discounts[0],
    button(/^Deactivate /),
    /Customers can’t redeem this code/,
  ],
  ["show a link", screens.links[0], () => rowLink(), /\/buy\/\w+$/],
  ["new link", screens.links[0], () => mainLink("New link"), /can’t be changed later/],
  ["remove a member", screens.team[0], button(/^Remove guest/), /lose access to this console/],
  [
    "example email",
    screens.emailSettings[0],
    button(/^View example of .Purchase confirmation/),
    /Your receipt for Example App/,
  ],
  ["outage mode", screens.stripeSync[0], button("Turn on outage mode"), /no access ends/],
  ["rebuild", screens.stripeSync[0], button("Rebuild from Stripe"), /Nobody is charged/],
];

describe("a console dialog says what will happen, has no axe violations, and closes with Escape", () => {
  it.each(confirmations)("%s", async (name, path, open, expectedText, item) => {
    await followLink(page, path());
    await open().press("Enter");
    if (item !== undefined) await button(item)().press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(expectedText).first().waitFor();
    await expectGoodPhoneScreen(page, `dialog ${name}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => open().evaluate((element) => element === document.activeElement))
      .toBe(true);
  });
});
