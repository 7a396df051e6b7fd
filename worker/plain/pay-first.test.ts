import { beforeAll, describe, expect, test } from "vitest";
import { createPermanentLink } from "../checkout/save-permanent-link.ts";
import { showPermanentLink } from "../checkout/show-permanent-links.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";
import { findRefreshUrl, listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { openBrowser, signInAs, type Browser } from "../testing/clients/sign-in.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { openTestShop, sessionIdOf } from "../testing/shop.ts";

const shop = openTestShop({ hasEmailSender: true });
const save = (payFirst: boolean) =>
  checkoutSettings.save(shop.asUser("usr_owner"), { payFirst, seatPauseHours: 0 });
beforeAll(() => save(true));

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const COOKIE = "gatehouse.guest";

/** Pays on Stripe's page. @returns the path that Stripe leads back to */
async function payAt(url: string, email = newEmail()): Promise<string> {
  const paid = await shop.pay(url, undefined, { email });
  return paid.success_url!.slice("http://localhost:8787".length);
}

/** A visitor who has paid for a new product by its form. */
async function payByForm(browser: Browser) {
  const product = await shop.createPublishedProduct({ name: "Field Guide" });
  const opened = await submitForm(browser, "/buy", { price: product.prices[0]!.id });
  const url = findRefreshUrl(await opened.text())!;
  return { product, url, path: await payAt(url) };
}

describe("paying first, without scripts", () => {
  test("a visitor pays, signs in afterward, and has the product", async () => {
    const browser = openBrowser({ env: shop.env });
    const { path } = await payByForm(browser);
    const paid = await (await openPage(browser, `/plain${path}`)).text();
    expect(paid).toContain("Paid. Sign in to get it.");
    expect(paid).toContain(`/signin?callbackUrl=${encodeURIComponent(path)}`);
    expect(paid).not.toContain("<script");
    expect(await findHtmlErrors(paid)).toEqual([]);
    await signInAs(newEmail(), browser);
    expect(browser.jar.has(COOKIE)).toBe(false);
    const after = await (await openPage(browser, `/plain${path}`)).text();
    expect(after).toContain("Thanks for your purchase.");
    const library = await (await openPage(browser, "/plain/library")).text();
    expect(library).toContain("Field Guide");
  });

  test("a mistyped address is corrected in the browser that paid, and the link goes to the other one", async () => {
    const browser = openBrowser({ env: shop.env });
    const { path } = await payByForm(browser);
    const open = async (of: string) => {
      const html = await (await openPage(browser, of)).text();
      expect(await findHtmlErrors(html)).toEqual([]);
      return html;
    };
    const paid = await open(`/plain${path}`);
    expect(paid).toContain("Wrong email address?");
    const { action } = listForms(paid).find((form) => form.action.includes("/checkout/email"))!;
    const email = newEmail();
    const stranger = openBrowser({ env: shop.env });
    expect((await submitForm(stranger, action, { email })).status).toBe(404);
    const refused = await submitForm(browser, action, { email: "no<body" });
    expect(refused.status).toBe(422);
    const form = await refused.text();
    expect(await findHtmlErrors(form)).toEqual([]);
    expect(form).toContain('<details open=""');
    expect(form).toContain("Enter an email address like name@example.com.");
    expect(form).toContain('value="no&lt;body"');
    expect(listForms(form).map((each) => each.action)).toContain(action);
    expect(await shop.emailsToAddress(email)).toEqual([]);
    const sent = await submitForm(browser, action, { email });
    expect(sent.status).toBe(303);
    expect(await open(sent.headers.get("location")!)).toContain(
      `Sent to ${email[0]}***@example.com.`,
    );
    expect(await shop.emailsToAddress(email)).toHaveLength(1);
    const again = await submitForm(browser, action, { email });
    expect(again.status).toBe(429);
  });

  test("a permanent link shows what it sells, and one press leads to the payment", async () => {
    const browser = openBrowser({ env: shop.env });
    const product = await shop.createPublishedProduct({ name: "Field Guide" });
    const priceId = product.prices[0]!.id;
    const { id } = await createPermanentLink(shop.ctx(), { priceId });
    const { code } = await showPermanentLink(shop.ctx(), { id });
    const page = await (await openPage(browser, `/buy/${code}`)).text();
    expect(page).toContain("Confirm your purchase");
    expect(page).toContain("Have an account? Sign in first");
    expect(await findHtmlErrors(page)).toEqual([]);
    const opened = await submitForm(browser, `/buy/${code}`, {});
    const session = await shop
      .ctx()
      .stripe.checkout.sessions.retrieve(sessionIdOf(findRefreshUrl(await opened.text())!));
    expect(session.metadata).toMatchObject({ gatehouse_guest: "1" });
  });

  test("what has a free trial leads through sign-in first", async () => {
    const product = await shop.createPublishedProduct({
      prices: [
        {
          type: "recurring",
          interval: "month",
          intervalCount: 1,
          amountMinor: 900,
          currency: "usd",
          trialDays: 7,
        },
      ],
    });
    const browser = openBrowser({ env: shop.env });
    const opened = await submitForm(browser, "/buy", { price: product.prices[0]!.id });
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toMatch(/^\/signin\?/);
    expect(browser.jar.has(COOKIE)).toBe(false);
  });
});

describe("paying first, with scripts", () => {
  const post = (browser: Pick<Browser, "fetch">, path: string, body: unknown = {}) =>
    browser.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("only the browser that paid sees the outcome, and it shows nothing of the product's benefits", async () => {
    const browser = openBrowser({ env: shop.env });
    const product = await shop.createPublishedProduct({ name: "Field Guide" });
    const opened = await post(browser, "/api/me/checkouts", { priceId: product.prices[0]!.id });
    expect(opened.status).toBe(201);
    const { id, url } = await opened.json<{ id: string; url: string }>();
    const email = newEmail();
    await payAt(url, email);
    const confirm = (of: Pick<Browser, "fetch">) =>
      post(of, `/api/me/checkouts/${id}/confirmation`);
    const confirmation = await (await confirm(browser)).json();
    expect(confirmation).toMatchObject({
      state: "complete",
      entry: null,
      guest: { email: `${email[0]}***@example.com` },
    });
    expect(JSON.stringify(confirmation)).not.toContain(email);
    expect((await confirm(openBrowser({ env: shop.env }))).status).toBe(401);
    const stranger = await signInAs(newEmail(), openBrowser({ env: shop.env }));
    expect((await confirm(stranger)).status).toBe(404);
    expect((await browser.fetch("/api/me/library")).status).toBe(401);
  });

  test("signing in with the address that paid, in another browser, gives nothing", async () => {
    const browser = openBrowser({ env: shop.env });
    const { path } = await payByForm(browser);
    const email = newEmail();
    const other = await signInAs(email, openBrowser({ env: shop.env }));
    const library = await other.json<{ entries: unknown[] }>("/api/me/library");
    expect(library.entries).toEqual([]);
    expect((await openPage(other, `/plain${path}`)).status).toBe(404);
  });

  test("a second purchase in the same browser belongs to the same guest", async () => {
    const browser = openBrowser({ env: shop.env });
    await payByForm(browser);
    const cookie = browser.jar.get(COOKIE);
    await payByForm(browser);
    expect(browser.jar.get(COOKIE)).toBe(cookie);
    await signInAs(newEmail(), browser);
    const { entries } = await browser.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toHaveLength(2);
  });

  test("a guest who signs in without having paid keeps an empty library", async () => {
    const browser = openBrowser({ env: shop.env });
    const product = await shop.createPublishedProduct({});
    await submitForm(browser, "/buy", { price: product.prices[0]!.id });
    await signInAs(newEmail(), browser);
    const { entries } = await browser.json<{ entries: unknown[] }>("/api/me/library");
    expect(entries).toEqual([]);
  });
});
