import { describe, expect, onTestFinished, test } from "vitest";
import { saveUpgrade } from "../admin/products/save-upgrade.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { toLinkUpgrade } from "../checkout/open-permanent-link.ts";
import { createPermanentLink } from "../checkout/save-permanent-link.ts";
import { showPermanentLink } from "../checkout/show-permanent-links.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import type { Upgrade } from "../purchases/orders/list-upgrades.ts";
import { findRefreshUrl, listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { bookTaxCode, sellThroughLink } from "../testing/fixtures/tax.ts";
import { taxSettings } from "../settings/tax-settings.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { openTestShop, sessionIdOf } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, type Browser } from "../testing/clients/sign-in.ts";

const shop = openTestShop();

/** Submits the form of a product's page. */
const submit = (
  browser: Pick<Browser, "fetch">,
  fields: Record<string, string>,
  headers?: Record<string, string>,
) => submitForm(browser, "/buy", fields, headers);

const createBuyer = () => createSignedInUser({ env: shop.env });

describe("a purchase by a form", () => {
  test("a purchase by a form leads a signed-in user to the payment page, by a page of the shop", async () => {
    const product = await shop.createPublishedProduct({});
    const response = await submit(await createBuyer(), { price: product.prices[0]!.id });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
    const html = await response.text();
    const url = findRefreshUrl(html)!;
    expect(html).toContain(`href="${url}"`);
    expect(html).not.toContain("<script");
    expect(await findHtmlErrors(html)).toEqual([]);
    const session = await shop.ctx().stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(session.url).toBe(url);
  });

  test("a form with a free trial leads a visitor to the sign-in, which returns to its price and seats", async () => {
    const product = await shop.createPublishedProduct({
      prices: [{ ...monthly, model: "per_seat", trialDays: 7 }],
    });
    const price = product.prices[0]!.id;
    const visitor = openBrowser({ env: shop.env });
    const response = await submit(visitor, { price, seats: "3" });
    expect(response.status).toBe(303);
    const url = new URL(response.headers.get("location")!, "http://localhost:8787");
    expect(url.pathname).toBe("/signin");
    expect(url.searchParams.get("callbackUrl")).toBe(`/p/${product.slug}?buy=${price}&seats=3`);
  });

  test("a form opens the same checkout as the page with scripts, so that pressing twice opens one", async () => {
    const product = await shop.createPublishedProduct({});
    const price = product.prices[0]!.id;
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: price });
    expect(findRefreshUrl(await (await submit(buyer, { price })).text())).toBe(url);
  });

  test("a purchase by a form asks again after the sign-in, and GET opens nothing", async () => {
    const product = await shop.createPublishedProduct({ name: "Salt marsh", prices: [monthly] });
    const price = product.prices[0]!.id;
    const buyer = await createBuyer();
    const response = await openPage(buyer, `/buy?price=${price}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain("Confirm your purchase</h1>");
    expect(html).toContain("Salt marsh");
    expect(html).toMatch(/Due today.*\$9.*Order and pay/s);
    expect(html).toContain("$9 a month, renewed automatically. Cancel anytime in your account.");
    expect(html).toContain(`<input type="hidden" name="price" value="${price}"`);
    // Another language is chosen without losing the purchase, also by a browser that sends no referrer.
    expect(html).toContain(`name="path" value="/buy?price=${price}"`);
    expect(await listSessions(buyer.userId)).toEqual([]);
    expect(findRefreshUrl(await (await submit(buyer, { price })).text())).toContain(
      "/checkout/cs_",
    );
  });

  test("the last screen without scripts names Link where Link is the seller", async () => {
    const { prices } = await shop.createPublishedProduct({ taxCode: bookTaxCode });
    const buyer = await createBuyer();
    const open = async () => (await openPage(buyer, `/buy?price=${prices[0]!.id}`)).text();
    expect(await open()).not.toContain("Sold through Link");
    const before = await taxSettings.read(shop.ctx());
    onTestFinished(() => taxSettings.save(shop.ctx(), before).then(() => undefined));
    await sellThroughLink(shop);
    expect(await open()).toContain("Sold through Link, which is the seller");
  });

  test("a form shows the terms first if the free trial of the product's page is not for this user", async () => {
    const trial = { ...monthly, trialDays: 14 };
    const [first, second] = [
      await shop.createPublishedProduct({ prices: [trial] }),
      await shop.createPublishedProduct({ prices: [trial] }),
    ];
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: first.prices[0]!.id });
    await shop.pay(url);
    await submit(buyer, { price: first.prices[0]!.id });
    const price = second.prices[0]!.id;
    const response = await submit(buyer, { price });
    expect(response.status).toBe(303);
    const confirmPath = response.headers.get("location")!;
    expect(confirmPath).toBe(`/buy?price=${price}`);
    const html = await (await openPage(buyer, confirmPath)).text();
    expect(html).toContain(
      "You’ve already used your free trial, so payment starts today: $9 a month",
    );
    const confirmed = await submit(buyer, { price, terms: "seen" });
    expect(findRefreshUrl(await confirmed.text())).toContain("/checkout/cs_");
  });
});

describe("an upgrade by a form", () => {
  /** A buyer of a product for $10, which can be upgraded to one for $30. */
  async function createOwner(planGroup?: string) {
    const create = (amountMinor: number) =>
      shop.createPublishedProduct({
        prices: [{ type: "one_time", amountMinor, currency: "usd" }],
        ...(planGroup !== undefined && { planGroup }),
      });
    const [small, large] = [await create(1000), await create(3000)];
    const price = large.prices[0]!.id;
    await saveUpgrade(shop.ctx(), { id: small.id, priceId: price });
    const buyer = await createBuyer();
    const user = shop.asUser(buyer.userId);
    const checkout = await openCheckout(user, { priceId: small.prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(user, checkout);
    return { buyer, large, price };
  }

  /** Presses the button of the page that offers the upgrade. */
  async function upgrade(buyer: Browser, path: string) {
    const html = await (await openPage(buyer, path)).text();
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain("What you’ve already paid ($10) is taken off the price");
    expect(html).toMatch(/<button[^>]*>Upgrade for \$20/);
    const form = listForms(html).find(({ fields }) => fields["upgrade"] !== undefined)!;
    return { html, form, leave: () => submitForm(buyer, form.action, form.fields) };
  }

  const pay = async (response: Response) => shop.pay(findRefreshUrl(await response.text())!);

  test("the library leads to a page whose button opens the checkout at the difference", async () => {
    const { buyer, large, price } = await createOwner();
    const library = await (await openPage(buyer, "/plain/library")).text();
    expect(await findHtmlErrors(library)).toEqual([]);
    const path = `/buy?price=${price}`;
    expect(library).toMatch(
      new RegExp(`href="/buy\\?price=${price}"[^>]*>Upgrade to ${large.name} for \\$20`),
    );
    const { html, leave } = await upgrade(buyer, path);
    expect(html).not.toContain("Order and pay");
    const session = await pay(await leave());
    expect(session.amount_total).toBe(2000);
    // In another tab, the button has nothing to upgrade any more.
    const again = await leave();
    expect(again.status).toBe(303);
    expect(again.headers.get("location")).toBe(path);
    expect(await (await openPage(buyer, path)).text()).toContain("You own this.");
  });

  test("a form of the larger product asks its owner first, and buys nothing at the full price", async () => {
    const { buyer, price } = await createOwner();
    const response = await submit(buyer, { price });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/buy?price=${price}`,
    ]);
  });

  test("an upgrade within a plan group is offered beside what the user has", async () => {
    const { buyer, price } = await createOwner(crypto.randomUUID());
    const { html, leave } = await upgrade(buyer, `/buy?price=${price}`);
    expect(html).toContain("You already have");
    expect((await pay(await leave())).amount_total).toBe(2000);
  });

  test.each([
    ["beside the smaller product", undefined],
    ["within a plan group", "group"],
  ])("a permanent link sells the larger product at the same difference, %s", async (_, group) => {
    const { buyer, price } = await createOwner(group && crypto.randomUUID());
    const { id } = await createPermanentLink(shop.ctx(), { priceId: price });
    const { code } = await showPermanentLink(shop.ctx(), { id });
    const path = `/buy/${code}?ref=news`;
    const { html, form, leave } = await upgrade(buyer, path);
    expect(html).not.toContain("Order and pay");
    expect(form.action).toBe(path);
    const outdated = await submitForm(buyer, form.action, { price });
    expect([outdated.status, outdated.headers.get("location")]).toEqual([303, `${path}&back=1`]);
    expect((await pay(await leave())).amount_total).toBe(2000);
    expect((await leave()).headers.get("location")).toBe(`${path}&back=1`);
    const bought = await listOrders(shop.ctx(), { userId: buyer.userId });
    expect(bought.find(({ upgradeOf }) => upgradeOf !== null)).toMatchObject({
      linkId: id,
      totalMinor: 2000,
    });
  });

  test("a permanent link with several seats, more prices or a code sells what it names", () => {
    const link = { priceId: "prc_1", addedPrices: null, quantity: 1, promotionCodeId: null };
    const offered = { priceId: "prc_1" } as Upgrade;
    const find = (more: object) => toLinkUpgrade({ ...link, ...more } as never, offered);
    expect(find({})).toBe(offered);
    for (const more of [
      { priceId: "prc_2" },
      { addedPrices: '["prc_3"]' },
      { quantity: 2 },
      { promotionCodeId: "promo_1" },
    ])
      expect(find(more)).toBeNull();
  });

  test("the button of an upgrade leads a visitor to the sign-in, and back to the offer", async () => {
    const { buyer, price } = await createOwner();
    const { form } = await upgrade(buyer, `/buy?price=${price}`);
    const visitor = openBrowser({ env: shop.env });
    const response = await submitForm(visitor, form.action, form.fields);
    expect(response.status).toBe(303);
    const url = new URL(response.headers.get("location")!, "http://localhost:8787");
    expect(url.searchParams.get("callbackUrl")).toBe(`/buy?price=${price}`);
  });
});

describe("a purchase by a form that is refused is a page with a way on", () => {
  test("a form from another site is refused, and nothing is opened", async () => {
    const product = await shop.createPublishedProduct({});
    const buyer = await createBuyer();
    const fields = { price: product.prices[0]!.id };
    const response = await submit(buyer, fields, { origin: "https://evil.example" });
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain("This request didn’t come from the shop.");
    expect(html).toContain(`href="/p/${product.slug}"`);
    expect(await listSessions(buyer.userId)).toEqual([]);
  });

  test("a form is refused if the user has the product", async () => {
    const product = await shop.createPublishedProduct({});
    const price = product.prices[0]!.id;
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: price });
    await shop.pay(url);
    const response = await submit(buyer, { price });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain("You own this.");
    expect(html).toMatch(/href="\/library#ord_[^"]+"[^>]*>Open in library/);
    const again = await openPage(buyer, `/buy?price=${price}`);
    expect(again.status).toBe(200);
    expect(await again.text()).toContain("You own this.");
  });

  test("a form is refused if the user has another product of the plan group", async () => {
    const plan = { planGroup: `plans-${crypto.randomUUID().slice(0, 8)}`, prices: [monthly] };
    const owned = await shop.createPublishedProduct({ ...plan, name: "Basic" });
    const other = await shop.createPublishedProduct({ ...plan, name: "Plus" });
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: owned.prices[0]!.id });
    await shop.pay(url);
    const html = await (await submit(buyer, { price: other.prices[0]!.id })).text();
    expect(html).toContain("You already have Basic.");
    expect(html).toContain('href="/account/billing"');
  });

  test("a form is refused if a payment is being processed", async () => {
    const product = await shop.createPublishedProduct({
      prices: [{ type: "one_time", amountMinor: 2900, currency: "eur" }],
    });
    const price = product.prices[0]!.id;
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: price });
    await shop.pay(url, "AT611904300234573201");
    const response = await submit(buyer, { price });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Your payment is processing.");
  });

  test("a form is refused if the price is gone", async () => {
    const response = await submit(await createBuyer(), { price: "prc_gone" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('<a href="/"');
  });

  test("a form is refused if the user pays in another currency", async () => {
    const dollars = await shop.createPublishedProduct({ prices: [monthly] });
    const euros = await shop.createPublishedProduct({ prices: [{ ...monthly, currency: "eur" }] });
    const buyer = await createBuyer();
    const { url } = await openCheckout(shop.asUser(buyer.userId), {
      priceId: dollars.prices[0]!.id,
    });
    await shop.pay(url);
    const response = await submit(buyer, { price: euros.prices[0]!.id });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("You’re billed in USD");
    expect(html).toContain(`href="/p/${euros.slug}"`);
    expect(html).toContain('href="/account/billing"');
  });

  test("a form is refused if Stripe does not answer, and can be sent again", async () => {
    const product = await shop.createPublishedProduct({});
    const price = product.prices[0]!.id;
    const buyer = await createBuyer();
    await shop.control("faults", { match: "POST /v1/checkout/sessions", times: 9, status: 500 });
    const response = await submit(buyer, { price });
    await shop.control("faults", { match: "POST /v1/checkout/sessions", times: 0, status: 500 });
    expect(response.status).toBe(502);
    const html = await response.text();
    expect(html).toContain("Our payment provider isn’t responding.");
    expect(html).toMatch(/Reference: <code>req_/);
    expect(html).toContain(`<input type="hidden" name="price" value="${price}"`);
    expect(findRefreshUrl(await (await submit(buyer, { price })).text())).toContain(
      "/checkout/cs_",
    );
  });

  test("a form above the rate limit is refused with the time to wait", async () => {
    const product = await shop.createPublishedProduct({});
    const env = {
      ...shop.env,
      STRIPE_LIMIT: { limit: async () => ({ success: false }) },
    } as unknown as Env;
    const buyer = await createSignedInUser({ env });
    const response = await submit(buyer, { price: product.prices[0]!.id });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("60");
    const html = await response.text();
    expect(html).toContain("Try again in 60 seconds.");
    expect(html).toContain(`href="/p/${product.slug}"`);
  });

  test.each(["0", "1000", "two", "-1", "1.5", ""])(
    "a form is refused if the number of seats is %j",
    async (seats) => {
      const product = await shop.createPublishedProduct({});
      const response = await submit(await createBuyer(), { price: product.prices[0]!.id, seats });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("Check the highlighted fields and try again.");
    },
  );

  test("a program that asks for JSON gets JSON", async () => {
    const response = await (
      await createBuyer()
    ).fetch("/buy", {
      method: "POST",
      body: new URLSearchParams({ price: "prc_gone" }),
    });
    expect(await response.json()).toMatchObject({ code: "price_unavailable" });
  });
});

/** Lists the ids of the user's Checkout Sessions at Stripe. */
async function listSessions(userId: string): Promise<string[]> {
  const { data } = await shop.ctx().stripe.checkout.sessions.list({ limit: 100 });
  return data.filter((session) => session.client_reference_id === userId).map(({ id }) => id);
}
