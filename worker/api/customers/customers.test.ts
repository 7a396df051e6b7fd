import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { customer, type Customer } from "../../feed/customer.ts";
import { newId } from "../../lib/ids.ts";
import { createApiClient, type ApiClient } from "../../testing/clients/api-client.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { licenseBenefit } from "../../testing/fixtures/licenses.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { recordStatements } from "../../testing/database/query-plans.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { customerState } from "./schema.ts";
import { findCustomerState } from "./state.query.ts";

const shop = openTestShop();
let client: ApiClient;

beforeAll(async () => {
  client = await createApiClient(shop, ["customers:read"]);
});

type List = { data: Customer[]; nextCursor: string | null };

describe("the list of customers", () => {
  test("the list has one customer for an identity or a verified email, and none for a stranger", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await shop.createUser(email);
    const subject = crypto.randomUUID();
    await env.DB.prepare(
      "INSERT INTO identities (id, user_id, provider, issuer, subject, created_at) VALUES (?, ?, 'oidc', 'https://id.example', ?, 1)",
    )
      .bind(newId("idn", Date.now()), userId, subject)
      .run();
    for (const query of [`email=${email}`, `issuer=https://id.example&subject=${subject}`]) {
      const { body } = await client.get<List>(`/customers?${query}`);
      expect(body).toMatchObject({ data: [{ id: userId, email }], nextCursor: null });
      expect(customer.parse(body.data[0])).toEqual(body.data[0]);
    }
    for (const query of [`email=no-${email}`, `issuer=https://id.example&subject=${userId}`])
      expect((await client.get(`/customers?${query}`)).body).toEqual({
        data: [],
        nextCursor: null,
      });
  });

  test("the list pages through every customer once, newest first", async () => {
    const made: string[] = [];
    for (let at = 0; at < 7; at++) made.push(await shop.createUser());
    const seen: Customer[] = [];
    let cursor: string | null = "";
    while (cursor !== null && seen.length < 9) {
      const { body }: { body: List } = await client.get<List>(
        `/customers?limit=3${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.data);
      cursor = body.nextCursor;
    }
    const ids = seen.map(({ id }) => id).filter((id) => made.includes(id));
    expect(ids.toSorted()).toEqual(made.toSorted());
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test.each(["limit=0", "limit=101", "limit=a", "cursor=x", "cursor=%00", "issuer=a", "page=2"])(
    "422 for %s",
    async (query) => {
      expect((await client.get(`/customers?${query}`)).status).toBe(422);
    },
  );
});

test("one customer is answered with an ETag, and 304 while nothing changes", async () => {
  const userId = await shop.createUser();
  const first = await client.get<Customer>(`/customers/${userId}`);
  expect(first).toMatchObject({ status: 200, body: { id: userId } });
  const etag = { "if-none-match": first.headers.get("etag")! };
  const path = `/customers/${userId}`;
  const same = await client.send("GET", path, undefined, etag);
  expect([same.status, same.body]).toEqual([304, null]);
  expect(same.headers.get("ratelimit-policy")).not.toBeNull();
  await env.DB.prepare("UPDATE users SET name = 'New Name' WHERE id = ?").bind(userId).run();
  expect(await client.send("GET", path, undefined, etag)).toMatchObject({
    status: 200,
    body: { name: "New Name" },
  });
});

test("404 for an unknown customer, and for what is no customer's id", async () => {
  for (const path of ["", "/state"]) {
    expect((await client.get(`/customers/${newId("usr", 1)}${path}`)).status).toBe(404);
    expect((await client.get(`/customers/${newId("ord", 1)}${path}`)).status).toBe(404);
  }
});

describe("the state of a customer", () => {
  test("the state has everything that a customer has, as the schema says", async () => {
    const { userId } = await subscribe(shop, { prices: [{ ...monthly, trialDays: 7 }] });
    const product = await shop.createPublishedProduct({});
    const checkout = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    const { id: productId } = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
    const gift = await createGift(shop.ctx(), { userId, productId, note: "" });
    const { body } = await client.get(`/customers/${userId}/state`);
    const state = customerState.parse(body);
    expect(state).toEqual(body);
    expect(state).toMatchObject({
      customer: { id: userId },
      orders: [{ productId: product.id, status: "paid" }],
      subscriptions: [{ status: "trialing" }],
      licenses: [{ status: "granted", productId }],
      gifts: [{ id: gift.id }],
      trial: { hasTrialed: true, endsAt: expect.any(String) },
    });
    expect(state.entitlements.length).toBeGreaterThan(0);
    const newest = await env.DB.prepare("SELECT max(sequence) AS n FROM feed_events").first("n");
    expect(state.sequence).toBe(newest ?? 0);
  });

  test("the state is empty for a customer who has nothing", async () => {
    const userId = await shop.createUser();
    const { body } = await client.get(`/customers/${userId}/state`);
    expect(customerState.parse(body)).toMatchObject({
      entitlements: [],
      orders: [],
      trial: { hasTrialed: false, endsAt: null },
    });
  });

  test("the state of a customer is one statement besides the key's, and reads only rows of the customer", async () => {
    const recorded = recordStatements(env.DB);
    const counting = await createApiClient({
      ctx: shop.ctx,
      env: { ...shop.env, DB: recorded.d1 },
    });
    const { userId } = await payForNewProduct(shop);
    await counting.get("/customers/usr_00000000000000000000000000");
    recorded.take();
    await counting.get(`/customers/${userId}/state`);
    expect(recorded.take()).toHaveLength(2);
    const rowsRead = async () => {
      const { db, usage } = countReads(shop.env.DB);
      await findCustomerState({ ...shop.ctx(), db }, userId);
      return usage.rowsRead;
    };
    const before = await rowsRead();
    for (let others = 0; others < 5; others++) await payForNewProduct(shop);
    expect(await rowsRead()).toBe(before);
  });
});
