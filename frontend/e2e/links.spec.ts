import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { requestJson, signIn } from "../../scripts/shop/http-session.ts";
import { callApi, createKey } from "./api.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, expectGoodPhoneScreen, expectGoodScreen } from "./page-checks.ts";
import { refundOrder } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail, payAtStripe, readDownload } from "./user-actions.ts";

useShop();
const browser = useBrowser();

const appOrigin = "https://app.example.com";
const handbook = "The Field Handbook";
let key: string;
/** The product that is given and sold, with its only price. */
let product: { id: string; priceId: string };
/** The visitor's page. */
let page: Page;
let pageErrors: string[];

beforeAll(async () => {
  key = await createKey();
  const owner = await signIn(shopUrl(), "owner");
  await owner.fetch("/api/admin/developers/settings", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ feedRetentionDays: 90, allowedSuccessOrigins: [appOrigin] }),
  });
  product = await findHandbook();
  page = await browser.open("about:blank", { width: 390 });
  pageErrors = collectPageErrors(page);
});

async function findHandbook() {
  const { products } = (await (await fetch(`${shopUrl()}/api/shop`)).json()) as {
    products: { id: string; slug: string; prices: { id: string }[] }[];
  };
  const { id, prices } = products.find(({ slug }) => slug === "field-handbook")!;
  return { id, priceId: prices[0]!.id };
}

const giveByLink = () =>
  callApi<{ id: string; claimUrl: string }>(key, "POST", "/gifts", {
    byLink: true,
    product: product.id,
  });

/** Creates a checkout link for the handbook, as an app does. */
const createLink = (more: object = {}) =>
  callApi<{ id: string; url: string; status: string }>(key, "POST", "/checkouts", {
    price: product.priceId,
    ...more,
  });

/** Presses the button of a link's last screen. */
const order = () => page.getByRole("button", { name: "Order and pay" }).click();

async function expectScreen(name: string, heading: string | RegExp): Promise<void> {
  await expectHeading(page, heading);
  await expectGoodPhoneScreen(page, `links ${name}`);
}

/** Signs in as a new user, on the provider's page. */
async function signInAsNewGuest(): Promise<void> {
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByLabel("Someone else").fill(newGuestEmail());
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Gives the visitor's page the session of a new user. */
const useNewAccount = async () =>
  page.context().addCookies((await signIn(shopUrl(), newGuestEmail())).cookies());

const signOut = () => page.context().clearCookies();

describe("a gift by link", () => {
  it("a gift by link is accepted by a new user, and the link then says that it was", async () => {
    const { id, claimUrl } = await giveByLink();
    await page.goto(claimUrl);
    await expectHeading(page, `A gift for you: ${handbook}`);
    await expectGoodScreen(page, "links gift", { mayEndOnPhone: true });
    await page.getByText("has given you free access. Accept the gift by").waitFor();
    await page.getByRole("button", { name: "Sign in to accept" }).click();
    await signInAsNewGuest();
    await page.waitForURL((url) => url.hash === `#${id}`);
    await page.getByText(/^Gift from the shop on/).waitFor();

    await page.goto(claimUrl);
    await expectScreen("gift, accepted", "This gift has already been accepted.");
  });

  it("a gift that is revoked while its page is open says so", async () => {
    const { id, claimUrl } = await giveByLink();
    await page.goto(claimUrl);
    await page.getByRole("button", { name: "Accept gift" }).waitFor();
    await callApi(key, "DELETE", `/gifts/${id}`);
    await page.getByRole("button", { name: "Accept gift" }).click();
    await expectScreen("gift, revoked meanwhile", "This gift is no longer available.");
    expect(await page.getByText("This gift is no longer available.").count()).toBe(1);
  });
});

describe("a gift that somebody buys", () => {
  it("a bought gift goes from its buyer to whoever opens its link, until it is refunded", async () => {
    await useNewAccount();
    await page.goto("/p/membership");
    await page.getByRole("link", { name: "Buy as a gift" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("For how long?").selectOption({ label: "3 months" });
    await dialog.getByLabel("Who is it for?").fill("Ann");
    await dialog.getByLabel("I pass it on myself").check();
    await dialog.getByLabel("Your name").fill("Bob");
    await dialog.getByLabel("Message").fill("Happy birthday!");
    await expectGoodPhoneScreen(page, "gift, to buy");
    await dialog.getByRole("button", { name: "Continue to payment" }).click();
    await payAtStripe(page, "4242424242424242");
    await page.getByText("Your gift is ready.").waitFor();
    await page.getByRole("link", { name: "View gift" }).click();
    await page.getByRole("button", { name: "Print a card" }).waitFor();
    const orderId = new URL(page.url()).hash.slice(1);
    await page.getByRole("button", { name: "Print a card" }).click();
    const link = (await dialog.getByText(/\/claim#/).textContent())!;
    await expectGoodPhoneScreen(page, "gift, card");
    await dialog.getByRole("button", { name: "Close" }).click();

    await signOut();
    await page.goto(link);
    await expectHeading(page, /^A gift for you: /);
    await page.getByText(/^From Bob\./).waitFor();
    expect(page.url()).not.toContain("#");
    await page.getByRole("button", { name: "Sign in to accept" }).click();
    await expectHeading(page, "Sign in");
    expect(page.url()).not.toContain(link.split("#")[1]);
    await signInAsNewGuest();
    await page.getByText(/^Gift from Bob on /).waitFor();
    await page.getByText("Happy birthday!").waitFor();
    const account = await page.request.get("/api/me/account/export");
    expect(await account.json()).toMatchObject({ customers: [], orders: [], subscriptions: [] });

    const owner = await signIn(shopUrl(), "owner");
    await refundOrder(owner, orderId);
    await page.reload();
    await page.getByText(/^Gift from Bob on .* Your access has ended\./).waitFor();
  });
});

describe("a permanent link", () => {
  it("a link that a seller makes sells at a discount, says what came of it, and is switched off", async () => {
    const seller = await signIn(shopUrl(), "owner");
    const { id: codeId } = await requestJson<{ id: string }>(
      seller,
      "POST",
      "/api/admin/discounts",
      {
        name: "Spring",
        code: "SPRING10",
        off: { kind: "percent", percentOff: 10 },
        duration: "once",
        productIds: [],
        firstPurchaseOnly: false,
      },
    );
    const owner = await browser.openAs(seller, "/admin/products");
    await owner.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const dialog = owner.getByRole("dialog");
    const readClipboard = () => owner.evaluate(() => navigator.clipboard.readText());
    await owner.getByRole("link", { name: handbook }).first().click();
    await owner.getByRole("button", { name: /^Copy link/ }).click();
    await owner.getByText("Link copied").waitFor();
    const plainUrl = await readClipboard();
    expect(plainUrl).toMatch(/\/buy\/\w{10}$/);

    await owner.getByRole("link", { name: /^New link to/ }).click();
    await dialog.getByLabel("Name").fill("Spring letter");
    await expect.poll(() => dialog.getByLabel("Price").inputValue()).toBe(product.priceId);
    await dialog.getByLabel("Page after the payment").fill("https://elsewhere.example.com/");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByText("Its origin must be allowed in the console").waitFor();
    await dialog.getByLabel("Page after the payment").fill("");
    await dialog.getByLabel("Discount code").selectOption(codeId);
    await dialog.getByLabel("Purchases at most").fill("1");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await dialog.getByRole("img", { name: "QR code of the link" }).waitFor();
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await dialog.getByText("Copied.").waitFor();
    const url = await readClipboard();
    expect(url).not.toBe(plainUrl);
    await dialog.getByText("Button for your site").click();
    await dialog.getByLabel("The purchase opens in").selectOption("window");
    await dialog.getByText('data-gatehouse-open="popup"').waitFor();
    await dialog
      .frameLocator("iframe")
      .getByRole("link", { name: handbook, exact: true })
      .waitFor();
    const downloading = owner.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download the QR code as PNG" }).click();
    const png = await readDownload(await downloading);
    expect(png.subarray(1, 4).toString()).toBe("PNG");

    await useNewAccount();
    await page.goto(`${url}?ref=podcast`);
    await page.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(page, "4242424242424242");
    await page.getByText("Thanks for your purchase.").waitFor();

    await owner.reload();
    await dialog.getByText("1 of 1 purchases").waitFor();
    await dialog.getByText("Sold out").waitFor();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Purchases at most").fill("");
    await dialog.getByLabel("Customers can buy with this link").uncheck();
    await expectGoodScreen(owner, "links edit");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Switched off").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await owner
      .getByRole("row", { name: /Spring letter/ })
      .getByText("Switched off")
      .waitFor();
    await page.goto(url);
    await expectHeading(page, "This link is no longer active.");
  });
});

describe("a checkout link", () => {
  it("a checkout link leads from sign-in and payment to the app, and then says that it was paid", async () => {
    await signOut();
    const email = newGuestEmail();
    const { id, url } = await createLink({ email, successUrl: `${appOrigin}/welcome?plan=1` });
    // The app is slow at first, so the confirmation page stays open.
    const appPages = { body: "", status: 204 };
    await page.context().route(`${appOrigin}/**`, (route) => route.fulfill(appPages));
    const opening = Promise.withResolvers<void>();
    await page.route(
      "**/api/me/checkout-links/*/checkout",
      (route) => opening.promise.then(() => route.continue()),
      { times: 1 },
    );
    await page.goto(url);
    await page.getByRole("region", { name: "Your purchase" }).getByText("$29").waitFor();
    await page.getByText("You enter your payment details on the next page.").waitFor();
    await expectHeading(page, "Sign in to buy");
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await expectHeading(page, "Your purchase");
    await expectGoodScreen(page, "links checkout, order", { mayEndOnPhone: true });
    await page.getByText("Due today $29").waitFor();
    await order();
    await page.getByRole("button", { name: "Opening checkout…" }).waitFor();
    opening.resolve();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.getByText(handbook).first().waitFor();
    await payAtStripe(page, "4242424242424242");
    await page.getByRole("link", { name: "Continue to app.example.com" }).waitFor();
    await expectScreen("checkout, paid", "Thanks for your purchase.");

    Object.assign(appPages, { body: "Welcome to the app.", status: 200 });
    await page.getByRole("link", { name: "Continue to app.example.com" }).click();
    await page.getByText("Welcome to the app.").waitFor();
    expect(page.url()).toBe(`${appOrigin}/welcome?plan=1&checkout=${id}`);
    expect(await callApi(key, "GET", `/checkouts/${id}`)).toMatchObject({ status: "complete" });

    await page.goto(url);
    await expectHeading(page, "This checkout was already paid.");
  });

  it("a checkout link for another customer says so, and that customer can sign in", async () => {
    const email = newGuestEmail();
    await signIn(shopUrl(), email);
    const { data } = await callApi<{ data: { id: string }[] }>(
      key,
      "GET",
      `/customers?email=${email}`,
    );
    const { url } = await createLink({ customer: data[0]?.id, email });
    await useNewAccount();
    await page.goto(url);
    await order();
    await expectScreen("checkout, of another", "Couldn’t open the checkout.");
    await page.getByText("This checkout is for another account.").waitFor();
    await page.getByRole("link", { name: "Sign in with another account" }).click();
    await page.getByText("You’re signed in as").waitFor();
    // Without a prompt, a provider may choose the same account again.
    const askedProvider = page.waitForRequest(/[?&]prompt=login/);
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await askedProvider;
    await order();
    await page.waitForURL(/\/checkout\/cs_/);
  });
});

it("no test above logged an error in the browser", () => expect(pageErrors).toEqual([]));
