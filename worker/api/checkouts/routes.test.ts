import { beforeAll, describe, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { mergeSetting } from "../../settings/store.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { openCheckoutLink, showCheckoutLink } from "../../checkout/open-checkout-link.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { ORIGIN } from "../../testing/clients/sign-in.ts";

type Link = { id: string; url: string; orderId: string | null };

const successUrl = "https://app.example.com/thanks";

beforeAll(async () => {
  const { db } = openTestShop().ctx();
  const value = { allowedSuccessOrigins: ["https://app.example.com"] };
  await commit(db, [mergeSetting(db, { name: "developers", value, updatedAt: 0 })]);
});

async function openShopWithProduct() {
  const shop = openTestShop();
  const client = await createApiClient(shop);
  const product = await shop.createPublishedProduct({});
  return { shop, client, product: product.id, price: product.prices[0]!.id };
}

describe("POST /checkouts", () => {
  it("POST /checkouts makes a link, and its answer has the state and the order that it became", async () => {
    const { shop, client, product, price } = await openShopWithProduct();
    const userId = await shop.createUser();
    const { status, body: link } = await client.post<Link>("/checkouts", {
      price,
      customer: userId,
      email: "Ann@Example.com",
      successUrl,
      metadata: { cart: "7712" },
    });
    expect(status).toBe(201);
    expect(link).toMatchObject({
      url: `${ORIGIN}/checkout/${link.id}`,
      status: "open",
      productId: product,
      priceId: price,
      quantity: 1,
      customerId: userId,
      email: "ann@example.com",
      successUrl,
      metadata: { cart: "7712" },
      checkoutId: null,
      orderId: null,
      subscriptionId: null,
    });
    expect((await client.get(`/checkouts/${link.id}`)).body).toEqual(link);
    const checkout = await openCheckoutLink(shop.asUser(userId), link);
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), checkout);
    expect((await client.get<Link>(`/checkouts/${link.id}`)).body).toMatchObject({
      status: "complete",
      checkoutId: checkout.id,
      orderId: expect.stringMatching(/^ord_/),
    });
  });

  it("a checkout's metadata and link reach the order or subscription, and its event can be fetched by id", async () => {
    for (const prices of [undefined, [monthly]]) {
      const { shop, client } = await openShopWithProduct();
      const product = await shop.createPublishedProduct({ ...(prices && { prices }) });
      const metadata = { cart: "7712" };
      const { body: link } = await client.post<Link>("/checkouts", {
        product: product.id,
        metadata,
      });
      expect(link).toMatchObject({ customerId: null });
      const userId = await shop.createUser();
      const opened = await openCheckoutLink(shop.asUser(userId), link);
      await shop.pay(opened.url);
      await confirmCheckout(shop.asUser(userId), opened);
      const ofLink = { customerId: userId, linkId: link.id, metadata };
      const path = prices ? "/subscriptions" : "/orders";
      const { body: list } = await client.get<{ data: object[] }>(`${path}?customer=${userId}`);
      expect(list.data).toMatchObject([ofLink]);
      expect((await client.get(`/checkouts/${link.id}`)).body).toMatchObject({
        customerId: userId,
      });
      const events = await shop.env.DB.prepare(
        "SELECT type, data FROM feed_events WHERE user_id = ? AND type IN ('checkout.completed', 'order.paid', 'subscription.created') ORDER BY type",
      )
        .bind(userId)
        .all<{ type: string; data: string }>();
      const [completed, purchase] = events.results.map(({ data }) => JSON.parse(data) as object);
      expect(purchase).toEqual(list.data[0]);
      expect(completed).toMatchObject({ id: opened.id, ...ofLink });
      expect((await client.get(`/checkouts/${opened.id}`)).body).toEqual(completed);
    }
  });

  it("GET /checkouts lists links by customer, product and status, also those that a customer paid with", async () => {
    const { shop, client, product } = await openShopWithProduct();
    const userId = await shop.createUser();
    const create = async (more: object = {}) =>
      (await client.post<Link>("/checkouts", { product, ...more })).body;
    const [link, own] = [await create(), await create({ customer: userId })];
    const found = async (query: string) =>
      (await client.get<{ data: Link[] }>(`/checkouts?${query}`)).body.data.map(({ id }) => id);
    expect(await found(`customer=${userId}`)).toEqual([own.id]);
    const opened = await openCheckoutLink(shop.asUser(userId), link);
    await shop.pay(opened.url);
    await confirmCheckout(shop.asUser(userId), opened);
    expect((await found(`customer=${userId}`)).toSorted()).toEqual([link.id, own.id].toSorted());
    expect(await found(`customer=${userId}&status=complete`)).toEqual([link.id]);
    expect(await found(`product=${product}&status=open,expired`)).toEqual([own.id]);
    expect(await found(`product=${product}&createdAfter=2099-01-01T00:00:00Z`)).toEqual([]);
  });

  it("a checkout sells one-time prices beside its own, but not what the customer has already", async () => {
    const { shop, client, product, price } = await openShopWithProduct();
    const create = (amountMinor: number) =>
      shop.createPublishedProduct({ prices: [{ type: "one_time", amountMinor, currency: "usd" }] });
    const [font, guide] = [await create(900), await create(500)];
    const addedPriceIds = [font.prices[0]!.id, guide.prices[0]!.id];
    const { status, body: link } = await client.post<Link>("/checkouts", { price, addedPriceIds });
    expect([status, link]).toMatchObject([201, { priceId: price, addedPriceIds }]);
    const userId = await shop.createUser();
    const user = shop.asUser(userId);
    const buy = async (opened: { id: string; url: string }) => {
      await shop.pay(opened.url);
      await confirmCheckout(user, opened);
    };
    const show = async () =>
      (await showCheckoutLink(user, link)).purchase!.added.map(({ price }) => price.id);
    expect(await show()).toEqual(addedPriceIds);
    await buy(await openCheckout(user, { priceId: font.prices[0]!.id }));
    expect(await show()).toEqual([guide.prices[0]!.id]);
    await buy(await openCheckoutLink(user, link));
    const { orderId } = (await client.get<Link>(`/checkouts/${link.id}`)).body;
    const { body: order } = await client.get(`/orders/${orderId}`);
    expect(order).toMatchObject({
      linkId: link.id,
      totalMinor: 3400,
      lines: [{ productId: product }, { productId: guide.id }],
    });
  });

  it("POST /checkouts refuses prices that can’t be sold together with its own", async () => {
    const { shop, client, price } = await openShopWithProduct();
    const other = await shop.createPublishedProduct({ prices: [monthly] });
    const euros = await shop.createPublishedProduct({
      prices: [{ type: "one_time", amountMinor: 900, currency: "eur" }],
    });
    for (const added of [price, other.prices[0]!.id, euros.prices[0]!.id])
      expect(await client.post("/checkouts", { price, addedPriceIds: [added] })).toMatchObject({
        status: 422,
        body: { fields: [{ path: "addedPriceIds" }] },
      });
  });

  it("POST /checkouts takes a product instead of its only price", async () => {
    const { client, product, price } = await openShopWithProduct();
    const { status, body } = await client.post("/checkouts", { product });
    expect([status, body]).toMatchObject([201, { priceId: price }]);
  });

  it("POST /checkouts asks for the price of a product that has several", async () => {
    const { shop, client } = await openShopWithProduct();
    const yearly = { ...monthly, interval: "year", amountMinor: 9000 } as const;
    const { id } = await shop.createPublishedProduct({ prices: [monthly, yearly] });
    expect(await client.post("/checkouts", { product: id })).toMatchObject({
      status: 422,
      body: { fields: [{ path: "price" }] },
    });
  });

  it("POST /checkouts makes one link when it is repeated with the same Idempotency-Key", async () => {
    const { client, price } = await openShopWithProduct();
    const create = () => client.post<Link>("/checkouts", { price }, { "idempotency-key": price });
    const [first, second] = [await create(), await create()];
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  it.each([
    ["a success URL of an origin that is not allowed", { successUrl: "https://evil.example" }],
    ["a success URL that is none", { successUrl: "/thanks" }],
    ["an email that is none", { email: "ann" }],
    [
      "more than 20 entries of metadata",
      {
        metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`key${at}`, ""])),
      },
    ],
    ["seats of a price that is not per seat", { quantity: 3 }],
    ["a product besides the price", { product: `prd_${"0".repeat(26)}` }],
    ["an unknown field", { amountMinor: 1 }],
  ])("POST /checkouts refuses %s", async (_, more) => {
    const { client, price } = await openShopWithProduct();
    const answer = await client.post("/checkouts", { price, ...more });
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_input"]);
  });

  it("POST /checkouts refuses an unknown customer, and a price that is not for sale", async () => {
    const { client, price } = await openShopWithProduct();
    const customer = `usr_${"0".repeat(26)}`;
    expect(await client.post("/checkouts", { price, customer })).toMatchObject({
      status: 404,
    });
    expect(await client.post("/checkouts", { price: `prc_${"0".repeat(26)}` })).toMatchObject({
      status: 409,
      body: { code: "price_unavailable" },
    });
  });
});

it("a checkout of the other mode is not found", async () => {
  const { shop, client, price } = await openShopWithProduct();
  const { body } = await client.post<Link>("/checkouts", { price });
  await shop.env.DB.prepare("UPDATE checkout_links SET mode = 'live' WHERE id = ?")
    .bind(body.id)
    .run();
  expect((await client.get(`/checkouts/${body.id}`)).status).toBe(404);
});
