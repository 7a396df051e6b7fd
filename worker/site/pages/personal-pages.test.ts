import { describe, expect, it } from "vitest";
import { attachPage } from "../../admin/pages/attach-page.ts";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { openPage, readApp, readData } from "../../testing/clients/drawn-pages.ts";
import {
  createSignedInUser,
  openBrowser,
  ORIGIN,
  SESSION_COOKIE,
} from "../../testing/clients/sign-in.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { findHtmlErrors } from "../../testing/rules/validate-html.ts";
import { openTestShop } from "../../testing/shop.ts";

/** A shop with a members' page, a user who has it, and one who has nothing. */
async function openShopWithMembersPage() {
  const shop = openTestShop();
  const name = `Salt </script> & marsh ${crypto.randomUUID()}`;
  const product = await shop.createPublishedProduct({
    name,
    benefits: [{ type: "page", name: "Notes", settings: {} }],
  });
  const slug = `page-${crypto.randomUUID()}`;
  const { id } = await createPage(shop.ctx(), {
    slug,
    title: "Heronry",
    excerpt: "A start.",
    body: "All of the rest.",
    isFree: false,
  });
  await attachPage(shop.ctx(), { benefitId: product.benefits[0]!.id, pageId: id });
  await publishPage(shop.ctx(), { id });
  const [member, stranger] = await Promise.all([
    createSignedInUser({ env: shop.env }),
    createSignedInUser({ env: shop.env }),
  ]);
  await createGift(shop.ctx(), { userId: member.userId, productId: product.id, note: "" });
  return { shop, name, slug, path: `/read/${slug}`, member, stranger };
}

describe("a page of one user", () => {
  it("the library is drawn with what the user has, for them alone", async () => {
    const { shop, name, member } = await openShopWithMembersPage();
    const { status, headers, html } = await openPage(shop, "/library", member);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const app = readApp(html);
    expect(app).toContain("Library</h1>");
    expect(app).toContain("Salt &lt;/script&gt; &amp; marsh");
    // The header of somebody who is signed in.
    expect(app).toContain('popoverTarget="account-menu"');
    expect(app).not.toContain("Sign in");
    const data = readData(html);
    expect(data.me?.user?.id).toBe(member.userId);
    expect(data.content).toMatchObject({ kind: "library", entries: [{ product: { name } }] });
    expect(html).not.toContain("/api/me");
    expect(html).toContain('content="noindex"');
    expect(await findHtmlErrors(html)).toEqual([]);
  });

  it.each([
    ["/account", "Account</h1>", "/api/me/account"],
    ["/account/billing", "Subscriptions</h2>", "/api/me/billing"],
    ["/checkout/return?checkout=chk_x", "Confirming your payment", null],
  ])("%s is drawn as a frame, and its content is asked for early", async (path, text, request) => {
    const shop = openTestShop();
    const user = await createSignedInUser({ env: shop.env });
    const { status, headers, html } = await openPage(shop, path, user);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(readApp(html)).toContain(text);
    // The content security policy refuses it.
    expect(readApp(html)).not.toContain(" style=");
    expect(readData(html).me?.user?.id).toBe(user.userId);
    const preloads = [...html.matchAll(/href="(\/api\/me[^"]*)"/g)].map(([, url]) => url);
    expect(preloads).toEqual(request === null ? [] : [request]);
    expect(await findHtmlErrors(html)).toEqual([]);
  });

  it.each([
    "/library",
    "/account",
    "/account/billing?portal=ok",
    "/checkout/return?checkout=chk_x",
  ])("%s leads a visitor to sign in, and back", async (path) => {
    const shop = openTestShop();
    const ended = openBrowser({ env: shop.env, jar: new Map([[SESSION_COOKIE, "ended"]]) });
    for (const browser of [openBrowser({ env: shop.env }), ended]) {
      const { status, headers } = await openPage(shop, path, browser);
      expect(status).toBe(303);
      const location = new URL(headers.get("location")!, ORIGIN);
      expect(location.pathname).toBe("/signin");
      expect(location.searchParams.get("callbackUrl")).toBe(path);
    }
  });

  it("an address that asks too often with a cookie gets the app alone", async () => {
    const shop = openTestShop();
    const user = await createSignedInUser({ env: shop.env });
    shop.env.API_LIMIT = { limit: async () => ({ success: false }) };
    const { status, html } = await openPage(shop, "/library", user);
    expect(status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
  });

  it("the app alone is answered if the session cannot be read", async () => {
    const shop = openTestShop();
    const user = await createSignedInUser({ env: shop.env });
    failDatabase(shop, { sql: "FROM sessions s", times: 10 });
    const { status, html } = await openPage(shop, "/library", user);
    expect(status).toBe(503);
    expect(html).toContain('<div id="root"></div>');
  });
});

describe("a members' page", () => {
  it("a members' page is whole for a member from the first answer, and is not stored for others", async () => {
    const { shop, path, member, stranger } = await openShopWithMembersPage();
    const readAs = async (browser?: Parameters<typeof openPage>[2]) => {
      const { status, headers, html } = await openPage(shop, path, browser);
      expect(status).toBe(200);
      return { app: readApp(html), cache: headers.get("cache-control"), me: readData(html).me };
    };
    for (let round = 0; round < 2; round++) {
      const visitor = await readAs();
      expect(visitor.app).toContain("Sign in to continue reading");
      expect(visitor.app).not.toContain("All of the rest.");
      expect(visitor.cache).toContain("public");
      expect(visitor.me).toBeUndefined();
      const own = await readAs(member);
      expect(own.app).toContain("All of the rest.");
      expect(own.app).not.toContain("The rest of this page");
      expect(own.cache).toBe("private, no-store");
      expect(own.me?.user?.id).toBe(member.userId);
      const other = await readAs(stranger);
      expect(other.app).toContain("Nothing in your library includes this page.");
      expect(other.app).not.toContain("All of the rest.");
      expect(other.cache).toBe("private, no-store");
    }
  });

  it("a visitor's page in the browser's cache is not confirmed for a member", async () => {
    const { shop, path, member } = await openShopWithMembersPage();
    const first = await openPage(shop, path);
    const etag = first.headers.get("etag")!;
    const headers = { "if-none-match": etag };
    expect((await openBrowser({ env: shop.env }).fetch(path, { headers })).status).toBe(304);
    const own = await member.fetch(path, { headers });
    expect(own.status).toBe(200);
    expect(await own.text()).toContain("All of the rest.");
  });

  it("a session that has ended gets the visitors' page", async () => {
    const { shop, path } = await openShopWithMembersPage();
    const ended = openBrowser({ env: shop.env, jar: new Map([[SESSION_COOKIE, "ended"]]) });
    const { status, headers, html } = await openPage(shop, path, ended);
    expect(status).toBe(200);
    expect(readData(html).me).toBeUndefined();
    // It clears a cookie, so nobody else may get it.
    expect(headers.get("set-cookie")).toContain(SESSION_COOKIE);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("the sign-in page", () => {
  it("the sign-in page is drawn with forms that work before its script, and with what is bought", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const product = await shop.createPublishedProduct({ name: "Salt marsh" });
    const browser = openBrowser({ env: shop.env });
    const callbackUrl = `/p/${product.slug}?buy=${product.prices[0]!.id}`;
    const path = `/signin?${new URLSearchParams({ callbackUrl })}`;
    const { status, headers, html } = await openPage(shop, path, browser);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const app = readApp(html);
    for (const text of [
      "Sign in to buy</h1>",
      "Salt marsh",
      "You enter your payment details",
      "Email",
    ])
      expect(app).toContain(text);
    expect(readData(html)).toMatchObject({
      me: { user: null },
      content: {
        kind: "signIn",
        returnPath: callbackUrl,
        purchase: { product: product.slug && {} },
      },
    });
    expect(await findHtmlErrors(html)).toEqual([]);
  });

  it("the sign-in page never leads to another site", async () => {
    const shop = openTestShop();
    const path = "/signin?callbackUrl=https%3A%2F%2Fevil.example%2F";
    const { html } = await openPage(shop, path);
    expect(readData(html).content).toMatchObject({ kind: "signIn", returnPath: "/" });
    expect(readApp(html)).not.toContain("evil.example");
  });
});
