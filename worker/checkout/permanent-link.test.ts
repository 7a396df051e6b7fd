import { beforeAll, describe, expect, it } from "vitest";
import { deleteAccount } from "../account/delete-account.ts";
import { readUserData } from "../account/store.ts";
import { createDiscount } from "../admin/discounts/create-discount.ts";
import { endDiscount } from "../admin/discounts/end-discount.ts";
import { newDiscount } from "../admin/discounts/schema.ts";
import { exportOrders } from "../admin/orders/search-orders.ts";
import { exportSubscriptions } from "../admin/subscriptions/search-subscriptions.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { commit } from "../db/client.ts";
import { MINUTE } from "../lib/time.ts";
import { mergeSetting } from "../settings/store.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { readObjects } from "../testing/clients/feed.ts";
import { findRefreshUrl, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../testing/clients/sign-in.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { loseRows } from "../testing/fixtures/lose-rows.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import type { NewProduct } from "../admin/products/schema.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { openPermanentLink } from "./open-permanent-link.ts";
import { readReferral } from "./referral.ts";
import {
  createPermanentLink,
  editPermanentLink,
  findOrCreatePlainLink,
  type NewPermanentLink,
} from "./save-permanent-link.ts";
import { listLinks, showPermanentLink } from "./show-permanent-links.ts";

const shop = openTestShop();
const { stripe } = shop.ctx();
const origin = "https://app.example.com";
const referral = readReferral({ ref: "ann", utm_source: "news" });

beforeAll(async () => {
  const { db } = shop.ctx();
  const value = { allowedSuccessOrigins: [origin] };
  await commit(db, [mergeSetting(db, { name: "developers", value, updatedAt: 0 })]);
});

async function createLink(more: Partial<NewPermanentLink> = {}, product: Partial<NewProduct> = {}) {
  const sold = await shop.createPublishedProduct(product);
  const priceId = sold.prices[0]!.id;
  const { id } = await createPermanentLink(shop.ctx(), { priceId, ...more });
  return { ...(await showPermanentLink(shop.ctx(), { id })), product: sold };
}

const newBuyer = async () => shop.asUser(await shop.createUser());

/** Buys with a link, and returns who bought. */
async function buy({ code }: { code: string }, of: TestShop = shop) {
  const buyer = await newBuyer();
  const checkout = await openPermanentLink(buyer, { code, referral });
  await of.pay(checkout.url);
  return { buyer, checkout, confirmation: await confirmCheckout(buyer, checkout) };
}

const createCode = async (more: object = {}) =>
  createDiscount(
    await newBuyer(),
    newDiscount.parse({
      off: { kind: "percent", percentOff: 25 },
      duration: "once",
      name: "Test",
      ...more,
    }),
  );

const readOutcome = async ({ id }: { id: string }) => {
  const { checkouts, purchases, state } = await showPermanentLink(shop.ctx(), { id });
  return { checkouts, purchases, state };
};

describe("a purchase with a permanent link", () => {
  it("many users buy with one link, whose order has its id, metadata and referral in API and feed", async () => {
    const link = await createLink({
      metadata: { partner: "acme", ref: "none" },
      successUrl: `${origin}/thanks?a=1`,
    });
    const client = await createApiClient(shop);
    for (const count of [1, 2]) {
      const { buyer, checkout, confirmation } = await buy(link);
      expect(confirmation).toMatchObject({
        state: "complete",
        successUrl: `${origin}/thanks?a=1&checkout=${checkout.id}`,
      });
      const ofLink = {
        linkId: link.id,
        metadata: { partner: "acme", ref: "ann", utm_source: "news" },
      };
      const { userId } = buyer.actor;
      const { body } = await client.get<{ data: object[] }>(`/orders?customer=${userId}`);
      expect(body.data).toMatchObject([ofLink]);
      expect((await client.get(`/checkouts/${checkout.id}`)).body).toMatchObject(ofLink);
      const recorded = [...(await readObjects(shop, userId)).values()];
      expect(recorded).toContainEqual(expect.objectContaining({ totalMinor: 2900, ...ofLink }));
      expect(await readOutcome(link)).toMatchObject({ checkouts: count, purchases: count });
    }
  });

  it("a subscription that is bought with a link has the link's id and counts as a purchase", async () => {
    const link = await createLink({}, { prices: [monthly] });
    const { buyer } = await buy(link);
    const client = await createApiClient(shop);
    const path = `/subscriptions?customer=${buyer.actor.userId}`;
    expect((await client.get<{ data: object[] }>(path)).body.data).toMatchObject([
      { linkId: link.id, metadata: { ref: "ann" } },
    ]);
    expect(await readOutcome(link)).toMatchObject({ checkouts: 1, purchases: 1 });
  });

  it("the CSV files of orders and subscriptions have the link and the referral", async () => {
    for (const [prices, exportRows] of [
      [undefined, exportOrders],
      [[monthly], exportSubscriptions],
    ] as const) {
      const link = await createLink({}, prices ? { prices: [...prices] } : {});
      await buy(link);
      const member = shop.asUser(await shop.createUser(), Date.now(), "owner");
      const csv = await exportRows(member, { productId: link.productId }).text();
      expect(csv.trim().split("\r\n").at(-1)).toContain(`,${link.id},"ref=ann, utm_source=news"`);
    }
  });

  it("lost purchases have the link and the referral again after a rebuild, from history and Stripe", async () => {
    const links = [await createLink(), await createLink({}, { prices: [monthly] })];
    const client = await createApiClient(shop);
    for (const link of links) {
      const { buyer } = await buy(link);
      const { userId } = buyer.actor;
      const kind = link.price.type === "one_time" ? "orders" : "subscriptions";
      const read = async () =>
        (await client.get<{ data: object[] }>(`/${kind}?customer=${userId}`)).body.data;
      for (const lose of [loseRows, deleteMirroredRows]) {
        await lose(shop, userId);
        expect(await read()).toEqual([]);
        await runRebuild(shop);
        expect(await read()).toMatchObject([
          { linkId: link.id, metadata: { ref: "ann", utm_source: "news" } },
        ]);
        expect(await readOutcome(link)).toMatchObject({ purchases: 1 });
      }
    }
  });

  it("an export has the referral, and a deleted account loses it, also after the next sync", async () => {
    const link = await createLink();
    const { buyer } = await buy(link);
    const { userId } = buyer.actor;
    const { db } = shop.ctx();
    const exported = await readUserData(db, userId);
    expect(exported.orders).toMatchObject([{ linkId: link.id, referral }]);
    expect(exported.checkouts).toMatchObject([{ linkId: link.id, referral }]);
    const customer = await findStripeCustomerOfUser(db, userId, "test");
    await deleteAccount(buyer);
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    const after = await shop.env.DB.prepare(
      "SELECT o.link_id, o.referral, c.referral AS visit FROM orders o JOIN checkouts c USING (user_id) WHERE o.user_id = ?",
    )
      .bind(userId)
      .all();
    expect(after.results).toEqual([{ link_id: link.id, referral: null, visit: null }]);
    expect(await readOutcome(link)).toMatchObject({ purchases: 1 });
  });

  it("an open checkout of the link is used again, and another one replaces it without the link", async () => {
    const link = await createLink();
    const buyer = await newBuyer();
    const first = await openPermanentLink(buyer, { code: link.code, referral });
    expect(await openPermanentLink(buyer, { code: link.code, referral })).toEqual(first);
    const other = await openCheckout(buyer, { priceId: link.priceId });
    expect(other.id).not.toBe(first.id);
    await shop.pay(other.url);
    await confirmCheckout(buyer, other);
    const client = await createApiClient(shop);
    const { body } = await client.get<{ data: object[] }>(`/orders?customer=${buyer.actor.userId}`);
    expect(body.data).toMatchObject([{ linkId: null, metadata: {} }]);
  });

  it("a link with a code takes the discount off, and says so once the code has ended", async () => {
    const code = await createCode();
    const link = await createLink({ promotionCodeId: code.id });
    const buyer = await newBuyer();
    const { url } = await openPermanentLink(buyer, { code: link.code, referral: null });
    const session = await stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(session).toMatchObject({ amount_total: 2175, allow_promotion_codes: null });
    await endDiscount(buyer, code);
    const { code: linkCode } = link;
    await expect(
      openPermanentLink(await newBuyer(), { code: linkCode, referral: null }),
    ).rejects.toMatchObject({ code: "discount_unavailable" });
    await editPermanentLink(shop.ctx(), { id: link.id, promotionCodeId: null });
    expect((await buy(link)).confirmation.state).toBe("complete");
  });
});

describe("the limit of a permanent link", () => {
  it("20 users race for a link with 5 purchases: exactly 5 open a checkout", async () => {
    const link = await createLink({ maxPurchases: 5 });
    const buyers = await Promise.all(Array.from({ length: 20 }, newBuyer));
    const opened = await Promise.allSettled(
      buyers.map((buyer) => openPermanentLink(buyer, { code: link.code, referral: null })),
    );
    const refused = opened.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused.map(({ code }) => code as string)).toEqual(
      Array.from({ length: 15 }, () => "permanent_link_used_up"),
    );
    expect(await readOutcome(link)).toEqual({ checkouts: 5, purchases: 0, state: "used_up" });
    const at = opened.findIndex(({ status }) => status === "fulfilled");
    const again = await openPermanentLink(buyers[at]!, { code: link.code, referral: null });
    expect(opened[at]).toMatchObject({ value: again });
  });

  it("a checkout that expires unpaid frees its place, and a refund doesn't", async () => {
    const link = await createLink({ maxPurchases: 1 });
    const left = await newBuyer();
    const { url } = await openPermanentLink(left, { code: link.code, referral: null });
    expect(await readOutcome(link)).toMatchObject({ state: "used_up" });
    await stripe.checkout.sessions.expire(sessionIdOf(url));
    const customer = await findStripeCustomerOfUser(shop.ctx().db, left.actor.userId, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    const { id } = (await shop.env.DB.prepare("SELECT id FROM checkouts WHERE user_id = ?")
      .bind(left.actor.userId)
      .first<{ id: string }>())!;
    await confirmCheckout(left, { id });
    expect(await readOutcome(link)).toMatchObject({ state: "active" });
    const { buyer } = await buy(link);
    const order = await shop.env.DB.prepare("SELECT id FROM orders WHERE user_id = ?")
      .bind(buyer.actor.userId)
      .first<{ id: string }>();
    await refundOrder(shop.asUser(await shop.createUser(), Date.now(), "owner"), {
      id: order!.id,
      amountMinor: 2900,
      refundedMinor: 0,
      reason: "requested_by_customer",
    });
    expect(await readOutcome(link)).toMatchObject({ state: "used_up", purchases: 1 });
    await editPermanentLink(shop.ctx(), { id: link.id, maxPurchases: 2 });
    expect(await readOutcome(link)).toMatchObject({ state: "active" });
  });
});

describe("making a permanent link", () => {
  it.each([
    ["a success URL of an origin that is not allowed", { successUrl: "https://evil.example" }],
    ["an expiry in the past", { expiresAt: 1 }],
    ["seats of a price that is not per seat", { quantity: 3 }],
    ["an unknown code", { promotionCodeId: "promo_unknown" }],
  ])("a permanent link is refused with %s", async (_, more) => {
    await expect(createLink(more)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("a link is refused with a code of another product or currency, for free, or below its minimum", async () => {
    const { id } = await shop.createPublishedProduct({});
    const [ofOther, inEuros, ended, any] = [
      await createCode({ productIds: [id] }),
      await createCode({ off: { kind: "amount", amountOffMinor: 100, currency: "eur" } }),
      await createCode(),
      await createCode(),
    ];
    await endDiscount(await newBuyer(), ended);
    const free = { prices: [{ type: "one_time" as const, amountMinor: 0, currency: "usd" }] };
    const large = await createCode({ minimum: { amountMinor: 2901, currency: "usd" } });
    const small = await createCode({ minimum: { amountMinor: 2900, currency: "usd" } });
    expect(await createLink({ promotionCodeId: small.id })).toMatchObject({ state: "active" });
    for (const [code, product] of [[ofOther], [inEuros], [ended], [any, free], [large]] as const)
      await expect(createLink({ promotionCodeId: code.id }, product)).rejects.toMatchObject({
        fields: [{ path: "promotionCodeId" }],
      });
  });

  it("the plain link of a price is one, however often and at once it is asked for", async () => {
    const { prices } = await shop.createPublishedProduct({});
    const priceId = prices[0]!.id;
    const ask = (promotionCodeId?: string) =>
      findOrCreatePlainLink(shop.ctx(), { priceId, ...(promotionCodeId && { promotionCodeId }) });
    const ids = (await Promise.all([ask(), ask(), ask()])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    const code = await createCode();
    expect((await ask(code.id)).id).not.toBe(ids[0]);
    await editPermanentLink(shop.ctx(), { id: ids[0]!, maxPurchases: 3 });
    expect((await ask()).id).not.toBe(ids[0]);
    const created = await shop.env.DB.prepare(
      "SELECT count(*) AS count FROM audit_entries WHERE target_id = ? AND action = 'permanent_link.created'",
    )
      .bind(ids[0])
      .first<number>("count");
    expect(created).toBe(1);
  });

  it("a list finds links by a part of the code or name, by product and by state", async () => {
    const link = await createLink({ name: "Summer Fair" });
    const off = await createLink({ name: "Winter", active: false });
    const find = async (filter: object) =>
      (await listLinks(shop.ctx(), { limit: 100, ...filter })).items.map(({ id }) => id);
    expect(await find({ search: link.code.slice(2, 9) })).toEqual([link.id]);
    expect(await find({ search: "mer fair", productId: link.productId })).toEqual([link.id]);
    expect(await find({ productId: off.productId, isActive: true })).toEqual([]);
    expect(await find({ productId: off.productId, isActive: false })).toEqual([off.id]);
  });
});

describe("/buy/<code>", () => {
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
  const browserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const readViews = async (id: string) => (await showPermanentLink(shop.ctx(), { id })).views;

  it("a signed-in user orders with one click, and the referral stays on the way", async () => {
    const link = await createLink();
    const buyer = await createSignedInUser({ env: shop.env });
    const html = await (await openPage(buyer, `${pathOf(link)}?ref=ann&other=1`)).text();
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).not.toContain("<script");
    expect(html).toContain(`action="${pathOf(link)}?ref=ann"`);
    const paid = await submitForm(buyer, `${pathOf(link)}?ref=ann`, {});
    const url = findRefreshUrl(await paid.text())!;
    const { metadata } = await stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(metadata).toMatchObject({
      gatehouse_link: link.id,
      gatehouse_referral: '{"ref":"ann"}',
    });
  });

  it("a visitor to a free trial is led through the sign-in and back, with the email as a hint", async () => {
    const link = await createLink({}, { prices: [{ ...monthly, trialDays: 7 }] });
    const visitor = openBrowser({ env: shop.env });
    const answer = await openPage(visitor, `${pathOf(link)}?email=Ann@Example.com&utm_source=x`);
    expect(answer.status).toBe(303);
    const url = new URL(answer.headers.get("location")!, ORIGIN);
    expect(url.pathname).toBe("/signin");
    expect(url.searchParams.get("login_hint")).toBe("ann@example.com");
    const back = url.searchParams.get("callbackUrl")!;
    expect(back).toBe(`${pathOf(link)}?utm_source=x&back=1`);
    const signIn = await (await openPage(visitor, url.pathname + url.search)).text();
    expect(signIn).toContain(link.product.name);
  });

  it.each<[string, string, object, Partial<NewPermanentLink>?]>([
    ["switched off", "This link is no longer active.", { active: false }],
    ["used up", "This offer is sold out.", {}, { maxPurchases: 1 }],
  ])("a link that is %s says so with a way on", async (_, sentence, changes, options = {}) => {
    const link = await createLink(options);
    if (options.maxPurchases) await buy(link);
    await editPermanentLink(shop.ctx(), { id: link.id, ...changes });
    const buyer = await createSignedInUser({ env: shop.env });
    for (const browser of [buyer, openBrowser({ env: shop.env })]) {
      const answer = await openPage(browser, pathOf(link));
      expect(answer.status).toBe(410);
      const html = await answer.text();
      expect(html).toContain(sentence);
      expect(html).toContain(`href="/p/${link.product.slug}"`);
    }
    expect((await submitForm(buyer, pathOf(link), {})).status).toBe(410);
  });

  it("an expired link, an archived price and an unknown code each have their page", async () => {
    const link = await createLink({ expiresAt: Date.now() + MINUTE });
    const setRow = (assignment: string) =>
      shop.env.DB.prepare(`UPDATE permanent_links SET ${assignment} WHERE id = ?`)
        .bind(link.id)
        .run();
    const visitor = openBrowser({ env: shop.env });
    const read = async (path: string) => (await openPage(visitor, path)).text();
    await setRow("expires_at = 1");
    expect(await read(pathOf(link))).toContain("This link has expired.");
    await setRow("expires_at = NULL");
    await shop.env.DB.prepare("UPDATE prices SET active = 0 WHERE id = ?").bind(link.priceId).run();
    expect(await read(pathOf(link))).toContain("This price is no longer available.");
    expect((await openPage(visitor, "/buy/nothing0000")).status).toBe(404);
  });

  it("a user who owns the product reads so instead of paying twice", async () => {
    const link = await createLink();
    const buyer = await createSignedInUser({ env: shop.env });
    const ctx = shop.asUser(buyer.userId);
    const checkout = await openPermanentLink(ctx, { code: link.code, referral: null });
    await shop.pay(checkout.url);
    await confirmCheckout(ctx, checkout);
    const html = await (await openPage(buyer, pathOf(link))).text();
    expect(html).toContain("Open in library");
    expect(html).not.toContain("Order and pay");
  });

  it("views count people once: not the way back, robots, programs without a name, or the team", async () => {
    const link = await createLink();
    const open = async (browser: Pick<ReturnType<typeof openBrowser>, "fetch">, agent?: string) => {
      await browser.fetch(pathOf(link), {
        headers: { accept: "text/html", ...(agent && { "user-agent": agent }) },
      });
    };
    const visitor = openBrowser({ env: shop.env });
    await open(visitor, browserAgent);
    expect(await readViews(link.id)).toBe(1);
    await visitor.fetch(`${pathOf(link)}?back=1`, { headers: { "user-agent": browserAgent } });
    await open(visitor);
    for (const agent of [
      "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
      "facebookexternalhit/1.1",
      "Slackbot-LinkExpanding 1.0",
      "curl/8.0",
    ])
      await open(visitor, agent);
    const member = await createSignedInUser({ env: shop.env, role: "support" });
    await open(member, browserAgent);
    expect(await readViews(link.id)).toBe(1);
    await open(await createSignedInUser({ env: shop.env }), browserAgent);
    expect(await readViews(link.id)).toBe(2);
  });
});

describe("/api/v1/links", () => {
  it("a program makes a link, changes it, and reads what came of it", async () => {
    const client = await createApiClient(shop);
    const { prices, id: product } = await shop.createPublishedProduct({});
    const { status, body } = await client.post<{ id: string; url: string }>("/links", {
      price: prices[0]!.id,
      name: "Fair",
      metadata: { booth: "7" },
      expiresAt: "2999-01-01T00:00:00Z",
    });
    expect([status, body]).toMatchObject([
      201,
      {
        url: expect.stringMatching(/\/buy\/[0-9a-z]{10}$/),
        state: "active",
        metadata: { booth: "7" },
        expiresAt: "2999-01-01T00:00:00.000Z",
        views: 0,
        purchases: 0,
      },
    ]);
    const path = `/links/${body.id}`;
    const patched = await client.send("PATCH", path, { active: false, expiresAt: null });
    expect(patched.body).toMatchObject({ state: "inactive", expiresAt: null, name: "Fair" });
    expect((await client.get(path)).body).toEqual(patched.body);
    expect((await client.get(`/links?product=${product}`)).body).toEqual({
      data: [patched.body],
      nextCursor: null,
    });
    expect((await client.send("PATCH", path, { metadata: {} })).status).toBe(422);
    expect((await client.get(`/links/lnp_${"0".repeat(26)}`)).status).toBe(404);
  });
});

it("a referral takes known parameters alone, shortened and without quotes, and fits at Stripe", () => {
  expect(readReferral({ price: "x", ref: "  " })).toBeNull();
  expect(readReferral({ ref: 'a"b\\c\u0000d', utm_term: "ä", other: "no" })).toBe(
    '{"ref":"abcd","utm_term":"ä"}',
  );
  const keys = ["ref", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"];
  const longest = readReferral(Object.fromEntries(keys.map((key) => [key, "x".repeat(999)])))!;
  expect(longest.length).toBeLessThanOrEqual(500);
});
