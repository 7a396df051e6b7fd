import { describe, expect, it } from "vitest";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createApiClient, type ApiClient } from "../../testing/clients/api-client.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";

type Order = { id: string; createdAt: string; [field: string]: unknown };
type List = { data: Order[]; nextCursor: string | null; code?: string };

/** Lets a user buy new products. @returns their order's ids, newest first */
async function buyProducts(shop: TestShop, count: number) {
  const first = await payForNewProduct(shop);
  const { userId } = first;
  const products = [first.product];
  await syncStripeCustomer(shop.ctx(), { customerId: first.customerId, force: true });
  for (let bought = 1; bought < count; bought++) {
    // Stripe's times are whole seconds.
    await shop.control("clock", { advanceSeconds: 1 });
    const product = await shop.createPublishedProduct({});
    const checkout = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), checkout);
    products.push(product);
  }
  return { userId, products };
}

const list = async (client: ApiClient, query: string) =>
  (await client.get<List>(`/orders?${query}`)).body;

describe("GET /orders", () => {
  it("GET /orders lists a customer's orders, newest first, in pages", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId, products } = await buyProducts(shop, 3);
    const first = await list(client, `customer=${userId}&limit=2`);
    const second = await list(client, `customer=${userId}&limit=2&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    const orders = [...first.data, ...second.data];
    expect(orders.map(({ productId }) => productId)).toEqual(
      products.map(({ id }) => id).toReversed(),
    );
    expect(orders[0]).toMatchObject({
      customerId: userId,
      status: "paid",
      totalMinor: 2900,
      currency: "usd",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    });
  });

  it("filters by product, status and time, and by all of them for one customer", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId, products } = await buyProducts(shop, 2);
    const [product] = products;
    const idsOf = async (query: string) => (await list(client, query)).data.map(({ id }) => id);
    const [id] = await idsOf(`product=${product!.id}`);
    const all = `customer=${userId}&product=${product!.id}`;
    expect(await idsOf(`${all}&status=paid`)).toEqual([id]);
    expect(await idsOf(`${all}&status=refunded`)).toEqual([]);
    const { createdAt } = (await client.get<Order>(`/orders/${id}`)).body;
    expect(await idsOf(`${all}&createdAfter=${createdAt}`)).toEqual([]);
    expect(await idsOf(`${all}&createdBefore=${createdAt}`)).toEqual([]);
    const before = new Date(Date.parse(createdAt) - 1).toISOString();
    expect(await idsOf(`product=${product!.id}&createdAfter=${before}`)).toEqual([id]);
    expect(await idsOf("status=paid&limit=100")).toContain(id);
  });

  it("GET /orders combines every filter with every other, and takes several statuses", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId, products } = await buyProducts(shop, 2);
    const idsOf = async (query: string) => (await list(client, query)).data.map(({ id }) => id);
    const [newer, older] = await idsOf(`customer=${userId}`);
    await shop.env.DB.prepare("UPDATE orders SET status = 'refunded' WHERE id = ?")
      .bind(older)
      .run();
    const product = `product=${products[0]!.id}`;
    expect(await idsOf(`${product}&status=refunded`)).toEqual([older]);
    expect(await idsOf(`${product}&status=paid`)).toEqual([]);
    expect(await idsOf(`${product}&status=paid,refunded`)).toEqual([older]);
    const both = await idsOf("status=refunded,paid&limit=100");
    expect(both).toEqual(expect.arrayContaining([newer, older]));
    expect(await idsOf(`customer=${userId}&status=refunded,paid`)).toEqual([newer, older]);
  });

  it("an order is found by the number that the customer reads, however it is typed", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId } = await buyProducts(shop, 2);
    const [newer] = (await list(client, `customer=${userId}`)).data;
    const number = toOrderNumber(newer!.id);
    expect(newer).toMatchObject({ number: expect.stringMatching(/^[0-9A-Z]{7}-[0-9A-F]{4}$/) });
    expect(newer!["number"]).toBe(number);
    for (const typed of [number, number.toLowerCase(), number.replace("-", "")])
      expect((await list(client, `number=${typed}`)).data).toEqual([newer]);
    expect((await list(client, `number=${number}&status=refunded`)).data).toEqual([]);
    expect((await list(client, `number=0000000-0000`)).data).toEqual([]);
  });

  it.each([
    ["a number that is none", "number=12"],
    ["an unknown filter", "productId=prd_1"],
    ["an unknown status", "status=paied"],
    ["an unknown status beside a known one", "status=paid,paied"],
    ["a time without a zone", "createdAfter=2026-01-01T00:00:00"],
    ["more than 100 at once", "limit=101"],
    ["a cursor that it did not make", "cursor=x"],
  ])("GET /orders refuses %s", async (_, query) => {
    const client = await createApiClient(openTestShop());
    expect((await client.get(`/orders?${query}`)).status).toBe(422);
  });
});

describe("GET /orders/:id", () => {
  it("GET /orders/:id returns the order with an ETag, and 304 if it has not changed", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId } = await buyProducts(shop, 1);
    const [order] = (await list(client, `customer=${userId}`)).data;
    const answer = await client.get(`/orders/${order!.id}`);
    expect(answer.body).toEqual(order);
    const etag = answer.headers.get("etag")!;
    const again = await client.send("GET", `/orders/${order!.id}`, undefined, {
      "if-none-match": etag,
    });
    expect(again.status).toBe(304);
  });

  it("GET /orders/:id returns 404 for an order of the other mode and for an unknown one", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId } = await buyProducts(shop, 1);
    const [order] = (await list(client, `customer=${userId}`)).data;
    await shop.env.DB.prepare("UPDATE orders SET mode = 'live' WHERE id = ?").bind(order!.id).run();
    for (const id of [order!.id, `ord_${"0".repeat(26)}`])
      expect(await client.get(`/orders/${id}`)).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    expect((await list(client, `customer=${userId}`)).data).toEqual([]);
  });
});
