import { describe, expect, inject, test } from "vitest";
import { findRefreshUrl, listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { createCheckoutLink } from "../checkout/create-checkout-link.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { openTestShop } from "../testing/shop.ts";
import {
  createSignedInUser,
  followProviderRedirects,
  openBrowser,
  ORIGIN,
  SESSION_COOKIE,
} from "../testing/clients/sign-in.ts";

const shop = openTestShop({ hasEmailSender: true });

const openVisitor = () => openBrowser({ env: shop.env });

/** Returns the words of a page, without its markup. */
const readText = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

/** Opens the sign-in page and returns its forms by the provider's id. */
async function openSignIn(browser: ReturnType<typeof openVisitor>, query: Record<string, string>) {
  const response = await openPage(browser, `/plain/signin?${new URLSearchParams(query)}`);
  const html = await response.text();
  const forms = new Map(
    listForms(html).map((form) => [/signin\/(\w+)/.exec(form.action)?.[1], form]),
  );
  return { html, oidc: forms.get("oidc")!, email: forms.get("email")! };
}

/** Returns the sign-in link in the newest email to this address. */
async function findLink(to: string): Promise<string> {
  const answer = await fetch(`${inject("sandboxUrl")}/mail/messages?to=${encodeURIComponent(to)}`);
  const { messages } = await answer.json<{ messages: { text: string }[] }>();
  return /https?:\/\/\S+/.exec(messages[0]?.text ?? "")![0];
}

describe("signing in without scripts", () => {
  test("signing in without scripts leads by a form to the provider and back to the purchase", async () => {
    const product = await shop.createPublishedProduct({ name: "Salt marsh" });
    const price = product.prices[0]!.id;
    const browser = openVisitor();
    const { html, oidc } = await openSignIn(browser, {
      callbackUrl: `/p/${product.slug}?buy=${price}`,
      login_hint: "ann",
    });
    expect(readText(html)).toContain("Salt marsh $29");
    expect(html).toContain("You confirm the purchase on the next page.");
    expect(html).not.toContain("<script");
    expect(await findHtmlErrors(html)).toEqual([]);
    const response = await submitForm(browser, oidc.action, oidc.fields);
    expect(response.status).toBe(200);
    const leaving = await response.text();
    const url = findRefreshUrl(leaving)!;
    expect(new URL(url).origin).toBe(inject("sandboxUrl"));
    expect(leaving).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    const back = await browser.fetch(await followProviderRedirects(url));
    expect(back.headers.get("location")).toBe(`${ORIGIN}/buy?price=${price}`);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(true);
  });

  test("the price of a checkout link is shown with its seats, even if the path names others", async () => {
    const perSeat = { ...monthly, model: "per_seat" as const };
    const product = await shop.createPublishedProduct({ name: "Reed bed", prices: [perSeat] });
    const other = await shop.createPublishedProduct({ name: "Salt pan" });
    const { id } = await createCheckoutLink(shop.ctx(), {
      priceId: product.prices[0]!.id,
      quantity: 3,
    });
    const { html } = await openSignIn(openVisitor(), {
      callbackUrl: `/checkout/${id}?buy=${other.prices[0]!.id}`,
    });
    expect(readText(html)).toContain("Reed bed $27 a month for 3 seats");
    expect(html).not.toContain("Salt pan");
    const crafted = await openSignIn(openVisitor(), {
      callbackUrl: `/library?buy=${other.prices[0]!.id}`,
    });
    expect(crafted.html).not.toContain("Salt pan");
  });

  test("signing in without scripts works with the link from the email, which is pasted", async () => {
    const address = `${crypto.randomUUID()}@example.com`;
    const browser = openVisitor();
    const { email } = await openSignIn(browser, { callbackUrl: "/library" });
    const sent = await submitForm(browser, email.action, { ...email.fields, email: address });
    const next = await openPage(browser, sent.headers.get("location")!);
    expect(next.headers.get("location")).toMatch(/^\/verify-request\?/);
    const page = await (await openPage(browser, "/plain/verify-request")).text();
    expect(await findHtmlErrors(page)).toEqual([]);
    const [form] = listForms(page);
    const back = await submitForm(browser, form!.action, { link: ` ${await findLink(address)}\n` });
    expect(back.headers.get("location")).toBe(`${ORIGIN}/library`);
    expect(browser.jar.has(SESSION_COOKIE)).toBe(true);
  });

  test.each([
    "not a link",
    "https://evil.example/verify-request#token=a&email=b@example.com",
    `${ORIGIN}/verify-request`,
    `${ORIGIN}/library#token=a&email=b@example.com`,
  ])("the sign-in asks again for the link instead of %s", async (link) => {
    const response = await submitForm(openVisitor(), "/api/auth/callback/email", { link });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("This isn’t the sign-in link from the email.");
    expect(listForms(html)[0]?.action).toBe("/api/auth/callback/email");
  });

  test("the sign-in says that a link was used before", async () => {
    const link = `${ORIGIN}/verify-request#token=used&email=somebody@example.com`;
    const browser = openVisitor();
    const response = await submitForm(browser, "/api/auth/callback/email", { link });
    const { pathname, search } = new URL(response.headers.get("location")!);
    expect(pathname).toBe("/error");
    const html = await (await openPage(browser, `/plain${pathname}${search}`)).text();
    expect(html).toContain("This sign-in link no longer works.");
  });

  test("a sign-in is refused without the token of the page", async () => {
    const browser = openVisitor();
    const { oidc } = await openSignIn(browser, { callbackUrl: "/library" });
    const { csrfToken: _, ...fields } = oidc.fields;
    const response = await submitForm(browser, oidc.action, fields);
    const { pathname, searchParams, search } = new URL(response.headers.get("location")!);
    expect([pathname, searchParams.get("error")]).toEqual(["/signin", "MissingCSRF"]);
    const html = await (await openPage(browser, `/plain${pathname}${search}`)).text();
    expect(html).toContain("This sign-in has expired or was started in another tab.");
  });

  test("a sign-in from another site is refused, by a page", async () => {
    const browser = openVisitor();
    const { oidc } = await openSignIn(browser, { callbackUrl: "/library" });
    const response = await submitForm(browser, oidc.action, oidc.fields, {
      origin: "https://evil.example",
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("This request didn’t come from the shop.");
  });

  test.each([
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/api/me",
    "/plain/signin",
    "/plain/%73ignout",
  ])("a sign-in returns to the shop and never to %s", async (callbackUrl) => {
    const browser = openVisitor();
    const { oidc } = await openSignIn(browser, { callbackUrl });
    expect(oidc.fields["callbackUrl"]).toBe("/");
    const forged = { ...oidc.fields, callbackUrl };
    const leaving = await submitForm(browser, `${oidc.action}?login_hint=ann`, forged);
    const url = findRefreshUrl(await leaving.text())!;
    const back = await browser.fetch(await followProviderRedirects(url));
    expect(back.headers.get("location")).toBe(`${ORIGIN}/`);
  });

  test("a user without scripts signs out by a form", async () => {
    const user = await createSignedInUser({ env: shop.env });
    const html = await (await openPage(user, "/plain/signout")).text();
    const [form] = listForms(html);
    expect(form?.action).toBe("/api/auth/signout");
    const response = await submitForm(user, form!.action, form!.fields);
    expect(response.headers.get("location")).toBe(`${ORIGIN}/`);
    expect(await user.json("/api/me")).toEqual({ user: null });
  });
});

describe("the pages with scripts", () => {
  test.each([
    [
      "/signin?callbackUrl=%2Flibrary&error=a%22b",
      "/plain/signin?callbackUrl=%2Flibrary&error=a%22b",
    ],
    ["/checkout/return?checkout=chk_1", "/plain/checkout/return?checkout=chk_1"],
    ["/library", "/plain/library"],
    ["/admin/products", "/plain/admin/products"],
  ])(
    "the pages with scripts lead browsers without scripts from %s to %s",
    async (path, plainPath) => {
      const user = await createSignedInUser({ env: shop.env });
      const response = await openPage(user, path);
      expect(response.headers.get("cache-control")).toContain("no-store");
      const html = await response.text();
      expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain("http-equiv");
      expect(findRefreshUrl(html)).toBe(plainPath);
      expect(html).toContain(`<a href="${plainPath.replaceAll("&", "&amp;")}">`);
    },
  );
});
